// SPDX-License-Identifier: MIT
//
// Goldens that are not what was blessed are never accepted, whichever bit of them is
// another. "exhaustive": every bit of several goldens, more than 30,000 files.

#include "base/file.h"
#include "base/log.h"
#include "base/png/png.h"
#include "golden/golden.h"
#include "tests/golden/blessed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

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
                   (size_t) a->width * (size_t) a->height * sizeof(*a->words));
}

// A picture that is accepted has the pixels of the golden. Returns whether it was.
static bool try_picture(const struct asked *asked, const struct golden *golden,
                        const struct pixels *want)
{
    struct pixels pixels;
    char why[300] = "";
    enum golden_status quick = golden_picture(&asked->set, golden, why, sizeof(why));
    enum golden_status status =
        golden_pixels(&asked->set, golden, &pixels, why, sizeof(why));

    assert_int_equal(quick, status);
    if (status == GOLDEN_MATCH)
        assert_true(same_pixels(&pixels, want));
    else
        assert_true(why[0] && status == GOLDEN_INVALID && !pixels.words);
    pixels_finish(&pixels);
    return status == GOLDEN_MATCH;
}

// One record as JSON: equal texts are equal records.
static char *record_of(const struct golden_set *set, const struct golden *golden)
{
    struct golden_set one = *set;

    one.goldens = (struct golden *) golden;
    one.count = 1;
    return golden_json(&one);
}

// Returns whether all was accepted; each that was is as it was blessed.
static bool try_record(const struct asked *asked)
{
    struct golden_set set;
    int good = 0;

    assert_true(golden_read(&set, asked->folder, BLESSED_KEY));
    for (int i = 0; i < set.count && !set.fault[0]; i++) {
        const struct golden *want = golden_find(&asked->set, set.goldens[i].name);

        if (set.goldens[i].fault[0])
            continue;
        assert_non_null(want);
        char *a = record_of(&set, &set.goldens[i]), *b = record_of(&asked->set, want);

        assert_string_equal(a, b);
        free(a);
        free(b);
        good++;
    }
    bool all = !set.fault[0] && good == asked->set.count;

    golden_finish(&set);
    return all;
}

// Every `step`-th bit of a file, from bit `first`. Returns how many files were tried.
static long flip(const struct asked *asked, const struct golden *golden,
                 const struct pixels *want, long first, long step, long *accepted)
{
    const char *path =
        blessed_path_in(asked, golden ? golden->result.image : GOLDEN_FILE);
    size_t size;
    char *bytes = file_read(path, BLESSED_BYTES_MAX, &size), *whole;
    long tried = 0;

    assert_non_null(bytes);
    whole = malloc(size);
    assert_non_null(whole);
    memcpy(whole, bytes, size);
    for (long bit = first; bit < 8 * (long) size; bit += step) {
        bytes[bit / 8] ^= (char) (1 << bit % 8);
        put(blessed_path_in(asked, golden ? golden->result.image : GOLDEN_FILE), bytes,
            size);
        *accepted += golden ? try_picture(asked, golden, want) : try_record(asked);
        bytes[bit / 8] ^= (char) (1 << bit % 8);
        tried++;
    }
    put(blessed_path_in(asked, golden ? golden->result.image : GOLDEN_FILE), whole, size);
    free(whole);
    free(bytes);
    return tried;
}

static long flip_all(const char *probe, const char *id, long step, long *accepted)
{
    static struct asked asked;
    struct golden *golden;
    long tried = 0;

    blessed_measure(&asked, id, blessed_only(probe, 16));
    blessed_bless(&asked);
    golden = &asked.set.goldens[0];
    log_hold(true);
    tried += flip(&asked, golden, &asked.got.pictures[0], 3, step, accepted);
    tried += flip(&asked, NULL, NULL, 1, step, accepted);
    log_hold(false);
    assert_true(try_picture(&asked, golden, &asked.got.pictures[0]));
    assert_true(try_record(&asked));
    blessed_finish(&asked);
    return tried;
}

static void bits(void **state)
{
    long accepted = 0, tried = flip_all("ties", "fake:rne", 61, &accepted);

    (void) state;
    tried += flip_all("specials", "fake:rtz", 601, &accepted);
    assert_in_range(tried, 300, 3000);
    // What says nothing: bits of notes and of their checksums.
    assert_in_range(accepted, 0, tried / 5);
}

static void every_bit(void **state)
{
    static const char *const probes[] = { "ties", "width", "stripes", "specials" };
    long accepted = 0, tried = 0;

    (void) state;
    for (size_t i = 0; i < sizeof(probes) / sizeof(*probes); i++)
        tried += flip_all(probes[i], i % 2 ? "fake:rtz" : "fake:rne", 1, &accepted);
    print_message("# %ld files with one bit flipped, %ld with the same pixels\n", tried,
                  accepted);
    assert_true(tried >= 30000);
}

// ---- pictures that are others ----

enum harm {
    TRUNCATED,
    EMPTY,
    SWAPPED,
    PIXEL,
    NARROWER,
    GREY,
    RGB,
    GONE,
    FOLDER,
    NO_PNG,
    REENCODED,
    RENOTED,
    LINKED,
    TWICE,
    HARMS
};

static const enum golden_status harms[HARMS] = {
    [TRUNCATED] = GOLDEN_INVALID, [EMPTY] = GOLDEN_INVALID,    [SWAPPED] = GOLDEN_INVALID,
    [PIXEL] = GOLDEN_INVALID,     [NARROWER] = GOLDEN_INVALID, [GREY] = GOLDEN_INVALID,
    [RGB] = GOLDEN_INVALID,       [GONE] = GOLDEN_MISSING,     [FOLDER] = GOLDEN_INVALID,
    [NO_PNG] = GOLDEN_INVALID,    [REENCODED] = GOLDEN_MATCH,  [RENOTED] = GOLDEN_MATCH,
    [LINKED] = GOLDEN_MISSING,    [TWICE] = GOLDEN_MATCH,
};

static void harm(const struct asked *asked, enum harm how, const char *path)
{
    const struct pixels *whole = &asked->got.pictures[0];
    static uint8_t bytes[1 << 20];
    struct pixels other;
    size_t size;
    char *file = file_read(path, BLESSED_BYTES_MAX, &size);

    assert_non_null(file);
    assert_true(pixels_init(&other, whole->width - (how == NARROWER), whole->height,
                            whole->readout));
    for (int y = 0; y < other.height; y++)
        memcpy(pixels_row(&other, y), pixels_row(whole, y), (size_t) other.width * 4);
    if (how == PIXEL)
        pixels_row(&other, 3)[2] ^= 1;
    switch (how) {
    case TRUNCATED: put(path, file, size - 40); break;
    case EMPTY: put(path, file, 0); break;
    case NO_PNG: put(path, "no picture", 10); break;
    case SWAPPED: assert_true(png_write(path, &asked->got.pictures[1], NULL, 0)); break;
    case PIXEL:
    case NARROWER:
    case REENCODED: assert_true(png_write(path, &other, NULL, 0)); break;
    case RENOTED:
        assert_true(png_write(path, &other, &(struct png_note){ "a", "b" }, 1));
        break;
    case GREY:
        assert_true(png_write_grey(path, other.width, other.height, bytes, NULL, 0));
        break;
    case RGB:
        assert_true(png_write_rgb(path, other.width, other.height, bytes, NULL, 0));
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

    (void) state;
    blessed_measure(&asked, "fake:rne", options);
    blessed_bless(&asked);
    const struct golden *golden = &asked.set.goldens[0];
    const char *path = blessed_path_in(&asked, golden->result.image);
    char copy[300];

    snprintf(copy, sizeof(copy), "%s", path);
    log_hold(true);
    for (int how = 0; how < HARMS; how++) {
        struct pixels pixels;
        char why[300] = "";

        assert_true(png_write(copy, &asked.got.pictures[0], NULL, 0));
        harm(&asked, (enum harm) how, copy);
        enum golden_status status = golden_picture(&asked.set, golden, why, sizeof(why));

        if (status != harms[how])
            fail_msg("harm %d: %s: %s", how, golden_status_name(status), why);
        assert_int_equal(golden_pixels(&asked.set, golden, &pixels, why, sizeof(why)),
                         harms[how]);
        assert_true((how != GREY && how != RGB) || strstr(why, "channels"));
        pixels_finish(&pixels);
        rmdir(copy);
        unlink(copy);
    }
    log_hold(false);
    blessed_finish(&asked);
}

// ---- records that are others ----

static const struct edit {
    const char *from, *to; // the first of these becomes that
    const char *says;      // in the fault of the set, or of the case
    bool whole;            // it is the set's
} edits[] = {
    { "fpstripe-goldens/1", "fpstripe-goldens/2", "schema", true },
    { "\"cases\"", "\"casez\"", "casez: there is no such key", true },
    { "\"simulated\": true", "\"simulated\": 1", "true or false", true },
    { "\"key\": \"simulated/", "\"key\": \"nvidia/", "these are goldens of nvidia/",
      true },
    { "{", "[", GOLDEN_FILE ":", true },
    { "\"renderer\": \"\"", "\"renderer\": \"x\"", "not the one that was blessed",
      false },
    { "\"fraction_bits\": 23", "\"fraction_bits\": 22", "not the one that", false },
    { "\"status\": \"ok\"", "\"status\": \"folded\"", "not the one that", false },
    { "\"rne\"", "\"rtz\"", "not the one that was blessed", false },
    { "\"pixels_sha256\": \"", "\"pixels_sha256\": \"0", "not the one that", false },
    { "\"reason\": \"a ", "\"reason\": \"b ", "not the one that was blessed", false },
    { "\"topic\": null,", "", "not the one that was blessed", false },
    { "\"topic\": null,", "\"topic\": null, \"more\": 1,", "there is no such key",
      false },
    { "\"record_sha256\": \"", "\"record_sha256\": \"0", "is longer than", false },
    { "\"record_sha256\"", "\"record\"", "there is no such key", false },
    { "\"name\": \"stripes", "\"name\": \"stripez", "not the one that", false },
};

static char *replace(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    size_t size = strlen(text) + strlen(to) + 1;
    char *other = malloc(size);

    assert_non_null(at);
    assert_non_null(other);
    snprintf(other, size, "%.*s%s%s", (int) (at - text), text, to, at + strlen(from));
    return other;
}

static void records(void **state)
{
    static struct asked asked;

    (void) state;
    blessed_measure(&asked, "fake:rne", blessed_only("stripes", 16));
    blessed_bless(&asked);
    char *text = golden_json(&asked.set);

    for (size_t i = 0; i < sizeof(edits) / sizeof(*edits); i++) {
        char *other = replace(text, edits[i].from, edits[i].to);
        struct golden_set set;

        put(blessed_path_in(&asked, GOLDEN_FILE), other, strlen(other));
        assert_true(golden_read(&set, asked.folder, BLESSED_KEY));
        const char *fault = edits[i].whole ? set.fault
                            : set.count    ? set.goldens[0].fault
                                           : "none";

        if (!strstr(fault, edits[i].says))
            fail_msg("%s to %s: \"%s\"", edits[i].from, edits[i].to, fault);
        assert_int_equal(set.count, edits[i].whole ? 0 : 1);
        golden_finish(&set);
        free(other);
    }
    // White space is not content; a case twice is.
    char *other = replace(text, "\"cases\": [", "\n\n \"cases\":\t[  ");

    put(blessed_path_in(&asked, GOLDEN_FILE), other, strlen(other));
    assert_true(try_record(&asked));
    free(other);
    free(text);
    blessed_finish(&asked);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits),
        cmocka_unit_test(pictures),
        cmocka_unit_test(records),
    };
    const struct CMUnitTest exhaustive[] = { cmocka_unit_test(every_bit) };

    if (argc > 1 && !strcmp(argv[1], "exhaustive"))
        return cmocka_run_group_tests(exhaustive, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
