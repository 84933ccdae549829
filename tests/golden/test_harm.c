// SPDX-License-Identifier: MIT
//
// The program never accepts a picture that is not the golden's, whatever happened to its
// file.

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"
#include "capture/store.h"
#include "golden/golden.h"
#include "tests/golden/blessed.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTES_MAX (1u << 24)

static struct group this_group = { .name = "golden_harm" };

// A file is written over where it has that size already: one that is cut first costs some
// file systems a wait.
static void put(const char *path, const char *bytes, size_t size)
{
    struct stat status;
    bool same = stat(path, &status) == 0 && status.st_size == (off_t) size;
    FILE *file = fopen(path, same ? "r+b" : "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

enum harm {
    TRUNCATED,
    SWAPPED,
    PIXEL,
    NARROWER,
    GREY,
    GONE,
    FOLDER,
    NO_PNG,
    REENCODED,
    LINKED,
    HARMS
};

static const enum golden_status harms[HARMS] = {
    [TRUNCATED] = GOLDEN_INVALID, [SWAPPED] = GOLDEN_INVALID, [PIXEL] = GOLDEN_INVALID,
    [NARROWER] = GOLDEN_INVALID,  [GREY] = GOLDEN_INVALID,    [GONE] = GOLDEN_MISSING,
    [FOLDER] = GOLDEN_INVALID,    [NO_PNG] = GOLDEN_INVALID,  [REENCODED] = GOLDEN_MATCH,
    [LINKED] = GOLDEN_INVALID,
};

static void harm(const struct asked *asked, enum harm how, const char *path)
{
    const struct pixels *whole = &asked->pictures[0];
    static uint8_t bytes[1 << 20];
    struct pixels other;
    size_t size;
    char *file = file_read(path, BYTES_MAX, &size);

    assert_non_null(file);
    pixels_init(&other, whole->width - (how == NARROWER), whole->height, whole->readout);
    for (int y = 0; y < other.height; y++)
        memcpy(pixels_row(&other, y), pixels_row(whole, y), (size_t) other.width * 4);
    if (how == PIXEL)
        pixels_row(&other, 3)[2] ^= 1;
    switch (how) {
    case TRUNCATED: put(path, file, size - 40); break;
    case NO_PNG: put(path, "no picture", 10); break;
    case SWAPPED: assert_true(png_write(path, &asked->pictures[1], NULL, 0)); break;
    case PIXEL:
    case NARROWER:
    case REENCODED: assert_true(png_write(path, &other, NULL, 0)); break;
    case GREY:
        assert_true(png_write_grey(path, other.width, other.height, bytes, NULL, 0));
        break;
    case GONE: unlink(path); break;
    case FOLDER:
        unlink(path);
        assert_int_equal(mkdir(path, 0700), 0);
        break;
    case LINKED:
        unlink(path);
        assert_int_equal(symlink("nowhere", path), 0);
        break;
    default: break;
    }
    pixels_finish(&other);
    free(file);
}

TEST(pictures)
{
    static struct asked asked;
    struct survey_options options = blessed_only(NULL, 16);

    blessed_measure(&asked, "fake:rne", options);
    blessed_bless(&asked);
    const struct golden *golden = &asked.set.goldens[0];
    const char *hash = asked.set.capture.measurements[golden->at].picture.sha256;
    char *copy = memory_format("%s/" STORE_FOLDER "/%s.png", asked.set.folder, hash);

    log_hold(true);
    for (int how = 0; how < HARMS; how++) {
        struct pixels pixels;
        char why[300] = "";

        assert_true(png_write(copy, &asked.pictures[0], NULL, 0));
        harm(&asked, (enum harm) how, copy);
        enum golden_status status =
            golden_pixels(&asked.set, golden, &pixels, why, sizeof why);

        if (status != harms[how])
            fail_msg("harm %d: %s: %s", how, golden_status_name(status), why);
        assert_true(how != GREY || strstr(why, "channels"));
        pixels_finish(&pixels);
        rmdir(copy);
        unlink(copy);
    }
    log_hold(false);
    free(copy);
    blessed_finish(&asked);
}
