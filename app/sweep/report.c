// SPDX-License-Identifier: MIT

#include "sweep/report.h"

#include <math.h>
#include <stdlib.h>

// The first or the last number of a side in a chunk.
struct end {
    const char *name;
    int chunk, side, end;
};

static const struct end ends[REPORT_SWEEP_SPECIALS] = {
    { "+0", 0, 0, 0 },
    { "-0", 0, 1, 0 },
    { "+largest subnormal", 0, 0, 1 },
    { "-largest subnormal", 0, 1, 1 },
    { "+smallest normal", 1, 0, 0 },
    { "-smallest normal", 1, 1, 0 },
    { "+1", 127, 0, 0 },
    { "-1", 127, 1, 0 },
    { "+largest finite", 254, 0, 1 },
    { "-largest finite", 254, 1, 1 },
    { "+inf", 255, 0, 0 },
    { "-inf", 255, 1, 0 },
    { "NaN 0x7fffffff", 255, 0, 1 },
};

int report_sweep_specials(const struct sweep *sweep,
                          struct report_sweep_special *specials)
{
    const struct domain *domain = &sweep->domain;
    int count = 0;

    if (domain->kind != DOMAIN_BITS ||
        math_list[sweep->function.math].operands != MATH_FLOAT)
        return 0;
    for (int i = 0; i < REPORT_SWEEP_SPECIALS; i++) {
        const struct end *end = &ends[i];
        uint64_t first, last, size = UINT64_C(1) << (domain->bits - 8);
        bool asked = domain_range(domain, end->chunk, &first, &last);
        // The end is what a cell kept only if the range does not cut it off.
        if (!asked || !sweep->chunks[end->chunk].done ||
            (end->end ? (last + 1) % size : first % size))
            continue;
        specials[count++] = (struct report_sweep_special){
            .name = end->name,
            .number =
                end->end ? last - (uint64_t) !end->side : first + (uint64_t) end->side,
            .got = sweep->chunks[end->chunk].sides[end->side].edge[end->end],
        };
    }
    return count;
}

static const char *inputs_word(const struct sweep *sweep)
{
    if (math_list[sweep->function.math].operands == MATH_WORD)
        return "words";
    return math_list[sweep->function.math].operands == MATH_FLOAT ? "inputs" : "pairs";
}

void report_sweep_over(const struct sweep *sweep, char *text, size_t size)
{
    const struct domain *domain = &sweep->domain;
    const char *word = inputs_word(sweep);
    bool sample = figures_sample(sweep);
    char drawn[40] = "", asked[32];

    report_sweep_count(domain->last - domain->first + 1, asked, sizeof asked);
    if (sample && domain->seed)
        snprintf(drawn, sizeof drawn, ", seed %u", domain->seed);
    else if (sample)
        snprintf(drawn, sizeof drawn, ", the plain grid");
    if (figures_whole(sweep))
        snprintf(text, size, "%s 2^%d %s%s", sample ? "a sample of" : "all", domain->bits,
                 word, drawn);
    else
        snprintf(text, size, "%s of %s 2^%d %s%s", asked, sample ? "a sample of" : "the",
                 domain->bits, word, drawn);
}

void report_sweep_count(uint64_t count, char *text, size_t size)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long) count);
    size_t used = 0;

    for (int i = 0; i < length && used + 2 < size; i++) {
        if (i && (length - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = 0;
}

// Whether a figure stands on the side of half an ulp, and of one, that the error is on.
static bool same_side(double error, double told)
{
    return (error > 0.5) == (told > 0.5) && (error < 1) == (told < 1);
}

void report_sweep_ulp(double error, char *text, size_t size)
{
    int places = 5;

    if (error >= 1e7 || (error > 0 && error < 1e-3)) {
        snprintf(text, size, "%.6g ulp", error);
        return;
    }
    do
        snprintf(text, size, "%.*f ulp", places++, error);
    while (places <= 12 && !same_side(error, strtod(text, NULL)));
}

void report_sweep_shortest(double value, bool wide, char *text, size_t size)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, value);
        double back = strtod(text, NULL);
        if (isnan(value) || (wide ? back == value : (float) back == (float) value))
            return;
    }
}

static void say_float(double value, bool wide, uint64_t bits, int digits, char *text,
                      size_t size)
{
    char decimal[40];

    report_sweep_shortest(value, wide, decimal, sizeof decimal);
    if (isfinite(value))
        snprintf(text, size, "0x%0*llx (%a, %s)", digits, (unsigned long long) bits,
                 value, decimal);
    else
        snprintf(text, size, "0x%0*llx (%s)", digits, (unsigned long long) bits,
                 isnan(value) ? "NaN"
                 : value < 0  ? "-inf"
                              : "inf");
}

static void say_operand(const struct sweep *sweep, struct operands operands, bool second,
                        char *text, size_t size)
{
    uint64_t bits = second ? operands.b : operands.a;
    double value = axis_value(&sweep->function, &sweep->domain, operands, second);
    int digits = axis_digits(&sweep->domain);

    if (math_list[sweep->function.math].operands == MATH_WORD)
        snprintf(text, size, "0x%08llx", (unsigned long long) bits);
    else if (second && sweep->domain.kind == DOMAIN_INTEGERS)
        snprintf(text, size, "%d", (int) value);
    else
        say_float(value, digits == 16, bits, digits, text, size);
}

void report_sweep_operands(const struct sweep *sweep, struct operands operands,
                           char *text, size_t size)
{
    char one[96], two[96] = "";
    enum math_operands kind = math_list[sweep->function.math].operands;
    bool pair = kind == MATH_FLOATS || kind == MATH_WITH_INT;

    say_operand(sweep, operands, false, one, sizeof one);
    if (pair)
        say_operand(sweep, operands, true, two, sizeof two);
    snprintf(text, size, "%s%s%s", one, pair ? ", " : "", two);
}

void report_sweep_result(enum function_type type, uint64_t bits, char *text, size_t size)
{
    double value = axis_result(type, bits);

    if (type == FUNCTION_INT32 || type == FUNCTION_UINT32)
        snprintf(text, size, "%.0f", value);
    else
        say_float(value, type == FUNCTION_BINARY64, bits, axis_result_digits(type), text,
                  size);
}
