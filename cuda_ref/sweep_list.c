// SPDX-License-Identifier: MIT

#include "cuda_ref/kernels.h"
#include "cuda_ref/sweep.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define LISTED_MAX 256
#define NAME_SIZE  48
#define LINE_SIZE  100

// Exponents for ldexp that reach from any float to zero and to infinity, and orders of
// Bessel functions.
#define SCALE_LOW  (-300)
#define SCALE_SPAN 600
#define ORDER_SPAN 129

// Samples in double precision.
#define SAMPLE_BITS 20
#define ORDER_BITS  17 // of Bessel functions of an order, for which MPFR takes longer

#define TYPE_F FUNCTION_BINARY32
#define TYPE_H FUNCTION_BINARY16
#define TYPE_I FUNCTION_INT32
#define TYPE_U FUNCTION_UINT32
#define TYPE_D FUNCTION_BINARY64

#define OVER_BITS         .domain = DOMAIN_BITS, .bits = 32
#define OVER_PAIRS        .domain = DOMAIN_PAIRS, .bits = 32
#define OVER_DOUBLES      .domain = DOMAIN_DOUBLES, .bits = SAMPLE_BITS
#define OVER_DOUBLE_PAIRS .domain = DOMAIN_DOUBLE_PAIRS, .bits = SAMPLE_BITS
#define OVER_SCALES \
    .domain = DOMAIN_INTEGERS, .bits = 32, .low = SCALE_LOW, .span = SCALE_SPAN
#define OVER_ORDERS    .domain = DOMAIN_INTEGERS, .bits = 32, .low = 0, .span = ORDER_SPAN
#define OVER_ORDER_2   .domain = DOMAIN_INTEGERS, .bits = 32, .low = 2, .span = 1
#define OVER_ORDER_128 .domain = DOMAIN_INTEGERS, .bits = 32, .low = 128, .span = 1
#define OVER_DOUBLES_128 \
    .domain = DOMAIN_DOUBLES, .bits = ORDER_BITS, .low = 128, .span = 1

// A limit of 0 means correctly rounded: half an ulp at most. In the table 0 is no limit.
#define LIMIT(limit) .ulp = (limit) > 0 ? (limit) : 0.5
// clang-format off
#define ULP(limit, over, by)      { LIMIT(limit), .where = over, .who = by }
#define ABSOLUTE(limit, over, by) { .absolute = limit, .where = over, .who = by }
#define RELATIVE(limit, over, by) { .relative = limit, .where = over, .who = by }
#define ULP_WITHIN(limit, from, to, over_, by) \
    { LIMIT(limit), .where = over_, .who = by, .over = FUNCTION_OVER_WITHIN, .low = from, .high = to }
#define ULP_BEYOND(limit, from, to, over_, by) \
    { LIMIT(limit), .where = over_, .who = by, .over = FUNCTION_OVER_BEYOND, .low = from, .high = to }
#define ABSOLUTE_WITHIN(limit, from, to, over_, by) \
    { .absolute = limit, .where = over_, .who = by, .over = FUNCTION_OVER_WITHIN, .low = from, .high = to }
#define ABSOLUTE_BEYOND(limit, from, to, over_, by) \
    { .absolute = limit, .where = over_, .who = by, .over = FUNCTION_OVER_BEYOND, .low = from, .high = to }
#define NOTHING { .ulp = 0 }
// clang-format on

static const struct entry {
    const char *code;
    struct function function;
} entries[] = {
#define SWEEP(id, called, kind, type, rule, over, expression, ...) \
    { "make_" #id,                                                 \
      { .name = "cuda:" called,                                    \
        .summary = #expression,                                    \
        .math = MATH_##kind,                                       \
        .result = TYPE_##type,                                     \
        .round = FP_##rule,                                        \
        OVER_##over,                                               \
        .published = { __VA_ARGS__ } } },
#define SWEEP_ALSO SWEEP
#include "cuda_ref/sweep_functions.inc"
#undef SWEEP
#undef SWEEP_ALSO
};

#define ENTRIES (int) (sizeof entries / sizeof *entries)

// As in the PTX, in a name behind the @, and for the compiler.
static const char *const flags[][3] = {
    { "_at_ftz", "@ftz", "-ftz=true" },
    { "_at_prec_div", "@prec-div", "-prec-div=false" },
    { "_at_prec_sqrt", "@prec-sqrt", "-prec-sqrt=false" },
    { "_at_fast", "@fast", "-use_fast_math" },
};

// The descriptions of expressions that are our own functions.
static const struct {
    const char *expression, *line;
} lines[] = {
    { "tanh_ex2(x)", "tanh by ex2.approx and rcp.approx, after N. Juffa" },
    { "tanh_split(x)", "tanh by ex2.approx, below 307/512 by a polynomial" },
    { "fast_sine(x)", "the sine of __sincosf(x)" },
    { "fast_cosine(x)", "the cosine of __sincosf(x)" },
    { "sine(x)", "the sine of sincosf(x)" },
    { "cosine(x)", "the cosine of sincosf(x)" },
    { "sine_pi(x)", "the sine of sincospif(x)" },
    { "cosine_pi(x)", "the cosine of sincospif(x)" },
    { "fraction_of(x)", "the fraction of frexpf(x)" },
    { "exponent_of(x)", "the exponent of frexpf(x)" },
    { "fraction_part(x)", "the fraction of modff(x)" },
    { "integer_part(x)", "the integer part of modff(x)" },
    { "half_integers(word)", "to half by integers, as in the CUDA Handbook" },
    { "PTX_FROM_HALF(word)", "the instruction cvt.f32.f16, of the lower half of a word" },
    { "PTX_FROM_HALF(word >> 16)",
      "the instruction cvt.f32.f16, of the upper half of a word" },
    { "remquo_rest(x, y)", "the remainder of remquof(x, y)" },
    { "remquo_low(x, y)", "sign and low bits of the quotient of remquof(x, y)" },
    { "__int2float_rn((int) word)", "__int2float_rn of every int" },
    { "__int2float_rz((int) word)", "__int2float_rz of every int" },
    { "__int2float_ru((int) word)", "__int2float_ru of every int" },
    { "__int2float_rd((int) word)", "__int2float_rd of every int" },
    { "__uint2float_rn(word)", "__uint2float_rn of every unsigned int" },
    { "__uint2float_rz(word)", "__uint2float_rz of every unsigned int" },
    { "__uint2float_ru(word)", "__uint2float_ru of every unsigned int" },
    { "__uint2float_rd(word)", "__uint2float_rd of every unsigned int" },
};

static struct {
    struct function functions[LISTED_MAX];
    char names[LISTED_MAX][NAME_SIZE], codes[LISTED_MAX][NAME_SIZE];
    char lines[LISTED_MAX][LINE_SIZE];
    int count;
} list;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static struct function *add(const struct function *function)
{
    struct function *to = &list.functions[list.count];

    assert(list.count < LISTED_MAX);
    *to = *function;
    list.codes[list.count++][0] = '\0';
    return to;
}

// A line on an entry, of its expression; `flag` is the compiler's, NULL: none.
static void write_line(char *line, const struct entry *entry, const char *flag)
{
    const char *expression = entry->function.summary, *quoted = strchr(expression, '"');
    const char *sample =
        strncmp(entry->code, "make_d_", 7) ? "" : ", in double precision";
    const char *own = NULL;

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strcmp(lines[i].expression, expression))
            own = lines[i].line;
    if (!own && quoted)
        snprintf(line, LINE_SIZE, "the instruction %.*s", (int) strcspn(quoted + 1, "\""),
                 quoted + 1);
    else
        snprintf(line, LINE_SIZE, "%s%s", own ? own : expression, sample);
    if (flag)
        snprintf(line + strlen(line), LINE_SIZE - strlen(line), ", compiled with %s",
                 flag);
}

static void add_code(const struct entry *entry, const char *name, const char *code,
                     const char *flag)
{
    char *own = list.names[list.count], *made = list.codes[list.count];
    char *line = list.lines[list.count];
    struct function *to = add(&entry->function);

    write_line(line, entry, flag);
    to->summary = line;
    snprintf(own, NAME_SIZE, "%s", name);
    snprintf(made, NAME_SIZE, "%s", code);
    to->name = own;
    to->index = (int) (to - list.functions);
}

static void add_variants(const struct entry *entry)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        char name[NAME_SIZE], code[NAME_SIZE];

        snprintf(name, sizeof name, "%s%s", entry->function.name, flags[i][1]);
        snprintf(code, sizeof code, "%s%s", entry->code, flags[i][0]);
        if (ptx_find(&sweep_make_ptx_parts, code))
            add_code(entry, name, code, flags[i][2]);
    }
}

static void make_list(void)
{
    for (int i = 0; i < ENTRIES; i++) {
        add_code(&entries[i], entries[i].function.name, entries[i].code, NULL);
        add_variants(&entries[i]);
    }
    for (int i = 0; cuda_division_function(i); i++)
        add(cuda_division_function(i));
}

const struct function *cuda_sweep_functions(int *count)
{
    pthread_once(&once, make_list);
    *count = list.count;
    return list.functions;
}

const char *cuda_sweep_list_code(const struct function *function)
{
    int count;
    const struct function *functions = cuda_sweep_functions(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(functions[i].name, function->name))
            return list.codes[i][0] ? list.codes[i] : NULL;
    return NULL;
}
