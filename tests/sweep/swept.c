// SPDX-License-Identifier: MIT

#include "tests/sweep/swept.h"

#include "base/fp_bits.h"
#include "sweep/function.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER_SIDE 32 // numbers that are counted, a power of two

const char *const swept_names[SWEPT_SHAPES] = {
    "tanh",     "rounded",  "exact",  "huge",    "nothing", "gl",   "half",
    "deviates", "division", "powers", "doubles", "words",   "part",
};

bool swept_exact = true;

// clang-format off
static const struct function functions[SWEPT_SHAPES] = {
    [SWEPT_TANH] = { .name = "cuda:tanh.approx", .summary = "PTX tanh.approx.f32 (invented)",
        .math = MATH_TANH, .published = {
            { .ulp = 133.9529, .relative = 1.1126e-5, .who = "N. Juffa" },
            { .ulp = 2, .where = "|x| < 0.001", .who = "nobody",
              .over = FUNCTION_OVER_WITHIN, .low = -0.001, .high = 0.001 } } },
    [SWEPT_ROUNDED] = { .name = "cpu:exp", .summary = "correctly rounded (invented)",
        .math = MATH_EXP, .published = { { .absolute = 1e30, .who = "somebody" },
            { .ulp = 0.25, .where = "outside [-0.5, 2]", .who = "somebody",
              .over = FUNCTION_OVER_BEYOND, .low = -0.5, .high = 2 },
            { .ulp = 0.5, .who = "somebody" } } },
    [SWEPT_EXACT] = { .name = "cuda:floorf", .summary = "floor (invented)",
        .math = MATH_FLOOR, .published = { { .who = "its vendor" } } },
    [SWEPT_HUGE] = { .name = "cuda:__sinf", .summary = "sin, a poor reduction (invented)",
        .math = MATH_SIN, .published = {
            { .ulp = 1.5, .where = "x near 1", .who = "somebody, of a range" } } },
    [SWEPT_NOTHING] = { .name = "gl:tan", .summary = "NaN always (invented)",
        .math = MATH_TAN },
    [SWEPT_GL] = { .name = "gl:exp", .summary = "exp(x) (invented)", .math = MATH_EXP },
    [SWEPT_HALF] = { .name = "gl:exp", .summary = "exp(x) (invented)", .math = MATH_EXP },
    [SWEPT_DEPARTS] = { .name = "gl:log2", .summary = "log2(x) (invented)",
        .math = MATH_LOG2, .published = {
            { .ulp = 519, .who = "somebody" }, { .ulp = 518, .who = "somebody" } } },
    [SWEPT_DIVISION] = { .name = "cpu:div", .summary = "a / b, no last step (invented)",
        .math = MATH_DIV, .domain = DOMAIN_MANTISSAS },
    [SWEPT_POWERS] = { .name = "cuda:powf", .summary = "pow(a, b) (invented)",
        .math = MATH_POW, .domain = DOMAIN_PAIRS },
    [SWEPT_DOUBLES] = { .name = "cuda:exp", .summary = "exp, double precision (invented)",
        .math = MATH_EXP, .result = FUNCTION_BINARY64, .domain = DOMAIN_DOUBLES, .bits = 32 },
    [SWEPT_WORDS] = { .name = "gl:float(int)", .summary = "conversion (invented)",
        .math = MATH_FROM_INT },
    [SWEPT_PART] = { .name = "cuda:tanh.approx", .summary = "PTX tanh.approx.f32 (invented)",
        .math = MATH_TANH },
};
// clang-format on

static double value_of(enum math_id math, double x, double y)
{
    switch (math) {
    case MATH_TANH: return tanh(x);
    case MATH_EXP: return exp(x);
    case MATH_FLOOR: return floor(x);
    case MATH_SIN: return sin(x);
    case MATH_TAN: return tan(x);
    case MATH_LOG2: return log2(x);
    case MATH_DIV: return x / y;
    case MATH_POW: return pow(x, y);
    default: return x;
    }
}

// Returns the result of the invented machine before it is rounded.
static double answer(enum swept_shape shape, double x, double exact)
{
    double size = fabs(x);

    switch (shape) {
    case SWEPT_TANH:
    case SWEPT_PART:
        return exact * (1 + (size < 0x1p-6 || size > 9
                                 ? 0
                                 : 1.1e-5 * sin(37 * log2(size)) * exp(-0.3 * size)));
    case SWEPT_HUGE:
        return size > 8 ? exact + size * 0x1p-26 * cos(1e3 * x) : exact * (1 + 3e-8);
    case SWEPT_NOTHING: return NAN;
    case SWEPT_GL:
    case SWEPT_HALF:
        exact *= 1 + (shape == SWEPT_GL ? 0x1p-24 : 0x1p-11) * sin(99 * x) * (1 + size);
        return fabs(exact) < 0x1p-126 ? 0 : exact;
    case SWEPT_DEPARTS:
        return exact * (1 + 10 * 0x1p-24) + (size >= 1 && size < 2 ? 0x1p-19 : 0);
    case SWEPT_DIVISION:
    case SWEPT_POWERS: return exact * (1 + 0.7 * 0x1p-23 * sin(1e4 * x));
    case SWEPT_DOUBLES:
        return sin(1e4 * x) > 0 || size < 0x1p-60 ? exact : nextafter(exact, 9);
    default: return exact;
    }
}

static uint64_t pack(enum function_type type, double value)
{
    return type == FUNCTION_BINARY64 ? fp_bits64(value) : fp_bits((float) value);
}

static double ulp_of(enum function_type type, double exact)
{
    struct fp_format format = function_format(type);
    int emin = 1 - format.emax, exponent = exact == 0 ? emin : ilogb(exact);

    return ldexp(1, (exponent > emin ? exponent : emin) - (format.precision - 1));
}

static double exact_at(const struct exact_call *call)
{
    const struct function function = { .math = call->math };
    const struct domain domain = { .kind = call->domain };

    return value_of(call->math, axis_value(&function, &domain, call->operands, false),
                    axis_value(&function, &domain, call->operands, true));
}

bool exact_available(void)
{
    return swept_exact;
}

void exact_judge(const struct exact_call *call, struct exact *out)
{
    double exact = exact_at(call), got = axis_result(call->type, call->got);
    bool over = isinf(exact) || fabs(exact) >= 0x1p128;

    *out = (struct exact){ .want = pack(call->type, exact) };
    snprintf(out->text, sizeof out->text, "%.17g", exact);
    if (isnan(exact) || over || exact == 0)
        out->kind = isnan(exact) == isnan(got) && (isnan(got) || out->want == call->got)
                        ? (over && isfinite(exact) ? CELL_OVERFLOW : CELL_SPECIAL)
                        : CELL_WRONG;
    else if (!isfinite(got))
        out->kind = CELL_WRONG;
    else if (got == 0 && fabs(exact) < 0x1p-126)
        out->kind = CELL_FLUSHED;
    out->correct = out->want == call->got || (isnan(exact) && isnan(got));
    if (out->kind != CELL_FINITE)
        return;
    out->absolute = fabs(got - exact);
    out->error = (got - exact) / ulp_of(call->type, exact);
    out->relative = fabs(exact) < 0x1p-126 ? 0 : out->absolute / fabs(exact);
}

void exact_finish_thread(void)
{
}

// As if each number that was counted stood for `times` of its kind.
static void weigh(struct cell *cell, uint64_t times)
{
    for (int i = 0; i < CELL_KIND_COUNT; i++)
        cell->kinds[i] *= times;
    for (int i = 0; i < CELL_BINS; i++)
        cell->bins[i] *= times;
    cell->correct *= times;
    cell->beyond *= times;
    cell->sum *= (int64_t) times;
    cell->sum_abs *= (int64_t) times;
}

static uint64_t got_at(const struct sweep *sweep, enum swept_shape shape, uint64_t number)
{
    struct operands operands = domain_operands(&sweep->domain, number);
    double x = axis_value(&sweep->function, &sweep->domain, operands, false);
    double y = axis_value(&sweep->function, &sweep->domain, operands, true);

    return pack(sweep->function.result,
                answer(shape, x, value_of(sweep->function.math, x, y)));
}

// Numbers of a side, evenly over the chunk, its last one among them. Where the number's
// low bit is not the sign all are of the first side.
static void fill(struct sweep *sweep, enum swept_shape shape, int chunk, int side)
{
    struct cell *cell = &sweep->chunks[chunk].sides[side];
    int sides =
        sweep->domain.kind == DOMAIN_BITS || sweep->domain.kind == DOMAIN_DOUBLES ? 2 : 1;
    uint64_t size = UINT64_C(1) << (sweep->domain.bits - 8), each = size / PER_SIDE;

    tally_clear(cell);
    for (uint64_t i = 0; side < sides && i < PER_SIDE; i++) {
        uint64_t number = size * (uint64_t) chunk + each * i + (uint64_t) side;
        if (i == PER_SIDE - 1)
            number = size * (uint64_t) (chunk + 1) - (uint64_t) (sides - side);
        const struct exact_call call = {
            .math = sweep->function.math,
            .domain = sweep->domain.kind,
            .operands = domain_operands(&sweep->domain, number),
            .type = sweep->function.result,
            .got = got_at(sweep, shape, number),
        };
        struct exact exact;
        struct rare rare;
        exact_judge(&call, &exact);
        rare = exact_rare(&exact);
        tally_count(cell, number, call.got, &rare);
        cell->edge[i > 0] = call.got;
    }
    weigh(cell, size / PER_SIDE / (uint64_t) sides);
}

static struct backend_facts facts_of(enum swept_shape shape)
{
    struct backend_facts facts = { .where = "cuda",
                                   .name = "NVIDIA INVENTED",
                                   .version = "CUDA 13.0, driver 0.0",
                                   .judge = "cuda" };

    if (!strncmp(functions[shape].name, "cpu", 3))
        facts = (struct backend_facts){ .where = "cpu",
                                        .name = "invented avx2",
                                        .version = "glibc 2.36",
                                        .judge = "sleef" };
    if (!strncmp(functions[shape].name, "gl", 2)) {
        facts = (struct backend_facts){ .where = "gl",
                                        .version = "OpenGL ES 3.2 Invented",
                                        .stage = "compute",
                                        .precision = "highp",
                                        .software = true,
                                        .judge = "sleef" };
        snprintf(
            facts.name, sizeof facts.name,
            "ANGLE (An Invented Renderer, Vulkan 1.3.0 (SwiftShader Device (Subzero) "
            "(0x0000C0DE)), with a name that goes on and on, and then some more)");
    }
    if (shape == SWEPT_HALF)
        strcpy(facts.precision, "mediump");
    return facts;
}

struct sweep swept_make(enum swept_shape shape)
{
    const struct function *function = &functions[shape];
    struct sweep sweep = { .function = *function,
                           .domain = domain_whole(function->domain, function->bits),
                           .facts = facts_of(shape) };

    sweep.chunks = calloc(DOMAIN_CHUNKS, sizeof *sweep.chunks);
    for (int i = 0; sweep.chunks && i < DOMAIN_CHUNKS; i++) {
        sweep.chunks[i].done = shape != SWEPT_PART || i % 3 == 0;
        for (int side = 0; side < 2; side++)
            fill(&sweep, shape, i, side);
    }
    return sweep;
}

uint64_t swept_first(const struct sweep *sweep, int chunk, int side)
{
    return ((uint64_t) chunk << (sweep->domain.bits - 8)) + (uint64_t) side;
}
