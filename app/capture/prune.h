// SPDX-License-Identifier: MIT
//
// Cleans a store of pictures (capture/store.h) that captures share.

#ifndef CAPTURE_PRUNE_H
#define CAPTURE_PRUNE_H

// Removes the pictures in the store of `folder` that no capture.json names, in `folder`
// or below it. Returns how many; -1, after logging why, if that failed. Nothing is
// removed if a capture cannot be read, or while a run writes there.
int prune_pictures(const char *folder);

#endif // CAPTURE_PRUNE_H
