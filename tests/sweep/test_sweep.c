// SPDX-License-Identifier: MIT
//
// The counts do not depend on the number of shards, the size and order of batches, or
// the place of a stop or failure. Near-ties end in the right cell; parts of different
// sweeps are not merged.

#include "base/log.h"
#include "sweep/sweep.h"
#include "tests/shared/group.h"
#include "tests/sweep/sweep_fakes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "sweep" };

static void make(struct sweep *sweep, struct sweep_shard shard, int batch, bool backwards)
{
    struct sweep_fakes_how how = { batch, backwards, -1, 0 };
    struct backend backend = sweep_fakes_backend(&how);

    assert_true(sweep_make(sweep, &backend, &(struct sweep_work){ .shard = shard }));
    assert_true(sweep_done(sweep, shard));
}

static struct sweep made_at_once(void)
{
    struct sweep sweep = sweep_fakes_new();

    make(&sweep, (struct sweep_shard){ 0, 1 }, DOMAIN_CHUNKS, false);
    return sweep;
}

TEST(any_split)
{
    static const int counts[] = { 2, 3, 7, 64, 255, 256 }, batches[] = { 1, 5, 300 };

    for (int k = 0; k < 18; k++) {
        int count = counts[k / 3];
        struct sweep whole = made_at_once();
        struct sweep all = sweep_fakes_new();
        char why[200];

        for (int i = count - 1; i >= 0; i--) {
            struct sweep part = sweep_fakes_new();
            struct sweep_shard shard = { i, count };

            make(&part, shard, batches[k % 3], k % 2);
            assert_false(sweep_done(&part, (struct sweep_shard){ 0, 1 }));
            assert_true(sweep_merge(&all, &part, why, sizeof why));
            assert_true(sweep_merge(&all, &part, why, sizeof why)); // once more
            sweep_finish(&part);
        }
        assert_true(sweep_done(&all, (struct sweep_shard){ 0, 1 }));
        assert_true(sweep_fakes_same(&whole, &all));
        sweep_finish(&all);
        sweep_finish(&whole);
    }
}

static int stop_in; // asked so many times, it says stop

static bool stop(void)
{
    return stop_in-- <= 0;
}

TEST(any_stop)
{
    struct sweep whole = made_at_once();

    for (int asked = 0; asked < 60; asked++) {
        struct sweep sweep = sweep_fakes_new();
        struct sweep_fakes_how how = { 1 + asked % 9, asked % 2, -1, 0 };
        struct backend backend = sweep_fakes_backend(&how);
        struct sweep_work work = { .shard = { 0, 1 }, .stop = stop };

        stop_in = asked;
        assert_true(sweep_make(&sweep, &backend, &work));
        assert_false(sweep_done(&sweep, work.shard));
        assert_true(how.made <= asked);
        for (int i = 0, done = 0; i < DOMAIN_CHUNKS; i++)
            if ((done += sweep.chunks[i].done) && i == DOMAIN_CHUNKS - 1)
                assert_int_equal(done, how.made);
        work.stop = NULL;
        assert_true(sweep_make(&sweep, &backend, &work));
        assert_int_equal(how.made, DOMAIN_CHUNKS); // none twice
        assert_true(sweep_fakes_same(&whole, &sweep));
        sweep_finish(&sweep);
    }
    sweep_finish(&whole);
}

TEST(any_failure)
{
    struct sweep whole = made_at_once();

    log_hold(true);
    for (int after = 0; after < DOMAIN_CHUNKS; after += 5) {
        struct sweep sweep = sweep_fakes_new();
        struct sweep_fakes_how how = { 1 + after % 7, after % 2, after, 0 };
        struct backend backend = sweep_fakes_backend(&how);
        struct sweep_work work = { .shard = { 0, 1 } };
        double done, total;

        assert_false(sweep_make(&sweep, &backend, &work));
        assert_string_equal(log_last_error(), "the device fell off the bus");
        sweep_progress(&sweep, work.shard, &done, &total);
        assert_true(done == 64 * after && total == 64 * DOMAIN_CHUNKS);
        how.fail_after = -1;
        assert_true(sweep_make(&sweep, &backend, &work));
        assert_int_equal(how.made, DOMAIN_CHUNKS);
        assert_true(sweep_fakes_same(&whole, &sweep));
        sweep_finish(&sweep);
    }
    log_hold(false);
    sweep_finish(&whole);
}

TEST(near_ties)
{
    struct sweep sweep = made_at_once();

    for (int id = 0; id < DOMAIN_CHUNKS; id++) {
        for (int side = 0; side < 2; side++) {
            const struct cell *got = &sweep.chunks[id].sides[side];
            struct cell want;

            tally_clear(&want);
            for (uint64_t i = 0; i < 64; i++)
                if (domain_side(&sweep.domain, i) == side)
                    sweep_fakes_count(&want, 64 * (uint64_t) id + i);
            if (id == SWEEP_FAKES_CROWDED) {
                assert_int_equal(got->unsettled, side ? 0 : JUDGE_NOTED + 1);
                continue;
            }
            assert_int_equal(got->unsettled, 0);
            assert_memory_equal(got->kinds, want.kinds, sizeof want.kinds);
            assert_memory_equal(got->bins, want.bins, sizeof want.bins);
            assert_int_equal(got->correct, want.correct);
            assert_int_equal(got->beyond, want.beyond);
            assert_true(llabs(got->sum - want.sum) <= 64); // as the judge had them
            assert_int_equal(got->first_wrong == CELL_NONE,
                             want.first_wrong == CELL_NONE);
            assert_true(got->first_wrong <= want.first_wrong ||
                        got->first_wrong == CELL_NONE);
        }
    }
    sweep_finish(&sweep);
}

static void count_call(void *context, double done, double total)
{
    assert_true(done == 64 * 8 * ++*(int *) context && total == 64 * 128);
}

TEST(progress_is_told)
{
    struct sweep sweep = sweep_fakes_new();
    struct sweep_fakes_how how = { 8, false, -1, 0 };
    struct backend backend = sweep_fakes_backend(&how);
    int calls = 0;
    struct sweep_work work = { .shard = { 1, 2 },
                               .progress = count_call,
                               .context = &calls };

    assert_true(sweep_make(&sweep, &backend, &work));
    assert_int_equal(calls, 128 / 8);
    sweep_finish(&sweep);
}

// Chunks without a number in the range need no work.
TEST(narrow)
{
    struct sweep sweep = sweep_fakes_new();
    double done, total;

    sweep.domain.first = 64 * 10 + 5;
    sweep.domain.last = 64 * 12;
    assert_false(sweep_done(&sweep, (struct sweep_shard){ 0, 1 }));
    assert_true(sweep_done(&sweep, (struct sweep_shard){ 13, 256 }));
    sweep_progress(&sweep, (struct sweep_shard){ 0, 1 }, &done, &total);
    assert_true(done == 0 && total == 59 + 64 + 1);
    sweep_finish(&sweep);
}

static struct sweep other;

static void refuses(const char *word)
{
    struct sweep whole = made_at_once();
    char why[200] = "";

    assert_false(sweep_merge(&whole, &other, why, sizeof why));
    if (!strstr(why, word))
        fail_msg("%s is not in %s", word, why);
    sweep_finish(&whole);
    sweep_finish(&other);
}

TEST(not_of_one_sweep)
{
#define DIFFERS(change, word)  \
    other = sweep_fakes_new(); \
    other.change;              \
    refuses(word)

    DIFFERS(function.name = "cpu:other",
            "function: cpu:fake, and cpu:other in the other");
    DIFFERS(function.math = MATH_SIN, "formula: tanh, and sin");
    DIFFERS(function.result = FUNCTION_BINARY32, "result: binary64, and binary32");
    DIFFERS(function.round = FP_RTZ, "rounding: rne, and rtz");
    DIFFERS(domain.kind = DOMAIN_BITS, "domain: doubles, and bits");
    DIFFERS(domain.bits = 15, "bits of the domain: 0xe, and 0xf");
    DIFFERS(domain.seed = 2, "seed");
    DIFFERS(domain.low = 1, "first integer");
    DIFFERS(domain.span = 2, "integers");
    DIFFERS(domain.first = 2, "first number");
    DIFFERS(domain.last = 20, "last number");
    DIFFERS(facts.where[0] = 'g', "where");
    DIFFERS(facts.name[0] = 'b', "device: avx0, and bvx0");
    DIFFERS(facts.version[0] = 'b', "version");
    DIFFERS(facts.stage[0] = 'b', "stage: none, and b");
    DIFFERS(facts.precision[0] = 'b', "precision");
    DIFFERS(facts.software = true, "hardware, and software");
    DIFFERS(facts.judge[0] = 'b', "judge: fake, and bake");
#undef DIFFERS
    other = made_at_once();
    other.chunks[200].sides[1].bins[CELL_ZERO]++;
    refuses("chunk 200: counted twice");
}
