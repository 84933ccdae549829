// SPDX-License-Identifier: MIT
//
// `test_shot --dump FILE...` writes what it reads as PGM, one after the other, for those
// who make pictures of every kind without libpng (analyze.py).

#include "base/log.h"
#include "base/png/png.h"
#include "image/shot.h"
#include "tests/shared/group.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIDE 32

static char folder[] = "/tmp/fpstripe-shot-XXXXXX";
static char path[128];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void set(uint8_t rgb[3], int red, int green, int blue)
{
    rgb[0] = (uint8_t) red;
    rgb[1] = (uint8_t) green;
    rgb[2] = (uint8_t) blue;
}

// A level becomes base + level / part in each channel; of a part 0 the base alone.
static const struct dyed {
    const char *name;
    int base[3], part[3];
    int first; // row from which on levels must be as they were: above is something loud
    bool page; // that is white
} dyes[] = {
    { "plain", { 0, 0, 0 }, { 1, 1, 1 }, 0, false },
    { "red", { 0, 0, 0 }, { 1, 0, 0 }, 0, false },
    { "blue", { 0, 0, 0 }, { 8, 4, 1 }, 0, false },
    { "cyan", { 10, 0, 0 }, { 0, 1, 1 }, 0, false },
    // White stays white: the paper was red.
    { "on red", { 255, 0, 0 }, { 0, 1, 1 }, 0, false },
    { "header", { 0, 0, 0 }, { 1, 1, 1 }, SIDE / 4, false },
    { "page", { 0, 0, 0 }, { 8, 4, 1 }, SIDE / 2, true },
};

static uint8_t level_at(int x, int y)
{
    return (uint8_t) (8 * x + y % 8);
}

static void dye(const struct dyed *dyed, int x, int y, uint8_t rgb[3])
{
    int levels[3];

    for (int c = 0; c < 3; c++)
        levels[c] = dyed->base[c] + (dyed->part[c] ? level_at(x, y) / dyed->part[c] : 0);
    set(rgb, levels[0], levels[1], levels[2]);
    if (y < dyed->first && dyed->page)
        set(rgb, 255, 255, 255);
    else if (y < dyed->first)
        set(rgb, 20 * (x % 8), 30, x < SIDE / 2 ? 250 : 60);
}

static void test_dyes(void **state)
{
    uint8_t bytes[SIDE * SIDE * 3];
    struct shot shot;

    for (size_t i = 0; i < COUNT_OF(dyes); i++) {
        for (int p = 0; p < SIDE * SIDE; p++)
            dye(&dyes[i], p % SIDE, p / SIDE, bytes + 3 * p);
        assert_true(png_write_rgb(in_folder("dyed.png"), SIDE, SIDE, bytes, NULL, 0));
        assert_true(shot_read(&shot, path));
        assert_int_equal(shot.width, SIDE);
        assert_int_equal(shot.height, SIDE);
        for (int p = dyes[i].first * SIDE; p < SIDE * SIDE; p++)
            if (shot.grey[p] != level_at(p % SIDE, p / SIDE))
                fail_msg("%s: pixel %d, %d: got %d want %d", dyes[i].name, p % SIDE,
                         p / SIDE, shot.grey[p], level_at(p % SIDE, p / SIDE));
        shot_finish(&shot);
        assert_null(shot.grey);
    }
}

// Every sum of three channels is divided as it should be.
static void test_mean(void **state)
{
    uint8_t bytes[256 * 3 * 3];
    struct shot shot;

    for (int i = 0; i < 256 * 3; i++)
        set(bytes + 3 * i, i / 3, i / 3 - (i % 3 == 1 && i > 2),
            i / 3 + (i % 3 == 2 && i < 765));
    assert_true(png_write_rgb(in_folder("mean.png"), 256 * 3, 1, bytes, NULL, 0));
    assert_true(shot_read(&shot, path));
    for (int i = 0; i < 256 * 3; i++)
        assert_int_equal(shot.grey[i],
                         (bytes[3 * i] + bytes[3 * i + 1] + bytes[3 * i + 2] + 1) / 3);
    shot_finish(&shot);
}

// The words of a raw picture are no greys; those of an 8-bit target are.
static void test_words(void **state)
{
    const char *hash =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.png";
    struct pixels pixels;
    struct shot shot;

    pixels_init(&pixels, 3, 2, READOUT_BITS);
    for (int i = 0; i < 6; i++)
        pixels.words[i] = 0x3f800000u + (uint32_t) i;
    assert_true(png_write(in_folder("words.png"), &pixels, NULL, 0));
    assert_true(shot_read(&shot, path)); // a picture like any other
    shot_finish(&shot);
    assert_true(png_write(in_folder(hash), &pixels, NULL, 0));
    log_hold(true);
    assert_false(shot_read(&shot, path));
    assert_null(shot.grey);
    assert_non_null(strstr(log_last_error(), "show DIR --picture PROBE"));
    log_hold(false);
    for (int i = 0; i < 6; i++)
        pixels.words[i] = 0xff000000u | 0x010101u * (uint32_t) (40 * i);
    assert_true(png_write(path, &pixels, NULL, 0));
    assert_true(shot_read(&shot, path));
    for (int i = 0; i < 6; i++)
        assert_int_equal(shot.grey[i], 40 * i);
    shot_finish(&shot);
    for (int i = 0; i < 6; i++)
        pixels.words[i] = 0xff000000u | 0x010201u * (uint32_t) (25 * i); // dyed
    assert_true(png_write(path, &pixels, NULL, 0));
    assert_true(shot_read(&shot, path));
    shot_finish(&shot);
    assert_int_equal(unlink(path), 0);
    pixels_finish(&pixels);
}

static bool reads(uint8_t *bytes, size_t size)
{
    FILE *file = fmemopen(bytes, size, "rb");
    struct shot shot;
    bool ok;

    assert_non_null(file);
    ok = shot_read_file(&shot, file, "memory");
    assert_true(ok || !shot.grey);
    assert_true(ok || !strncmp(log_last_error(), "memory: ", 8));
    shot_finish(&shot);
    fclose(file);
    return ok;
}

// Every cut, and every bit turned over: all of it is under a checksum.
static void test_damage(void **state)
{
    uint8_t bytes[SIDE * SIDE], file[4096];
    FILE *stream;
    size_t size;

    for (int i = 0; i < SIDE * SIDE; i++)
        bytes[i] = (uint8_t) (i * i >> 5);
    assert_true(png_write_grey(in_folder("good.png"), SIDE, SIDE, bytes,
                               &(struct png_note){ "probe", "stripes" }, 1));
    stream = fopen(path, "rb");
    assert_non_null(stream);
    size = fread(file, 1, sizeof file, stream);
    fclose(stream);
    assert_in_range(size, 100, sizeof file - 1);
    assert_true(reads(file, size));
    log_hold(true);
    for (size_t cut = 1; cut < size; cut++)
        assert_false(reads(file, cut));
    for (size_t bit = 0; bit < 8 * size; bit++) {
        file[bit / 8] ^= (uint8_t) (1 << bit % 8);
        if (reads(file, size))
            fail_msg("bit %zu is turned over, and nobody saw it", bit);
        file[bit / 8] ^= (uint8_t) (1 << bit % 8);
    }
    log_hold(false);
}

static int make_folder(void **state)
{
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    static const char *const names[] = { "dyed.png", "mean.png", "words.png",
                                         "good.png" };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        unlink(in_folder(names[i]));
    return rmdir(folder);
}

static int dump(int count, char **names)
{
    struct shot shot;

    for (int i = 0; i < count; i++) {
        if (!shot_read(&shot, names[i]))
            return 1;
        printf("P5 %d %d 255\n", shot.width, shot.height);
        fwrite(shot.grey, (size_t) shot.width, (size_t) shot.height, stdout);
        shot_finish(&shot);
    }
    return 0;
}

TEST_GROUP(shot)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dyes),
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_damage),
    };

    if (group_argc > 1 && !strcmp(group_argv[1], "--dump"))
        return dump(group_argc - 2, group_argv + 2);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
