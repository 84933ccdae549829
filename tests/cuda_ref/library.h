// SPDX-License-Identifier: MIT
//
// Which libcuda.so.1 a test finds. The program starts itself again with a folder of its
// own as LD_LIBRARY_PATH, in which that file is then what the test wants it to be. A
// library that was started stays loaded, so tests of those that never start come first.
// FPSTRIPE_TEST_FILES names the folder of the fakes.

#ifndef TESTS_CUDA_REF_LIBRARY_H
#define TESTS_CUDA_REF_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

// The start of a group. Returns true.
bool cuda_library_init(void);

// Removes the folder; to tear the group down.
int cuda_library_finish(void **state);

// Makes libcuda.so.1 a link to that file of the fakes, an empty file for "", or nothing
// for NULL.
void cuda_library_install(const char *file);

// From here to the next, standard error is kept from the terminal. Returns how many
// lines were written and copies them to `text` [size].
void cuda_library_hold_errors(void);
int cuda_library_release_errors(char *text, size_t size);

// Releases, and fails the test unless one line was written, which has `part` in it.
void cuda_library_expect_line(const char *part);

#endif // TESTS_CUDA_REF_LIBRARY_H
