// SPDX-License-Identifier: MIT
//
// The sides of a comparison: reports that lie somewhere, and simulated devices, which
// are surveyed here and now.

#ifndef COMPARE_SIDES_H
#define COMPARE_SIDES_H

#include "report/folder.h"

// Opens words[count] into folders[count], which are zeroed before; fakes ("fake:...") are
// asked for all that a probe of lines asks if any report was. Returns an exit status,
// after logging why, if it is not COMMAND_DONE; what was opened is the caller's to finish
// in any case.
int compare_sides_open(struct report_folder *folders, const char *const *words,
                       int count);

#endif // COMPARE_SIDES_H
