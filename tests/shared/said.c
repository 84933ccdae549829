// SPDX-License-Identifier: MIT
//
// Tests quote findings in their first wording, which stays: the linker puts this in place
// of finding_sentence(), so that a sentence that is reworded changes no test but
// tests/base/test_finding.c, which asks for the other by its real name.

#include "tests/shared/said.h"

const char *__wrap_finding_sentence(enum finding_kind kind);

const char *__wrap_finding_sentence(enum finding_kind kind)
{
    return finding_sentence_old(kind);
}
