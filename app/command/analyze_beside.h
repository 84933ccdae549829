// SPDX-License-Identifier: MIT
//
// Which picture of a folder of captures was meant, where another was given: names only,
// nothing is opened.

#ifndef ANALYZE_BESIDE_H
#define ANALYZE_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

// Of a raw capture, NAME.png, the NAME-grey.png to look at. Returns false if none lies
// beside it, or its name is longer than `size`.
bool analyze_beside_grey(const char *path, char *name, size_t size);

// Of a sheet that run draws, verdict.png, a picture of stripes: of the plain form if
// there is one. As above.
bool analyze_beside_sheet(const char *path, char *name, size_t size);

#endif // ANALYZE_BESIDE_H
