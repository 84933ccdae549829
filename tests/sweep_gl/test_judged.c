// SPDX-License-Identifier: MIT
//
// The GL backend: what it counts is what the judge counts of results that are read back
// whole, on however many threads, with whatever buffers; and so where CUDA judges in
// place, whose driver and judge are played here.

#include "base/log.h"
#include "sweep_gl/private.h"
#include "tests/shared/group.h"
#include "tests/sweep_gl/device.h"
#include "tests/sweep_gl/played_cuda.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "sweep_gl_judged",
                                   .set_up = sweep_device_open,
                                   .tear_down = sweep_device_close };

// Buffers; zeros: what is best.
struct size {
    size_t words;
    int buffers;
};

// A call of a backend.

struct call {
    const char *function;
    enum domain_kind kind;
    int bits; // fewer than a kind has: smaller chunks
    uint64_t first, last;
    int every; // ids: each of them, every other, ...
    struct size size;
    int threads;
    bool in_place;
};

struct outcome {
    struct chunk chunks[DOMAIN_CHUNKS];
    struct noted_list lists[DOMAIN_CHUNKS];
    int ids[DOMAIN_CHUNKS];
    int count;
    bool ok;
};

static struct backend_ask ask_of(const struct call *call)
{
    const struct function *function = sweep_device_function(call->function);

    return (struct backend_ask){
        .function = function,
        .domain = { .kind = call->kind,
                    .bits = call->bits,
                    .seed = 1,
                    .low = function->low,
                    .span = function->span,
                    .first = call->first,
                    .last = call->last },
        .threads = call->threads,
    };
}

static struct outcome *outcome_of(const struct call *call)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    struct backend_ask ask = ask_of(call);
    uint64_t first, last;

    assert_non_null(outcome);
    for (int id = 0; id < DOMAIN_CHUNKS; id += call->every)
        if (domain_range(&ask.domain, id, &first, &last))
            outcome->ids[outcome->count++] = id;
    assert_true(outcome->count > 0);
    for (int i = 0; i < outcome->count; i++) {
        outcome->lists[i].noted = calloc(JUDGE_NOTED, sizeof(struct noted));
        assert_non_null(outcome->lists[i].noted);
    }
    return outcome;
}

static void outcome_free(struct outcome *outcome)
{
    for (int i = 0; i < outcome->count; i++)
        free(outcome->lists[i].noted);
    free(outcome);
}

static int stop_after;

static bool stop(void)
{
    return stop_after >= 0 && stop_after-- == 0;
}

static bool open_backend(struct backend *backend, const struct call *call,
                         enum stage stage)
{
    struct backend_ask ask = ask_of(call);
    const struct sweep_gl how = { &sweep_device, stage, PRECISION_HIGHP, call->size.words,
                                  call->size.buffers };

    ask.gl = &how;
    sweep_device.facts.cuda = call->in_place;
    return sweep_gl_open(backend, &ask);
}

static struct outcome *run(const struct call *call, enum stage stage)
{
    struct outcome *outcome = outcome_of(call);
    struct backend backend;

    if (!open_backend(&backend, call, stage))
        fail_msg("%s: %s", call->function, log_last_error());
    assert_string_equal(backend.facts.where, "gl");
    assert_string_equal(backend.facts.stage, stage_name(stage));
    assert_true(backend.batch >= 1 && backend.batch <= DOMAIN_CHUNKS);
    assert_true(!strcmp(backend.facts.judge, "cuda") ==
                (call->in_place && played_fault == PLAYED_NONE));
    outcome->ok = backend.chunks(&backend, outcome->ids, outcome->count, outcome->chunks,
                                 outcome->lists, stop);
    backend.close(&backend);
    return outcome;
}

// All results of a domain, no further at a time than the upper 32 bits stay.
static uint32_t *read_all(const struct function *function, const struct domain *domain,
                          enum stage stage)
{
    uint64_t count = domain->last - domain->first + 1, next;
    uint32_t *all = malloc(count * sizeof *all);

    assert_non_null(all);
    for (uint64_t first = domain->first; first <= domain->last; first = next) {
        uint64_t end = first | UINT32_MAX;
        uint32_t *words;

        next = end < domain->last ? end + 1 : domain->last + 1;
        words =
            sweep_device_results(function, domain, stage, first, (size_t) (next - first));
        memcpy(all + (first - domain->first), words, (next - first) * sizeof *all);
        free(words);
    }
    return all;
}

// The same without a backend.
static struct outcome *run_plainly(const struct call *call, enum stage stage)
{
    struct outcome *outcome = outcome_of(call);
    struct backend_ask ask = ask_of(call);
    const struct function *function = ask.function;
    const struct judge judge = { judge_best(function->math, function->result),
                                 judge_isa_best(),
                                 function->math,
                                 function->result,
                                 function->round,
                                 &ask.domain };
    uint32_t *words;

    words = read_all(function, &ask.domain, stage);
    for (int i = 0; i < outcome->count; i++) {
        struct chunk *chunk = &outcome->chunks[i];
        uint64_t first, last;

        tally_clear(&chunk->sides[0]);
        tally_clear(&chunk->sides[1]);
        domain_range(&ask.domain, outcome->ids[i], &first, &last);
        judge_results(&judge, first, (size_t) (last - first + 1),
                      words + (first - ask.domain.first), chunk->sides,
                      &outcome->lists[i]);
        chunk->done = true;
    }
    free(words);
    return outcome;
}

static void compare(const struct call *call, const struct outcome *got,
                    const struct outcome *want, bool all)
{
    for (int i = 0; i < want->count; i++) {
        const struct chunk *a = &got->chunks[i], *b = &want->chunks[i];

        if (!a->done && !all)
            continue;
        assert_true(a->done);
        assert_int_equal(got->lists[i].count, want->lists[i].count);
        if (memcmp(a->sides, b->sides, sizeof a->sides) != 0)
            fail_msg("%s %s: chunk %d differs", call->function,
                     call->in_place ? "in place" : "here", got->ids[i]);
    }
}

// A chunk of a domain of 17 bits has 512 numbers, a buffer room for 16 of them or more.
// clang-format off
static const struct call calls[] = {
    { "gl:int2float", DOMAIN_BITS, 17, 0, 0x1ffff, 1, { 0, 0 }, 2, false },
    { "gl:int2float", DOMAIN_BITS, 17, 0, 0x1ffff, 1, { 8192, 2 }, 1, false },
    { "gl:uint2float", DOMAIN_BITS, 17, 4096, 0xffff, 3, { 8192, 1 }, 3, false },
    { "gl:int2float", DOMAIN_BITS, 17, 100, 0x1e001, 1, { 16384, 2 }, 5, false },
    { "gl:sqrt", DOMAIN_BITS, 32, 0x7efff448, 0x7f001387, 1, { 0, 0 }, 2, false },
    { "gl:div", DOMAIN_MANTISSAS, 32, 0x10fffff0, 0x11007f0f, 1, { 8192, 2 }, 2, false },
    { "gl:div", DOMAIN_DIVISION, 46, 0x2fffff000, 0x300003fff, 1, { 8192, 2 }, 2, false },
    { "gl:div", DOMAIN_DIVISION, 46, 0x3fffffe000, 0x4000005fff, 1, { 8192, 2 }, 2, false },
    { "gl:int2float", DOMAIN_BITS, 17, 0, 0x1ffff, 1, { 0, 0 }, 2, true },
    { "gl:int2float", DOMAIN_BITS, 17, 0, 0x1ffff, 1, { 8192, 3 }, 2, true },
    { "gl:int2float", DOMAIN_BITS, 17, 4096, 0xffff, 3, { 32768, 2 }, 2, true },
    { "gl:int2float", DOMAIN_BITS, 17, 100, 0x1e001, 1, { 65536, 3 }, 2, true },
    { "gl:sqrt", DOMAIN_BITS, 32, 0x7efff448, 0x7f001387, 1, { 0, 0 }, 2, true },
};
// clang-format on

TEST(counts_are_the_judges_own)
{
    stop_after = -1;
    for (size_t c = 0; c < COUNT_OF(calls); c++)
        for (int stage = 0; stage < STAGE_COUNT; stage++) {
            const struct function *function = sweep_device_function(calls[c].function);
            struct outcome *got, *want;

            if (!sweep_device_can(function, (enum stage) stage))
                continue;
            want = run_plainly(&calls[c], (enum stage) stage);
            played_maps = played_judged = 0;
            got = run(&calls[c], (enum stage) stage);
            assert_true(got->ok);
            compare(&calls[c], got, want, true);
            assert_int_equal(played_judged, calls[c].in_place ? want->count : 0);
            outcome_free(got);
            outcome_free(want);
        }
}

// Everything in one turn, and one call of the judge a buffer, if there is room. Of 17
// bits neighbours are one run, of 21 bits each third chunk is a run of its own.
TEST(turns_are_few)
{
    static const struct {
        int bits, every;
        struct size size;
        int maps, calls;
    } cases[] = {
        { 17, 1, { 0, 0 }, 1, 1 },     { 17, 1, { 65536, 2 }, 1, 2 },
        { 17, 1, { 8192, 2 }, 8, 16 }, { 17, 1, { 8192, 1 }, 16, 16 },
        { 21, 3, { 32768, 2 }, 1, 2 }, { 21, 3, { 16384, 1 }, 3, 3 },
    };

    stop_after = -1;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        const struct call call = { .function = "gl:int2float",
                                   .kind = DOMAIN_BITS,
                                   .bits = cases[c].bits,
                                   .last = 0x1ffff,
                                   .every = cases[c].every,
                                   .size = cases[c].size,
                                   .threads = 2,
                                   .in_place = true };
        struct outcome *want = run_plainly(&call, STAGE_FRAGMENT), *got;

        played_maps = played_calls = 0;
        got = run(&call, STAGE_FRAGMENT);
        assert_true(got->ok);
        compare(&call, got, want, true);
        assert_int_equal(played_maps, cases[c].maps);
        assert_int_equal(played_calls, cases[c].calls);
        outcome_free(got);
        outcome_free(want);
    }
}

TEST(rounding_to_integers_has_no_error)
{
    static const char *const names[] = { "gl:floor",     "gl:ceil", "gl:trunc",
                                         "gl:roundEven", "gl:abs",  "gl:fract" };

    stop_after = -1;
    for (size_t f = 0; f < COUNT_OF(names); f++) {
        const struct call call = { names[f], DOMAIN_BITS, 32, 0x7f000000, 0x7f00ffff,
                                   1,        { 0, 0 },    2,  false };
        struct outcome *got = run(&call, STAGE_FRAGMENT);

        assert_true(got->ok && got->count == 1 && got->chunks[0].done);
        for (int side = 0; side < 2; side++) {
            const struct cell *cell = &got->chunks[0].sides[side];

            assert_int_equal(tally_inputs(cell), 0x8000);
            assert_int_equal(cell->correct, 0x8000);
            assert_int_equal(cell->kinds[CELL_WRONG], 0);
            assert_true(!(cell->ulp.error > 0));
        }
        outcome_free(got);
    }
}

// What is done when it is stopped counts, and nothing else: no chunk of which a part was
// judged.
TEST(it_can_be_stopped)
{
    static const struct {
        struct call call;
        int after, done;
    } cases[] = {
        { { "gl:int2float", DOMAIN_BITS, 17, 0, 0x1ffff, 1, { 8192, 2 }, 2, false },
          5,
          5 },
        { { "gl:int2float", DOMAIN_BITS, 17, 0, 0x1ffff, 1, { 8192, 2 }, 2, true },
          5,
          160 },
        { { "gl:div", DOMAIN_DIVISION, 46, 0, 0x7fff, 1, { 8192, 2 }, 2, false }, 2, 0 },
    };

    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct outcome *want, *got;
        int done = 0;

        stop_after = -1;
        want = run_plainly(&cases[c].call, STAGE_FRAGMENT);
        stop_after = cases[c].after;
        got = run(&cases[c].call, STAGE_FRAGMENT);
        assert_false(got->ok);
        compare(&cases[c].call, got, want, false);
        for (int i = 0; i < got->count; i++)
            done += got->chunks[i].done;
        assert_int_equal(done, cases[c].done);
        outcome_free(got);
        outcome_free(want);
    }
}

// Without CUDA the CPU judges; a GPU that fails later is the machine's failure.
TEST(faults_of_cuda)
{
    const struct call call = { "gl:int2float", DOMAIN_BITS, 17,  0, 0xffff, 1,
                               { 8192, 2 },    2,           true };

    stop_after = -1;
    for (played_fault = PLAYED_NO_DRIVER; played_fault <= PLAYED_NO_JUDGE;
         played_fault++) {
        struct outcome *got;
        struct backend backend;

        if (played_fault < PLAYED_NO_MAP) {
            got = run(&call, STAGE_FRAGMENT);
            assert_true(got->ok && got->chunks[0].done);
        } else {
            assert_true(open_backend(&backend, &call, STAGE_FRAGMENT));
            got = outcome_of(&call);
            log_hold(true);
            assert_false(backend.chunks(&backend, got->ids, got->count, got->chunks,
                                        got->lists, stop));
            log_hold(false);
            assert_false(got->chunks[0].done);
            assert_non_null(strstr(log_last_error(), "played fault"));
            backend.close(&backend);
        }
        outcome_free(got);
    }
    played_fault = PLAYED_NONE;
}
