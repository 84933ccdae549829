// SPDX-License-Identifier: MIT

#include "survey/kept.h"

bool kept_report(struct report_folder *folder)
{
    (void) folder;
    return false;
}
