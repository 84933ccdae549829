// SPDX-License-Identifier: MIT
//
// Checked sums: arrays of binary32 against the processor (check.h), and beside it a loop
// that asks the integer model for one sum after the other, as a tester without vectors
// does. In the cache, and in memory; and how fast cases are read as text and written.

#include "unit/check.h"
#include "eval/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RUNS      15
#define IN_CACHE  16384
#define IN_MEMORY (16 << 20)
#define SCALAR    100000
#define LINES     200000

static double now_s(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;

    return (x > y) - (x < y);
}

// Prints cases a second and returns the median.
static double report(const char *what, double *rates)
{
    qsort(rates, RUNS, sizeof(*rates), compare);
    printf("%-36s %9.1f M/s (minimum %.1f, maximum %.1f)\n", what, rates[RUNS / 2] / 1e6,
           rates[0] / 1e6, rates[RUNS - 1] / 1e6);
    return rates[RUNS / 2];
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
    int times = (int) (IN_MEMORY / count);
    double rates[RUNS];

    for (int i = 0; i < RUNS; i++) {
        struct check_found found;
        double start = now_s();

        for (int k = 0; k < times; k++)
            if (!check_run(&call, &found) || found.mismatches)
                exit(1);
        rates[i] = (double) count * times / (now_s() - start);
    }
    return report(what, rates);
}

static double time_scalar(const struct sums *sums, const char *what)
{
    struct unit unit = unit_model();
    struct fp_model model = { .format = FP_BINARY32 };
    double rates[RUNS];

    for (int run = 0; run < RUNS; run++) {
        double start = now_s();

        for (size_t i = 0; i < SCALAR; i++) {
            uint64_t a = fp_bits(sums->a[i]), b = fp_bits(sums->b[i]), want;
            struct unit_call call = { UNIT_ADD, model, &want, &a, &b, NULL, 1 };

            if (!unit.apply(&unit, &call) || want != fp_bits(sums->got[i]))
                exit(1);
        }
        rates[run] = SCALAR / (now_s() - start);
    }
    return report(what, rates);
}

static void time_text(const struct sums *sums)
{
    const struct eval_text text = { 8, 2, false };
    char *lines = malloc(LINES * 18), *at = lines;
    double written[RUNS], read[RUNS];

    if (!lines)
        exit(5);
    for (int run = 0; run < RUNS; run++) {
        double start = now_s();

        at = lines;
        for (size_t i = 0; i < LINES; i++) {
            at = eval_text_write(at, fp_bits(sums->a[i]), 8);
            *at++ = ' ';
            at = eval_text_write(at, fp_bits(sums->b[i]), 8);
            *at++ = '\n';
        }
        written[run] = LINES / (now_s() - start);
        start = now_s();
        for (const char *line = lines; line < at; line += 18) {
            struct eval_text_fault fault;
            uint64_t words[EVAL_TEXT_WORDS];

            if (eval_text_read(&text, line, line + 17, words, &fault) != EVAL_TEXT_CASE)
                exit(1);
        }
        read[run] = LINES / (now_s() - start);
    }
    report("text, lines of two operands written", written);
    report("text, lines of two operands read", read);
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
