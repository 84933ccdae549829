// SPDX-License-Identifier: MIT
//
// Checked sums: arrays of binary32 against the processor (check.h), and beside it a loop
// that asks the integer model for one sum after the other, as a tester without vectors
// does. In the cache, and in memory; and how fast cases are read as text and written.

#include "unit/check.h"
#include "base/fp_bits.h"
#include "bench/times.h"
#include "eval/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS      15
#define IN_CACHE  16384
#define IN_MEMORY (16 << 20)
#define SCALAR    100000
#define LINES     200000

// Prints cases a second, from times of one in ns, and returns the median.
static double report(const char *what, const struct times *times)
{
    double rate = 1e9 / times_median(times);

    printf("%-36s %9.1f M/s (minimum %.1f, maximum %.1f)\n", what, rate / 1e6,
           1e3 / times_max(times), 1e3 / times_min(times));
    return rate;
}

struct sums {
    float *a, *b, *got;
};

static struct sums make_sums(void)
{
    float *all = malloc(3 * (size_t) IN_MEMORY * sizeof(float));
    struct sums sums = { all, all + IN_MEMORY, all + 2 * (size_t) IN_MEMORY };
    uint32_t state = 1;

    if (!all)
        exit(5);
    for (size_t i = 0; i < IN_MEMORY; i++) {
        state = state * 1664525 + 1013904223;
        sums.a[i] = fp_from_bits(state & 0xbfffffff);
        sums.b[i] = fp_from_bits((state * 2654435761u) & 0xbfffffff);
        sums.got[i] = sums.a[i] + sums.b[i];
    }
    return sums;
}

static double time_check(const struct sums *sums, const char *what, size_t count)
{
    struct check_call call = {
        .op = UNIT_ADD, .a = sums->a, .b = sums->b, .got = sums->got, .count = count
    };
    int rounds = (int) (IN_MEMORY / count);
    struct times times = { 0 };

    for (int i = 0; i < RUNS; i++) {
        struct check_found found;
        double start = times_now_ns();

        for (int k = 0; k < rounds; k++)
            if (!check_run(&call, &found) || found.mismatches)
                exit(1);
        times_add(&times, (times_now_ns() - start) / ((double) count * rounds));
    }
    return report(what, &times);
}

static double time_scalar(const struct sums *sums, const char *what)
{
    struct unit unit = unit_model();
    struct fp_model model = { .format = FP_BINARY32 };
    struct times times = { 0 };

    for (int run = 0; run < RUNS; run++) {
        double start = times_now_ns();

        for (size_t i = 0; i < SCALAR; i++) {
            uint64_t a = fp_bits(sums->a[i]), b = fp_bits(sums->b[i]), want;
            struct unit_call call = { UNIT_ADD, model, &want, &a, &b, NULL, 1 };

            if (!unit.apply(&unit, &call) || want != fp_bits(sums->got[i]))
                exit(1);
        }
        times_add(&times, (times_now_ns() - start) / SCALAR);
    }
    return report(what, &times);
}

static void time_text(const struct sums *sums)
{
    const struct eval_text text = { 8, 2, false };
    char *lines = malloc(LINES * 18), *at = lines;
    struct times written = { 0 }, read = { 0 };

    if (!lines)
        exit(5);
    for (int run = 0; run < RUNS; run++) {
        double start = times_now_ns();

        at = lines;
        for (size_t i = 0; i < LINES; i++) {
            at = eval_text_write(at, fp_bits(sums->a[i]), 8);
            *at++ = ' ';
            at = eval_text_write(at, fp_bits(sums->b[i]), 8);
            *at++ = '\n';
        }
        times_add(&written, (times_now_ns() - start) / LINES);
        start = times_now_ns();
        for (const char *line = lines; line < at; line += 18) {
            struct eval_text_fault fault;
            uint64_t words[EVAL_TEXT_WORDS];

            if (eval_text_read(&text, line, line + 17, words, &fault) != EVAL_TEXT_CASE)
                exit(1);
        }
        times_add(&read, (times_now_ns() - start) / LINES);
    }
    report("text, lines of two operands written", &written);
    report("text, lines of two operands read", &read);
    free(lines);
}

int main(void)
{
    struct sums sums = make_sums();
    double cache = time_check(&sums, "check, additions, in the cache", IN_CACHE);
    double memory = time_check(&sums, "check, additions, in memory", IN_MEMORY);
    double scalar = time_scalar(&sums, "integer model, one at a time");

    printf("ratio to the model: in the cache %.0f, in memory %.0f\n", cache / scalar,
           memory / scalar);
    time_text(&sums);
    free(sums.a);
    return 0;
}
