// SPDX-License-Identifier: MIT
//
// Parts of sweeps in files: part_read reads what part_write wrote, and refuses a file
// that was cut, damaged or made up in a line that says why.

#include "base/file.h"
#include "base/log.h"
#include "base/sha256.h"
#include "sweep/sweep.h"
#include "tests/shared/group.h"
#include "tests/sweep/sweep_fakes.h"

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/fpstripe-part-XXXXXX", path[100];
#define HEX 64 // digits of the hash

static char *text; // a good part
static size_t size;

static struct sweep made(void)
{
    struct sweep sweep = sweep_fakes_new();
    struct sweep_fakes_how how = { 3, false, -1, 0 };
    struct backend backend = sweep_fakes_backend(&how);

    sweep.domain.last = 64 * 40 - 3; // so that files are small
    assert_true(sweep_make(&sweep, &backend, &(struct sweep_work){ .shard = { 1, 3 } }));
    return sweep;
}

static int set_up(void **state)
{
    struct sweep sweep = made();

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.part", folder);
    assert_true(part_write(path, &sweep, (struct sweep_shard){ 1, 3 }));
    text = file_read(path, 1 << 20, &size);
    sweep_finish(&sweep);
    return 0;
}

static int tear_down(void **state)
{
    unlink(path);
    free(text);
    return rmdir(folder); // nothing else was left
}

static void write_file(const char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static bool reads(const char *bytes, size_t count)
{
    struct sweep sweep;
    struct sweep_shard shard;
    bool ok;

    write_file(bytes, count);
    ok = part_read(path, &sweep, &shard, sweep_fakes_find);
    assert_true(ok || !sweep.chunks);
    if (!ok && strncmp(log_last_error(), path, strlen(path)) != 0)
        fail_msg("no path in %s", log_last_error());
    sweep_finish(&sweep);
    return ok;
}

static struct group this_group = { .name = "part",
                                   .set_up = set_up,
                                   .tear_down = tear_down };

TEST(round_trip)
{
    struct sweep want = made(), got;
    struct sweep_shard shard;
    size_t again_size;
    char *again;

    write_file(text, size);
    assert_true(part_read(path, &got, &shard, sweep_fakes_find));
    assert_true(sweep_fakes_same(&want, &got));
    assert_int_equal(shard.index, 1);
    assert_int_equal(shard.count, 3);
    assert_true(sweep_done(&got, shard));
    assert_true(part_write(path, &got, shard));
    again = file_read(path, 1 << 20, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, text, size);
    free(again);
    sweep_finish(&want);
    sweep_finish(&got);
}

TEST(cut)
{
    log_hold(true);
    for (size_t length = 0; length < size; length += 1 + length % 193)
        assert_false(reads(text, length));
    assert_true(reads(text, size));
    assert_false(reads("[]", 2));
    log_hold(false);
}

// Adds the right hash to the bytes.
static void sign(char *bytes)
{
    struct sha256 sha;
    char hex[HEX + 1];

    sha256_init(&sha);
    sha256_add(&sha, bytes, size - HEX);
    sha256_hex(&sha, hex);
    memcpy(bytes + size - HEX, hex, HEX);
}

// Damage is found by the hash; with a hash that fits, by its effect, or it does no harm.
TEST(bent)
{
    char *copy = malloc(size);
    uint32_t seed = 1;
    int refused = 0;

    log_hold(true);
    for (int i = 0; i < 300; i++) {
        memcpy(copy, text, size);
        for (int k = 0; k <= i % 3; k++) {
            seed = domain_mix(seed + 1);
            copy[seed % (size - HEX)] ^= (char) (1 << (seed >> 20) % 8);
        }
        assert_false(reads(copy, size));
        sign(copy);
        refused += !reads(copy, size);
    }
    log_hold(false);
    // The others differ in a sum, an error, or what came.
    assert_true(refused > 150);
    free(copy);
}

// A part with `count` other bytes at an offset, and the hash that fits.
static void refuses(size_t at, const void *bytes, size_t count, const char *says)
{
    char *copy = malloc(size);

    memcpy(copy, text, size);
    memcpy(copy + at, bytes, count);
    sign(copy);
    if (reads(copy, size))
        fail_msg("byte %zu: taken, not refused: %s", at, says);
    if (!strstr(log_last_error(), says))
        fail_msg("byte %zu: got %s want %s", at, log_last_error(), says);
    free(copy);
}

// Offsets of fields, as part.c lays them out.
enum {
    VERSION = 8,
    FUNCTION = VERSION + 16,
    MATH = FUNCTION + 64,
    RESULT = MATH + 32,
    ROUND = RESULT + 16,
    DOMAIN = ROUND + 8,
    BITS = DOMAIN + 16,
    SEED = BITS + 8,
    LOW = SEED + 8,
    SPAN = LOW + 8,
    FIRST = SPAN + 8,
    LAST = FIRST + 8,
    WHERE = LAST + 8,
    SHARD = WHERE + 8 + 160 + 160 + 12 + 12 + 32 + 8,
    SHARDS = SHARD + 8,
    CHUNKS = SHARDS + 8,
    HEAD = CHUNKS + 8,
    SIDE = HEAD + 8,
    SECOND = SIDE + 2 * sizeof(struct cell),
};

static const struct {
    size_t at;
    uint64_t word;
    const char *says;
} made_up_cases[] = {
    { 0, 1, "not a part of a sweep" },
    { BITS, 47, "no such domain" },
    { BITS, 40, "no such domain" },
    { SEED, UINT64_C(1) << 32, "no such domain" },
    { LOW, INT64_MAX, "no such domain" },
    { SPAN, 0, "no such domain" },
    { LAST, 0x4000, "no such domain" },
    { LAST, 0x5fd, "not in the domain" },
    { FIRST, 0x9fe, "no such domain" },
    { SHARD, 3, "no such shard" },
    { SHARDS, 257, "no such shard" },
    { SHARDS, 0, "no such shard" },
    { CHUNKS, 257, "more records than a sweep has" },
    { CHUNKS, UINT64_MAX, "more records than a sweep has" },
    { CHUNKS, 2, "the size does not fit" },
    { HEAD, 256, "chunk 256: not in the domain" },
    { HEAD, UINT64_MAX, "not in the domain" },
    { HEAD, 200, "chunk 200: not in the domain" },
    { HEAD, 2, "chunk 2: an extreme is not in it" },
    { SECOND, 1, "chunk 1: there twice" },
    { SIDE, 65, "chunk 1: its counts do not add up" },
    { SIDE + offsetof(struct cell, correct), 33, "chunk 1: its counts do not add up" },
    { SIDE + offsetof(struct cell, bins), 1, "chunk 1: its counts do not add up" },
    { SIDE + offsetof(struct cell, bins), UINT64_MAX, "its counts do not add up" },
    { SIDE + offsetof(struct cell, sum), UINT64_C(1) << 63, "its counts do not add up" },
    { SIDE + offsetof(struct cell, sum_abs), UINT64_MAX, "its counts do not add up" },
    { SIDE + offsetof(struct cell, beyond), 60, "chunk 1: its counts do not add up" },
    { SIDE + offsetof(struct cell, unsettled), 129, "its counts do not add up" },
    { SIDE + offsetof(struct cell, ulp), UINT64_C(0x7ff8000000000000), "an extreme" },
    { SIDE + offsetof(struct cell, ulp), UINT64_C(0xbff0000000000000), "an extreme" },
    { SIDE + offsetof(struct cell, ulp.number), 1, "chunk 1: an extreme is not in it" },
    { SIDE + offsetof(struct cell, ulp.number), CELL_NONE, "chunk 1: " },
    { SIDE + offsetof(struct cell, falls), 1, "chunk 1: an extreme is not in it" },
    { SIDE + offsetof(struct cell, first_fall), 0x40,
      "chunk 1: an extreme is not in it" },
    { SIDE + offsetof(struct cell, breaks), UINT64_MAX, "an extreme is not in it" },
};

TEST(made_up)
{
    const char wrong[] = "99.9", other[] = "cpu:none", sinh_[] = "sinh",
               bad[] = "\033[1m";

    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(made_up_cases); i++)
        refuses(made_up_cases[i].at, &made_up_cases[i].word, 8, made_up_cases[i].says);
    refuses(VERSION, wrong, sizeof wrong, "another version");
    refuses(FUNCTION, other, sizeof other, "no function cpu:none here");
    refuses(MATH, sinh_, sizeof sinh_, "cpu:fake is another function here");
    refuses(RESULT, "binary32", 9, "cpu:fake is another function here");
    refuses(ROUND, "rtz", 4, "cpu:fake is another function here");
    refuses(DOMAIN, "bits", 5, "not swept over this domain");
    refuses(WHERE, "elsewhere", 8, "a name in it is no text");
    refuses(WHERE + 8, bad, sizeof bad, "a name in it is no text");
    log_hold(false);
}

static int files_there(void)
{
    DIR *list = opendir(folder);
    const struct dirent *entry;
    int count = 0;

    while ((entry = readdir(list)))
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(list);
    return count;
}

TEST(not_written)
{
    struct sweep sweep = made();
    const struct sweep_shard shard = { 1, 3 };
    char nowhere[140];

    log_hold(true);
    snprintf(nowhere, sizeof nowhere, "%s/none/a.part", folder);
    assert_false(part_write(nowhere, &sweep, shard));
    assert_non_null(strstr(log_last_error(), "No such file"));
    assert_false(part_write("/dev/full/a", &sweep, shard));
    snprintf(nowhere, sizeof nowhere, "%s/is-a-folder", folder);
    mkdir(nowhere, 0777);
    assert_false(part_write(nowhere, &sweep, shard));
    assert_int_equal(files_there(), 2); // that and the part: no stage stays
    assert_false(part_read(nowhere, &(struct sweep){ 0 }, &(struct sweep_shard){ 0 },
                           sweep_fakes_find));
    assert_non_null(strstr(log_last_error(), "Is a directory"));
    rmdir(nowhere);
    assert_false(part_read(nowhere, &(struct sweep){ 0 }, &(struct sweep_shard){ 0 },
                           sweep_fakes_find));
    log_hold(false);
    sweep_finish(&sweep);
}
