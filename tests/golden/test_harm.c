// SPDX-License-Identifier: MIT
//
// Pictures that are not what was blessed are never accepted, whichever bit of them is
// another, nor is what was measured. "exhaustive": every bit of several goldens, more
// than 30,000 files.

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"
#include "golden/golden.h"
#include "tests/golden/blessed.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool same_pixels(const struct pixels *a, const struct pixels *b)
{
    return a->width == b->width && a->height == b->height &&
           !memcmp(a->words, b->words,
                   (size_t) a->width * (size_t) a->height * sizeof *a->words);
}

// A picture that is accepted has the pixels of the golden. Returns whether it was.
static bool try_picture(const struct asked *asked, const struct golden *golden,
                        const struct pixels *want)
{
    struct pixels pixels;
    char why[300] = "";
    enum golden_status status =
        golden_pixels(&asked->set, golden, &pixels, why, sizeof why);

    if (status == GOLDEN_MATCH)
        assert_true(same_pixels(&pixels, want));
    else
        assert_true(why[0] && status == GOLDEN_INVALID && !pixels.words);
    pixels_finish(&pixels);
    return status == GOLDEN_MATCH;
}

// Returns whether the report was accepted; what was measured is then as it was blessed.
static bool try_report(const struct asked *asked)
{
    struct golden_set set;
    bool ok;

    assert_true(golden_open(&set, asked->goldens, &asked->got.report.device));
    ok = !set.fault[0];
    assert_int_equal(set.count, ok ? asked->set.count : 0);
    for (int i = 0; i < set.count; i++) {
        const struct result *got = &set.goldens[i].result;
        const struct result *want = &asked->set.goldens[i].result;

        assert_string_equal(set.goldens[i].name, asked->set.goldens[i].name);
        assert_string_equal(got->sha256, want->sha256);
        assert_int_equal(got->verdict.status, want->verdict.status);
    }
    golden_finish(&set);
    return ok;
}

// Every `step`-th bit of a file, from bit `first`; NULL: the report. Returns how many
// files were tried.
static long flip(const struct asked *asked, const struct golden *golden,
                 const struct pixels *want, long first, long step, long *accepted)
{
    const char *path =
        blessed_path_in(asked, golden ? golden->result.image : GOLDEN_FILE);
    char *name = memory_text(path);
    size_t size;
    char *bytes = file_read(name, BLESSED_BYTES_MAX, &size);
    long tried = 0;

    assert_non_null(bytes);
    for (long bit = first; bit < 8 * (long) size; bit += step, tried++) {
        bytes[bit / 8] ^= (char) (1 << bit % 8);
        put(name, bytes, size);
        *accepted += golden ? try_picture(asked, golden, want) : try_report(asked);
        bytes[bit / 8] ^= (char) (1 << bit % 8);
    }
    put(name, bytes, size);
    free(bytes);
    free(name);
    return tried;
}

static long flip_all(const char *probe, const char *id, long step, long *accepted)
{
    static struct asked asked;
    const struct golden *golden;
    long tried = 0, reports = 0;

    blessed_measure(&asked, id, blessed_only(probe, 16));
    blessed_bless(&asked);
    golden = &asked.set.goldens[0];
    log_hold(true);
    tried += flip(&asked, golden, &asked.got.pictures[0], 3, step, accepted);
    tried += flip(&asked, NULL, NULL, 1, step, &reports);
    log_hold(false);
    assert_true(try_picture(&asked, golden, &asked.got.pictures[0]));
    assert_true(try_report(&asked));
    blessed_finish(&asked);
    return tried;
}

static void bits(void **state)
{
    long accepted = 0, tried = flip_all("ties", "fake:rne", 61, &accepted);

    tried += flip_all("specials", "fake:rtz", 601, &accepted);
    assert_in_range(tried, 300, 3000);
    // What says nothing: bits of notes and of their checksums.
    assert_in_range(accepted, 0, tried / 5);
}

static void every_bit(void **state)
{
    static const char *const probes[] = { "ties", "width", "stripes", "specials" };
    long accepted = 0, tried = 0;

    for (size_t i = 0; i < COUNT_OF(probes); i++)
        tried += flip_all(probes[i], i % 2 ? "fake:rtz" : "fake:rne", 1, &accepted);
    print_message("# %ld files with one bit flipped, %ld with the same pixels\n", tried,
                  accepted);
    assert_true(tried >= 30000);
}

// ---- pictures that are others ----

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
    [LINKED] = GOLDEN_MISSING,
};

static void harm(const struct asked *asked, enum harm how, const char *path)
{
    const struct pixels *whole = &asked->got.pictures[0];
    static uint8_t bytes[1 << 20];
    struct pixels other;
    size_t size;
    char *file = file_read(path, BLESSED_BYTES_MAX, &size);

    assert_non_null(file);
    pixels_init(&other, whole->width - (how == NARROWER), whole->height, whole->readout);
    for (int y = 0; y < other.height; y++)
        memcpy(pixels_row(&other, y), pixels_row(whole, y), (size_t) other.width * 4);
    if (how == PIXEL)
        pixels_row(&other, 3)[2] ^= 1;
    switch (how) {
    case TRUNCATED: put(path, file, size - 40); break;
    case NO_PNG: put(path, "no picture", 10); break;
    case SWAPPED: assert_true(png_write(path, &asked->got.pictures[1], NULL, 0)); break;
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

static void pictures(void **state)
{
    static struct asked asked;
    struct survey_options options = blessed_only(NULL, 16);

    blessed_measure(&asked, "fake:rne", options);
    blessed_bless(&asked);
    const struct golden *golden = &asked.set.goldens[0];
    char *copy = memory_text(blessed_path_in(&asked, golden->result.image));

    log_hold(true);
    for (int how = 0; how < HARMS; how++) {
        struct pixels pixels;
        char why[300] = "";

        assert_true(png_write(copy, &asked.got.pictures[0], NULL, 0));
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

TEST_GROUP(golden_harm)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits),
        cmocka_unit_test(pictures),
    };
    const struct CMUnitTest exhaustive[] = { cmocka_unit_test(every_bit) };

    if (group_every)
        return cmocka_run_group_tests(exhaustive, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
