// SPDX-License-Identifier: MIT
//
// Parts of sweeps in files: what was written is read, and nothing else. Files that were
// cut, bent or made up are refused in a line that says where, or are whole after all.

#include "base/file.h"
#include "base/log.h"
#include "sweep/sweep.h"
#include "tests/shared/group.h"
#include "tests/sweep/sweep_fakes.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/fpstripe-part-XXXXXX", path[100];
static char *text; // of a good part
static size_t size;

static struct sweep made(void)
{
    struct sweep sweep = sweep_fakes_new(1.5);
    struct sweep_fakes_how how = { 3, false, -1, 0 };
    struct backend backend = sweep_fakes_backend(&how);

    sweep.domain.last = 64 * 40 - 3; // so that files are small
    assert_true(sweep_make(&sweep, &backend, &(struct sweep_work){ .shard = { 1, 3 } }));
    return sweep;
}

static int set_up(void **state)
{
    struct sweep sweep = made();
    const struct part_note note = { { 1, 3 }, "job 7" };

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.part.json", folder);
    assert_true(part_write(path, &sweep, &note));
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
    struct part_note note;
    bool ok;

    write_file(bytes, count);
    ok = part_read(path, &sweep, &note, sweep_fakes_find);
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
    struct part_note note;
    char *before = text;

    write_file(text, size);
    assert_true(part_read(path, &got, &note, sweep_fakes_find));
    assert_true(sweep_fakes_same(&want, &got));
    assert_int_equal(note.shard.index, 1);
    assert_int_equal(note.shard.count, 3);
    assert_string_equal(note.job, "job 7");
    assert_true(sweep_done(&got, note.shard));
    assert_true(part_write(path, &got, &note));
    text = file_read(path, 1 << 20, &size);
    assert_string_equal(before, text);
    free(before);
    sweep_finish(&want);
    sweep_finish(&got);
}

TEST(cut)
{
    log_hold(true);
    for (size_t length = 0; length < size; length += 1 + length % 193)
        assert_false(reads(text, length));
    assert_true(reads(text, size));
    log_hold(false);
}

TEST(bent)
{
    char *copy = malloc(size);
    uint32_t seed = 1;
    int refused = 0;

    log_hold(true);
    for (int i = 0; i < 1000; i++) {
        memcpy(copy, text, size);
        for (int k = 0; k <= i % 3; k++) {
            seed = domain_mix(seed + 1);
            copy[seed % size] ^= (char) (1 << (seed >> 20) % 8);
        }
        refused += !reads(copy, size);
    }
    log_hold(false);
    // The others differ in a sum, an extreme, or what came: no harm in them.
    assert_true(refused > 500);
    free(copy);
}

// The text with its first `from` replaced.
static bool reads_with(const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *copy = malloc(size + strlen(to) + 1);
    int length;
    bool ok;

    if (!at)
        fail_msg("%s is not in a part", from);
    length = sprintf(copy, "%.*s%s%s", (int) (at - text), text, to, at + strlen(from));
    ok = reads(copy, (size_t) length);
    free(copy);
    return ok;
}

static const struct {
    const char *from, *to, *says;
} made_up_cases[] = {
    { "{", "[", "no JSON" },
    { "{", "{\"more\":1,", "the file: more is not known" },
    { "{", "{\"tool\":\"1\",", "no JSON: duplicate object key" },
    { "\"job\":\"job 7\",", "", "the file: job is missing" },
    { "job 7", "\xff", "no JSON" },
    { "\"job 7\"", "7", "job: a string is wanted" },
    { "sweep-part/1", "sweep-part/2", "schema: fpstripe-sweep-part/2; fpstripe-" },
    { "\"tool\":\"", "\"tool\":\"99.", "tool: 99." },
    { "cpu:fake", "cpu:none", "function: cpu:none is not known here" },
    { "tanh", "sinh", "function: cpu:fake is tanh to binary64 by rne here" },
    { "\"rne\"", "\"rtz\"", "function: cpu:fake is tanh" },
    { "\"binary64\"", "\"binary32\"", "function: cpu:fake is tanh" },
    { "\"doubles\"", "\"bits\"", "domain.kind: no bits of cpu:fake" },
    { "\"bits\":14", "\"bits\":47", "domain.bits: an integer from 9 to 46" },
    { "\"bits\":14", "\"bits\":40", "domain.bits: doubles have not 40" },
    { "\"bits\":14", "\"bits\":14.0", "domain.bits: an integer" },
    { "\"seed\":1", "\"seed\":-1", "domain.seed" },
    { "\"span\":1", "\"span\":0", "domain.span" },
    { "\"low\":0", "\"low\":99999999999999999999999", "no JSON" },
    { "\"last\":\"9fd\"", "\"last\":\"4000\"", "domain.last: hex digits" },
    { "\"last\":\"9fd\"", "\"last\":\"09fd\"", "domain.last: hex digits" },
    { "\"last\":\"9fd\"", "\"last\":\"9FD\"", "domain.last: hex digits" },
    { "\"last\":\"9fd\"", "\"last\":\"5fd\"", "is not in the domain" },
    { "\"first\":\"0\"", "\"first\":\"9fe\"", "domain.last: before the first" },
    { "\"above\":\"3ff8", "\"above\":\"bff8", "above: a limit is not below 0" },
    { "\"above\":\"3ff8", "\"above\":\"7ff8", "above: a limit is not below 0" },
    { "\"software\":false", "\"software\":0", "backend.software" },
    { "\"name\":\"avx0\"", "\"name\":[]", "name: a string is wanted" },
    { "\"where\":\"cpu\"", "\"where\":\"elsewhere\"", "where: a string of less than 8" },
    { "\"shard\":[1,3]", "\"shard\":[3,3]", "an integer from 4 to 256" },
    { "\"shard\":[1,3]", "\"shard\":[0,257]", "an integer from 1 to 256" },
    { "\"shard\":[1,3]", "\"shard\":[1]", "a value is missing" },
    { "\"chunk\":1,", "\"chunk\":256,", "chunks[0].chunk: an integer from 0 to 255" },
    { "\"chunk\":4,", "\"chunk\":1,", "chunks[1]: chunk 1 is here twice" },
    { "\"chunk\":1,", "\"chunk\":200,", "chunks[0]: chunk 200 is not in the domain" },
    { "\"chunk\":1,", "\"chunk\":2,", "chunks[0]: a number is not in the chunk" },
    { "\"kinds\":[", "\"kinds\":[0,", "chunks[0].kinds: too many values" },
    { "\"kinds\":[", "\"kinds\":[1", "chunks[0]: an integer from 0 to 64" },
    { "\"bins\":[", "\"bins\":[0,1,", "in bins, but" },
    { "\"bins\":[", "\"bins\":[0,", "chunks[0]: " },
    { "\"bins\":[", "\"bins\":[0,0,", "chunks[0]: an integer from 1 to" },
    { "\"bins\":[", "\"bins\":[121,1,", "chunks[0]: an integer from 0 to 120" },
    { "\"sum\":-", "\"sum\":-9999", "chunks[0]: a sum is larger" },
    { "\"sum_abs\":", "\"sum_abs\":-", "chunks[0].sum_abs: an integer from 0" },
    { "\"beyond\":0", "\"beyond\":60", "beyond the sums than are finite" },
    { "\"ulp\":[\"", "\"ulp\":[\"f", "chunks[0]: " },
    { "\"ulp\":[", "\"ulp\":[1,", "chunks[0]: hex digits" },
    { "\"falls\":[0,null]", "\"falls\":[1,null]", "a first number is wanted" },
    { "\"falls\":[0,null]", "\"falls\":[0,\"40\"]", "a first number is wanted" },
    { "\"breaks\":[0,null]", "\"breaks\":[1,\"80\"]", "a number is not in the chunk" },
    { "\"edge\":[", "\"edge\":[\"1\",", "chunks[0].edge: too many values" },
    { "\"sides\":[", "\"sides\":[{},", "chunks[0]: kinds is missing" },
    { "\"listed\":[[\"", "\"listed\":[[\"1", "listed[0]: " },
    { "\"listed\":[", "\"listed\":[[\"40\",\"4000007\",\"3ff0000000000000\"],",
      "listed" },
};

TEST(made_up)
{
    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(made_up_cases); i++) {
        if (reads_with(made_up_cases[i].from, made_up_cases[i].to))
            fail_msg("%s for %s is taken", made_up_cases[i].to, made_up_cases[i].from);
        if (!strstr(log_last_error(), made_up_cases[i].says))
            fail_msg("%s for %s: got %s want %s", made_up_cases[i].to,
                     made_up_cases[i].from, log_last_error(), made_up_cases[i].says);
    }
    log_hold(false);
}

// One input more than there are, in a way that all else agrees with.
TEST(totals)
{
    const char *kinds = strstr(text, "\"kinds\":[");
    char from[80], to[80];
    int numbers[6];

    assert_int_equal(sscanf(kinds, "\"kinds\":[%d,%d,%d,%d,%d,%d]", &numbers[0],
                            &numbers[1], &numbers[2], &numbers[3], &numbers[4],
                            &numbers[5]),
                     6);
    snprintf(from, sizeof from, "\"kinds\":[%d,%d,%d", numbers[0], numbers[1],
             numbers[2]);
    snprintf(to, sizeof to, "\"kinds\":[%d,%d,%d", numbers[0], numbers[1],
             numbers[2] + 1);
    log_hold(true);
    assert_false(reads_with(from, to));
    assert_non_null(strstr(log_last_error(), "65 inputs were counted of chunk 1, which"));
    log_hold(false);
}

// A side has 32 numbers.
TEST(too_correct)
{
    char from[40];
    int correct;

    assert_int_equal(sscanf(strstr(text, "\"correct\":"), "\"correct\":%d,", &correct),
                     1);
    snprintf(from, sizeof from, "\"correct\":%d,", correct);
    log_hold(true);
    assert_false(reads_with(from, "\"correct\":33,"));
    assert_non_null(
        strstr(log_last_error(), "chunks[0]: more results are correct than can be"));
    log_hold(false);
}

TEST(deep)
{
    char *nest = malloc(1 << 20);

    log_hold(true);
    memset(nest, '[', 1 << 20);
    assert_false(reads(nest, 1 << 20));
    assert_false(reads("null", 4));
    assert_false(reads("[]", 2));
    assert_false(reads("", 0));
    assert_false(reads("\0{}", 3));
    log_hold(false);
    free(nest);
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
    const struct part_note note = { { 1, 3 }, "" };
    char nowhere[140];

    log_hold(true);
    snprintf(nowhere, sizeof nowhere, "%s/none/a.part.json", folder);
    assert_false(part_write(nowhere, &sweep, &note));
    assert_non_null(strstr(log_last_error(), "No such file"));
    assert_false(part_write("/dev/full/a", &sweep, &note));
    snprintf(nowhere, sizeof nowhere, "%s/is-a-folder", folder);
    mkdir(nowhere, 0777);
    assert_false(part_write(nowhere, &sweep, &note));
    assert_int_equal(files_there(), 2); // that and the part: no stage stays
    assert_false(part_read(nowhere, &(struct sweep){ 0 }, &(struct part_note){ 0 },
                           sweep_fakes_find));
    assert_non_null(strstr(log_last_error(), "Is a directory"));
    rmdir(nowhere);
    assert_false(part_read(nowhere, &(struct sweep){ 0 }, &(struct part_note){ 0 },
                           sweep_fakes_find));
    log_hold(false);
    sweep_finish(&sweep);
}
