// SPDX-License-Identifier: MIT
//
// A store of pictures: the folder `pictures` in another folder, with one file for each
// picture, named by its hash (pixels_hash): pictures/HASH.png. The file of a picture
// never changes, so several captures and several processes share a store. A picture is
// never half there: its file gets its name when it is complete (base/file.h).

#ifndef CAPTURE_STORE_H
#define CAPTURE_STORE_H

#include "base/pixels.h"

#include <limits.h>
#include <stdbool.h>

#define STORE_FOLDER "pictures"
#define STORE_LEVELS 16 // of folders above a capture, in which its pictures may be

enum store_written { STORE_FAILED, STORE_FOUND, STORE_MADE };

// Writes a picture, whose hash is `hash`, into the store of `folder`, which exists; makes
// the store. STORE_FOUND: the picture is there already, and nothing is written. A file of
// this name with other contents is replaced. STORE_FAILED: logged why.
enum store_written store_write(const char *folder, const char *hash,
                               const struct pixels *pixels);

// Sets `path` to that of a picture in the store of `folder`. Returns false if it is not
// there.
bool store_has(const char *folder, const char *hash, char path[PATH_MAX]);

// Finds a picture of a capture that is in `folder`: in the store of this folder, or of
// the nearest folder above that has the picture. Returns false, with `path` that of
// `folder`, if there is none.
bool store_find(const char *folder, const char *hash, char path[PATH_MAX]);

// Reads such a picture: made here, the caller finishes it. Returns false, after logging
// "path: why", if there is no such picture, or if its file is not a PNG of RGBA words
// with this hash; `pixels` is then zeroed.
bool store_read(const char *folder, const char *hash, enum readout readout,
                struct pixels *pixels);

// Removes a picture from the store of `folder`. Returns false, after logging why.
bool store_remove(const char *folder, const char *hash);

#endif // CAPTURE_STORE_H
