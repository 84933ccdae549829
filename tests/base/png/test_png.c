// SPDX-License-Identifier: MIT

#include "base/file.h"
#include "base/fp_format.h"
#include "base/log.h"
#include "base/pixels.h"
#include "base/png/png.h"
#include "tests/shared/group.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define WIDTH  64
#define HEIGHT 52

static char folder[] = "/tmp/fpstripe-png-XXXXXX";
static char path[128];

static const struct png_note notes[] = { { "probe", "stripes" },
                                         { "device", "caf\u00e9 \u2603 \x80 \x1b" } };

// "/tmp/.../name", in static storage.
static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static struct pixels stripes(enum readout readout)
{
    struct pixels pixels;

    pixels_init(&pixels, WIDTH, HEIGHT, readout);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            pixels_row(&pixels, y)[x] =
                0x01020304u * (uint32_t) (y / 2) + 0x00010305u * (uint32_t) x;
    return pixels;
}

static void write_bytes(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static int count_files(void)
{
    DIR *directory = opendir(folder);
    int count = -2; // . and ..

    assert_non_null(directory);
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

static int make_folder(void **state)
{
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;

    while ((entry = readdir(directory)))
        unlink(in_folder(entry->d_name));
    closedir(directory);
    return rmdir(folder);
}

static struct group this_group = { .name = "png",
                                   .set_up = make_folder,
                                   .tear_down = remove_folder };

TEST(test_round_trip)
{
    struct pixels pixels = stripes(READOUT_BITS);
    struct png_picture picture;

    assert_true(png_write(in_folder("a.png"), &pixels, notes, 2));
    assert_true(png_read(path, &picture));
    assert_int_equal(picture.width, WIDTH);
    assert_int_equal(picture.height, HEIGHT);
    assert_int_equal(picture.channels, 4);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        for (int byte = 0; byte < 4; byte++)
            assert_int_equal(picture.bytes[4 * i + byte],
                             pixels.words[i] >> 8 * byte & 0xff);
    png_finish(&picture);
    assert_null(picture.bytes);
    pixels_finish(&pixels);
}

TEST(test_bytes)
{
    uint8_t bytes[WIDTH * HEIGHT * 3];
    struct png_picture picture;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t) (i * i >> 3);
    assert_true(png_write_grey(in_folder("grey.png"), WIDTH, HEIGHT, bytes, NULL, 0));
    assert_true(png_read(path, &picture));
    assert_int_equal(picture.channels, 1);
    assert_memory_equal(picture.bytes, bytes, WIDTH * HEIGHT);
    png_finish(&picture);
    assert_true(png_write_rgb(in_folder("rgb.png"), WIDTH, HEIGHT, bytes, notes, 1));
    assert_true(png_read(path, &picture));
    assert_int_equal(picture.channels, 3);
    assert_memory_equal(picture.bytes, bytes, sizeof bytes);
    png_finish(&picture);
}

// The same pixels and notes, the same file: no time, no chance.
TEST(test_deterministic)
{
    struct pixels pixels = stripes(READOUT_RGBA8);
    size_t size, again;

    assert_true(png_write(in_folder("one.png"), &pixels, notes, 2));
    char *one = file_read(path, 1 << 20, &size);
    assert_true(png_write(in_folder("two.png"), &pixels, notes, 2));
    assert_true(png_write(path, &pixels, notes, 2)); // over itself
    char *two = file_read(path, 1 << 20, &again);
    assert_int_equal(size, again);
    assert_memory_equal(one, two, size);
    assert_non_null(memmem(one, size, "probe\0stripes", 13));
    assert_non_null(memmem(one, size, "device\0caf\xe9 ? ", 14));
    assert_null(memmem(one, size, "tIME", 4));
    free(one);
    free(two);
    pixels_finish(&pixels);
}

// Every cut, and a bit turned over at every place: an error in one line or a picture,
// never a crash. What a checksum protects must be an error.
TEST(test_hostile)
{
    struct pixels pixels = stripes(READOUT_BITS);
    struct png_picture picture;
    size_t size;
    int refused = 0, variants = 0;

    assert_true(png_write(in_folder("good.png"), &pixels, notes, 2));
    char *bytes = file_read(path, 1 << 20, &size);
    in_folder("bad.png");
    log_hold(true);
    for (size_t cut = 0; cut < size; cut += cut < 120 || cut + 60 > size ? 1 : 29) {
        write_bytes(path, bytes, cut);
        assert_false(png_read(path, &picture));
        assert_null(picture.bytes);
        assert_int_equal(strncmp(log_last_error(), path, strlen(path)), 0);
    }
    for (size_t place = 0; place < size; place += place < 150 ? 1 : 13, variants++) {
        bytes[place] ^= (char) (1 << place % 8);
        write_bytes(path, bytes, size);
        refused += !png_read(path, &picture);
        png_finish(&picture);
        bytes[place] ^= (char) (1 << place % 8);
    }
    // Only the ancillary texts, and what follows the pixels, may be damaged unseen.
    assert_true(refused > variants * 3 / 5);
    log_hold(false);
    free(bytes);
    pixels_finish(&pixels);
}

// Headers that promise what is not there. CRCs are right: libpng sees the values.
TEST(test_headers)
{
    static const struct {
        const char *ihdr; // 13 bytes and their CRC-32
        const char *message;
    } cases[] = {
        { "\x40\x00\x00\x00\x40\x00\x00\x00\x08\x06\x00\x00\x00\x58\x94\xee\xbe",
          "1073741824 x 1073741824 pixels; at most 16384 a side" },
        // More bytes than an off_t counts.
        { "\x7f\xff\xff\xff\x7f\xff\xff\xff\x10\x06\x00\x00\x00\x44\x59\xd7\x25",
          "2147483647 x 2147483647 pixels; at most 16384 a side" },
        { "\x00\x00\x40\x00\x00\x00\x40\x00\x08\x06\x00\x00\x00\xa9\xc8\x10\x84",
          "too large a picture" },
        { "\x00\x00\x00\x00\x00\x00\x00\x01\x08\x06\x00\x00\x00\xf0\xd7\xaf\xb7",
          "invalid IHDR" },
        { "\x00\x00\x00\x01\x00\x00\x00\x01\x10\x06\x00\x00\x00\x4f\x85\x18\xca",
          "not 8 bits" },
    };
    struct png_picture picture;

    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char file[8 + 8 + 17 + 8];
        memcpy(file, "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16);
        memcpy(file + 16, cases[i].ihdr, 17);
        memcpy(file + 33, "\0\0\0\x10IDAT", 8);
        write_bytes(in_folder("header.png"), file, sizeof file);
        assert_false(png_read(path, &picture));
        if (!strcasestr(log_last_error(), cases[i].message))
            fail_msg("\"%s\", not \"%s\"", log_last_error(), cases[i].message);
    }
    log_hold(false);
}

static void expect_failure(const char *name, const char *reason)
{
    struct pixels pixels = stripes(READOUT_BITS);
    int before = count_files();

    log_hold(true);
    assert_false(png_write(name, &pixels, notes, 2));
    if (!strstr(log_last_error(), reason))
        fail_msg("\"%s\", not \"%s\"", log_last_error(), reason);
    assert_int_equal(strncmp(log_last_error(), name, strlen(name)), 0);
    log_hold(false);
    assert_int_equal(count_files(), before); // nothing half-written stays
    pixels_finish(&pixels);
}

TEST(test_unwritable)
{
    char name[300], file[256];

    expect_failure("/nonexistent/a.png", "No such file or directory");
    expect_failure(folder, "Is a directory");
    write_bytes(in_folder("plain"), "x", 1);
    snprintf(file, sizeof file, "%s/a.png", path);
    expect_failure(file, "Not a directory");
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    name[0] = '/';
    expect_failure(name, "File name too long");
}

// A disk that fills while a file is written: the older file stays as it was, and none
// beside it.
TEST(test_file_too_large)
{
    struct rlimit all, few;
    size_t size;

    write_bytes(in_folder("kept.png"), "older", 5);
    char name[sizeof path];
    strcpy(name, path);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    few = all;
    few.rlim_cur = 100;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    expect_failure(name, "File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    char *bytes = file_read(name, 1 << 20, &size);
    assert_int_equal(size, 5);
    assert_memory_equal(bytes, "older", 5);
    free(bytes);
}

// A full disk. The device itself must survive.
TEST(test_full)
{
    struct stat status;

    if (stat("/dev/full", &status) || !S_ISCHR(status.st_mode))
        skip();
    expect_failure("/dev/full", "No space left on device");
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

TEST(test_unreadable)
{
    struct png_picture picture;

    log_hold(true);
    assert_false(png_read("/nonexistent/a.png", &picture));
    assert_non_null(strstr(log_last_error(), "No such file or directory"));
    assert_false(png_read(folder, &picture));
    assert_non_null(strstr(log_last_error(), "Is a directory"));
    log_hold(false);
}
