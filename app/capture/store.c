// SPDX-License-Identifier: MIT

#include "capture/store.h"

#include "base/home.h"
#include "base/log.h"
#include "base/png/png.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Copies the words of a picture that was read, if it is the picture of this hash; else
// logs why.
static bool store_unpack(const struct png_picture *picture, const char *path,
                         const char *hash, struct pixels *pixels)
{
    const size_t count = (size_t) picture->width * (size_t) picture->height;
    char got[65];

    if (picture->channels != 4) {
        log_error("%s: a PNG file with %d channels, not 4", path, picture->channels);
        return false;
    }
    memcpy(pixels->words, picture->bytes, count * sizeof *pixels->words);
    for (size_t i = 0; i < count; i++)
        pixels->words[i] = le32toh(pixels->words[i]);
    pixels_hash(pixels, got);
    if (strcmp(got, hash) == 0)
        return true;
    log_error("%s: its pixels have another hash, %s", path, got);
    return false;
}

static bool store_read_file(const char *path, const char *hash, enum readout readout,
                            struct pixels *pixels)
{
    struct png_picture picture;
    bool ok;

    *pixels = (struct pixels){ 0 };
    if (!png_read(path, &picture))
        return false;
    pixels_init(pixels, picture.width, picture.height, readout);
    ok = store_unpack(&picture, path, hash, pixels);
    png_finish(&picture);
    if (!ok)
        pixels_finish(pixels);
    return ok;
}

// Returns true if a file is the picture of this hash.
static bool is_sound(const char *path, const char *hash)
{
    struct pixels pixels;
    bool ok;

    log_hold(true);
    ok = store_read_file(path, hash, READOUT_BITS, &pixels);
    log_hold(false);
    pixels_finish(&pixels);
    return ok;
}

static bool make_store(const char *folder)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/" STORE_FOLDER, folder) < PATH_MAX &&
        (mkdirat(home_folder(), path, 0777) == 0 || errno == EEXIST))
        return true;
    log_error("%s/" STORE_FOLDER ": cannot create the directory: %s", folder,
              strerror(errno));
    return false;
}

bool store_has(const char *folder, const char *hash, char path[PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%s/" STORE_FOLDER "/%s.png", folder, hash) <
               PATH_MAX &&
           faccessat(home_folder(), path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

enum store_written store_write(const char *folder, const char *hash,
                               const struct pixels *pixels)
{
    char path[PATH_MAX];
    struct stat status;

    if (!make_store(folder))
        return STORE_FAILED;
    if (store_has(folder, hash, path)) {
        if (is_sound(path, hash))
            return STORE_FOUND;
        // png_write would write into a device.
        if (fstatat(home_folder(), path, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            !S_ISREG(status.st_mode)) {
            log_error("%s: not a regular file; remove it", path);
            return STORE_FAILED;
        }
    }
    return png_write(path, pixels, NULL, 0) ? STORE_MADE : STORE_FAILED;
}

bool store_find(const char *folder, const char *hash, char path[PATH_MAX])
{
    char above[PATH_MAX];
    size_t length = strlen(folder);

    snprintf(above, sizeof above, "%s", folder);
    for (int i = 0; i <= STORE_LEVELS && length + sizeof "/.." < PATH_MAX; i++) {
        if (store_has(above, hash, path))
            return true;
        length += (size_t) snprintf(above + length, sizeof above - length, "/..");
    }
    store_has(folder, hash, path);
    return false;
}

bool store_read(const char *folder, const char *hash, enum readout readout,
                struct pixels *pixels)
{
    char path[PATH_MAX];

    *pixels = (struct pixels){ 0 };
    if (store_find(folder, hash, path))
        return store_read_file(path, hash, readout, pixels);
    log_error("%s: no such picture here, nor in a folder above", path);
    return false;
}

bool store_remove(const char *folder, const char *hash)
{
    char path[PATH_MAX];

    if (!store_has(folder, hash, path) || unlinkat(home_folder(), path, 0) == 0)
        return true;
    log_error("%s: cannot be removed: %s", path, strerror(errno));
    return false;
}
