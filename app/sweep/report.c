// SPDX-License-Identifier: MIT

#include "sweep/report.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

struct report_sweep_words report_sweep_over(const struct sweep *sweep)
{
    const struct domain *domain = &sweep->domain;
    const char *word = inputs_word(sweep);
    bool sample = figures_sample(sweep);
    struct report_sweep_words out = { "" };

    if (figures_whole(sweep))
        text_add(out.text, sizeof out.text, sample ? "a sample of" : "all");
    else
        text_add(out.text, sizeof out.text, "%s of %s",
                 report_sweep_count(domain->last - domain->first + 1).text,
                 sample ? "a sample of" : "the");
    text_add(out.text, sizeof out.text, " 2^%d %s", domain->bits, word);
    if (sample && domain->seed)
        text_add(out.text, sizeof out.text, ", seed %u", domain->seed);
    else if (sample)
        text_add(out.text, sizeof out.text, ", the plain grid");
    return out;
}

struct report_sweep_words report_sweep_count(uint64_t count)
{
    struct report_sweep_words out = { "" };
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long) count);

    for (int i = 0; i < length; i++)
        text_add(out.text, sizeof out.text, "%s%c", i && (length - i) % 3 == 0 ? "," : "",
                 digits[i]);
    return out;
}

// Returns true if a printed figure is on the same side of half an ulp, and of one, as
// the error.
static bool same_side(double error, double told)
{
    return (error > 0.5) == (told > 0.5) && (error < 1) == (told < 1);
}

struct report_sweep_words report_sweep_ulp(double error)
{
    struct report_sweep_words out;
    int places = 5;

    if (error >= 1e7 || (error > 0 && error < 1e-3)) {
        snprintf(out.text, sizeof out.text, "%.6g ulp", error);
        return out;
    }
    do
        snprintf(out.text, sizeof out.text, "%.*f ulp", places++, error);
    while (places <= 12 && !same_side(error, strtod(out.text, NULL)));
    return out;
}

struct report_sweep_words report_sweep_ulp_of(const struct sweep *sweep)
{
    const char *precision = sweep->facts.precision;
    struct report_sweep_words out = { "" };

    if (precision[0] && strcmp(precision, "highp") != 0 &&
        !function_integer(sweep->function.result))
        snprintf(out.text, sizeof out.text, " of %s",
                 function_type_name(sweep->function.result));
    return out;
}

static void say_float(double value, bool wide, uint64_t bits, int digits, char *text,
                      size_t size)
{
    char decimal[40];

    text_shortest(value, wide, decimal, sizeof decimal);
    text_add(text, size, "0x%0*llx", digits, (unsigned long long) bits);
    if (isfinite(value))
        text_add(text, size, " (%a, %s)", value, decimal);
    else
        text_add(text, size, " (%s)", isnan(value) ? "NaN" : value < 0 ? "-inf" : "inf");
}

static void say_operand(const struct sweep *sweep, struct operands operands, bool second,
                        struct report_sweep_words *out)
{
    uint64_t bits = second ? operands.b : operands.a;
    double value = axis_value(&sweep->function, &sweep->domain, operands, second);
    int digits = axis_digits(&sweep->domain);

    if (math_list[sweep->function.math].operands == MATH_WORD)
        text_add(out->text, sizeof out->text, "0x%08llx", (unsigned long long) bits);
    else if (second && math_list[sweep->function.math].operands == MATH_WITH_INT)
        text_add(out->text, sizeof out->text, "%d", (int) value);
    else
        say_float(value, digits == 16, bits, digits, out->text, sizeof out->text);
}

struct report_sweep_words report_sweep_operands(const struct sweep *sweep,
                                                struct operands operands)
{
    enum math_operands kind = math_list[sweep->function.math].operands;
    struct report_sweep_words out = { "" };

    say_operand(sweep, operands, false, &out);
    if (kind == MATH_FLOATS || kind == MATH_WITH_INT) {
        text_add(out.text, sizeof out.text, ", ");
        say_operand(sweep, operands, true, &out);
    }
    return out;
}

struct report_sweep_words report_sweep_result(enum function_type type, uint64_t bits)
{
    double value = axis_result(type, bits);
    struct report_sweep_words out = { "" };

    if (function_integer(type))
        text_add(out.text, sizeof out.text, "%.0f", value);
    else
        say_float(value, type == FUNCTION_BINARY64, bits, axis_result_digits(type),
                  out.text, sizeof out.text);
    return out;
}
