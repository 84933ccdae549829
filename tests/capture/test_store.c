// SPDX-License-Identifier: MIT
//
// Pictures by their hash: written once, found from below, read strictly, pruned.

#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"
#include "capture/capture.h"
#include "capture/prune.h"
#include "capture/store.h"
#include "tests/shared/group.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define WIDTH  3
#define HEIGHT 2

static char folder[] = "/tmp/fpstripe-store-XXXXXX";

static int set_up(void **state)
{
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static struct group this_group = { .name = "store",
                                   .set_up = set_up,
                                   .tear_down = tear_down };

static void make_pixels(struct pixels *pixels, int width, int height, uint32_t first)
{
    pixels_init(pixels, width, height, READOUT_BITS);
    for (int i = 0; i < width * height; i++)
        pixels->words[i] = first + 0x01020304u * (uint32_t) i;
}

// Writes a picture, sets its hash and path, and returns what came of it.
static enum store_written put(const char *place, uint32_t first, char hash[65],
                              char path[PATH_MAX])
{
    struct pixels pixels;
    enum store_written written;

    make_pixels(&pixels, WIDTH, HEIGHT, first);
    pixels_hash(&pixels, hash);
    written = store_write(place, hash, &pixels);
    snprintf(path, PATH_MAX, "%s/" STORE_FOLDER "/%s.png", place, hash);
    pixels_finish(&pixels);
    return written;
}

static void expect_words(const char *place, const char *hash, uint32_t first)
{
    struct pixels want, got;

    make_pixels(&want, WIDTH, HEIGHT, first);
    assert_true(store_read(place, hash, READOUT_BITS, &got));
    assert_int_equal(got.width, WIDTH);
    assert_int_equal(got.height, HEIGHT);
    assert_memory_equal(got.words, want.words, WIDTH * HEIGHT * sizeof *want.words);
    pixels_finish(&want);
    pixels_finish(&got);
}

static void expect_fault(const char *place, const char *hash, const char *says)
{
    struct pixels got;

    log_hold(true);
    assert_false(store_read(place, hash, READOUT_BITS, &got));
    log_hold(false);
    assert_null(got.words);
    if (!strstr(log_last_error(), says) || !strstr(log_last_error(), hash))
        fail_msg("\"%s\", not \"%s\"", log_last_error(), says);
}

static void overwrite(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// sha256sum gives this hash for `printf '\1\0\0\0\2\0\0\0\1\2\3\4\5\6\7\10'`.
TEST(hash)
{
    struct pixels pixels, turned;
    char hash[65], other[65];

    pixels_init(&pixels, 1, 2, READOUT_BITS);
    pixels_init(&turned, 2, 1, READOUT_BITS);
    pixels.words[0] = turned.words[0] = 0x04030201;
    pixels.words[1] = turned.words[1] = 0x08070605;
    pixels_hash(&pixels, hash);
    pixels_hash(&turned, other);
    assert_string_equal(
        hash, "910daa88559b96dd66039901334423a3f1725e3eda52112741f0d1878db3126a");
    assert_string_not_equal(hash, other);
    pixels_finish(&pixels);
    pixels_finish(&turned);
}

// A picture that is there is not written again; a damaged one is.
TEST(written_once)
{
    char hash[65], path[PATH_MAX];
    struct stat before, after;

    assert_int_equal(put(".", 7, hash, path), STORE_MADE);
    assert_int_equal(stat(path, &before), 0);
    assert_int_equal(put(".", 7, hash, path), STORE_FOUND);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    overwrite(path, "half a picture");
    assert_int_equal(put(".", 7, hash, path), STORE_MADE);
    expect_words(".", hash, 7);
    unlink(path);
    rmdir(STORE_FOLDER);
}

// Nothing but a regular file is replaced, and nobody waits for a pipe.
TEST(strangers)
{
    char hash[65], path[PATH_MAX];

    assert_int_equal(put(".", 7, hash, path), STORE_MADE);
    unlink(path);
    assert_int_equal(mkfifo(path, 0666), 0);
    log_hold(true);
    assert_int_equal(put(".", 7, hash, path), STORE_FAILED);
    log_hold(false);
    assert_non_null(strstr(log_last_error(), "not a regular file"));
    unlink(path);
    rmdir(STORE_FOLDER);
    overwrite(STORE_FOLDER, "a file");
    log_hold(true);
    assert_int_equal(put(".", 7, hash, path), STORE_FAILED);
    log_hold(false);
    unlink(STORE_FOLDER);
}

TEST(found_above)
{
    char hash[65], other[65], path[PATH_MAX], upper[PATH_MAX], lower[PATH_MAX];

    assert_int_equal(mkdir("a", 0777), 0);
    assert_int_equal(mkdir("a/b", 0777), 0);
    put(".", 7, hash, upper);
    expect_words("a/b", hash, 7);
    put("a", 7, hash, lower);
    assert_true(store_find("a/b", hash, path));
    assert_string_equal(path + strlen(path) - strlen(lower + 1), lower + 1);
    unlink(lower);
    put("a", 8, other, lower); // a nearer store without the picture
    assert_true(store_find("a/b", hash, path));
    expect_words("a/b", hash, 7);
    expect_fault("a/b", "00", "nor in a folder above");
    unlink(upper);
    unlink(lower);
    rmdir("a/" STORE_FOLDER);
    rmdir("a/b");
    rmdir("a");
    rmdir(STORE_FOLDER);
}

TEST(read_strictly)
{
    char hash[65], other[65], path[PATH_MAX], wrong[PATH_MAX];
    static const uint8_t greys[WIDTH * HEIGHT];
    struct pixels turned;

    put(".", 7, hash, path);
    put(".", 8, other, wrong);
    assert_int_equal(rename(wrong, path), 0);
    expect_fault(".", hash, "another hash");
    make_pixels(&turned, HEIGHT, WIDTH, 7); // the same words in another shape
    assert_true(png_write(path, &turned, NULL, 0));
    expect_fault(".", hash, "another hash");
    assert_true(png_write_grey(path, WIDTH, HEIGHT, greys, NULL, 0));
    expect_fault(".", hash, "1 channels");
    overwrite(path, "\x89PNG\r\n\x1a\n");
    expect_fault(".", hash, "");
    unlink(path);
    assert_int_equal(symlink("/dev/zero", path), 0);
    expect_fault(".", hash, "a link");
    unlink(path);
    expect_fault(".", hash, "no such picture");
    pixels_finish(&turned);
    rmdir(STORE_FOLDER);
}

// Writes a capture that names a picture.
static void put_capture(const char *path, const char *hash)
{
    struct capture capture = { .tasks = 1 };
    struct capture_question question = { .probe = "stripes",
                                         .precision = 24,
                                         .emax = 127,
                                         .width = 512,
                                         .rows = 1,
                                         .lines = memory_new(1, sizeof *question.lines),
                                         .line_count = 1 };
    struct capture_measurement *measurement = capture_add(&capture);
    char *text;

    question.lines[0] = (struct capture_row){ .id = "picture", .cases = 1 };
    snprintf(measurement->probe, sizeof measurement->probe, "stripes");
    measurement->question = capture_question(&capture, &question);
    snprintf(measurement->picture.sha256, sizeof measurement->picture.sha256, "%s", hash);
    measurement->picture.width = WIDTH;
    measurement->picture.height = HEIGHT;
    text = capture_text(&capture);
    overwrite(path, text);
    free(text);
    capture_finish(&capture);
}

// Only pictures go: not files of other names, and no folder or link of such a name.
TEST(pruned)
{
    char kept[65], gone[65], path[2][PATH_MAX], folder_of[PATH_MAX], link_of[PATH_MAX];
    const char *others[] = { STORE_FOLDER "/notes.png", STORE_FOLDER "/HASH.png" };

    put(".", 7, kept, path[0]);
    put(".", 8, gone, path[1]);
    put_capture(CAPTURE_FILE, kept);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        overwrite(others[i], "mine");
    snprintf(folder_of, PATH_MAX, STORE_FOLDER "/%064d.png", 1);
    snprintf(link_of, PATH_MAX, STORE_FOLDER "/%064d.png", 2);
    assert_int_equal(mkdir(folder_of, 0777), 0);
    assert_int_equal(symlink("notes.png", link_of), 0);
    assert_int_equal(prune_pictures("."), 1);
    assert_int_equal(access(path[0], F_OK), 0);
    assert_int_equal(access(path[1], F_OK), -1);
    assert_int_equal(prune_pictures("."), 0);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_int_equal(unlink(others[i]), 0);
    assert_int_equal(rmdir(folder_of), 0);
    assert_int_equal(unlink(link_of), 0);
    assert_true(store_remove(".", kept));
    assert_true(store_remove(".", kept));
    assert_int_equal(rmdir(STORE_FOLDER), 0);
    log_hold(true);
    assert_int_equal(prune_pictures("."), -1);
    log_hold(false);
    unlink(CAPTURE_FILE);
}

// What a capture below names stays; nothing goes if a capture cannot be read, or while a
// run holds the lock.
TEST(pruned_by_captures)
{
    char one[65], other[65], unnamed[65], path[3][PATH_MAX];
    int lock;

    assert_int_equal(mkdir("a", 0777), 0);
    put(".", 7, one, path[0]);
    put(".", 8, other, path[1]);
    put(".", 9, unnamed, path[2]);
    put_capture(CAPTURE_FILE, one);
    put_capture("a/" CAPTURE_FILE, other);
    log_hold(true);
    lock = open(".", O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(lock, LOCK_SH), 0);
    assert_int_equal(prune_pictures("."), -1);
    assert_non_null(strstr(log_last_error(), "a run writes there"));
    close(lock);
    overwrite("a/" CAPTURE_FILE, "{");
    assert_int_equal(prune_pictures("."), -1);
    if (!strstr(log_last_error(), "a/" CAPTURE_FILE))
        fail_msg("%s", log_last_error());
    assert_int_equal(access(path[1], F_OK) | access(path[2], F_OK), 0);
    log_hold(false);
    put_capture("a/" CAPTURE_FILE, other);
    assert_int_equal(prune_pictures("."), 1);
    assert_int_equal(access(path[2], F_OK), -1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(unlink(path[i]), 0);
    unlink(CAPTURE_FILE);
    unlink("a/" CAPTURE_FILE);
    assert_int_equal(rmdir("a"), 0);
    assert_int_equal(rmdir(STORE_FOLDER), 0);
}
