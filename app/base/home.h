// SPDX-License-Identifier: MIT
//
// The directory in which the program was started. Relative paths refer to it, even if a
// driver changes the working directory of the process.

#ifndef BASE_HOME_H
#define BASE_HOME_H

// Opens the directory. main() calls it once, at the start.
void home_keep(void);

// Returns a descriptor of the directory, for functions such as openat.
int home_folder(void);

// Changes back to the directory.
void home_return(void);

#endif // BASE_HOME_H
