// SPDX-License-Identifier: MIT
//
// Operands of quotients and roots whose results lie next to a number of the format, or
// next to the middle between two, where a last bit is most easily wrong.

#ifndef OPERATION_QUOTIENTS_H
#define OPERATION_QUOTIENTS_H

#include "probe/shared/draft.h"

// Fill a draft: a / b, also for a * (1 / b); 1 / b of operand 0; sqrt(a); 1 / sqrt(a).
void operation_quotients_divide(struct operation_draft *draft);
void operation_quotients_reciprocal(struct operation_draft *draft);
void operation_quotients_root(struct operation_draft *draft);
void operation_quotients_reciprocal_root(struct operation_draft *draft);

#endif // OPERATION_QUOTIENTS_H
