// SPDX-License-Identifier: MIT
//
// How it works: a table of the probes. A row says by what the probe judges, and which
// answers break GLSL's part of it. What the specifications say (GLSL 4.60 and GLSL ES
// 3.20 have the same words and numbers, ES 3.00 has them in 4.5.1):
//
// 4.7.1, Range and Precision, of highp. a + b, a - b and a * b are correctly rounded, a
// comparison is correct, a / b is within 2.5 ulp, inversesqrt 2, and sqrt inherits from
// 1.0 / inversesqrt; "the rounding mode cannot be set and is undefined": another
// direction than to nearest even is no breach, an error of a whole ulp is one. a * b + c
// and fma() are one such operation, or a sequence of two. exp, exp2, log, log2 and pow
// have bounds, other functions "undefined precision". Conversions between types are
// correctly rounded. Any subnormal may be flushed, NaNs need not be generated, infinities
// are as IEEE 754 has them. So are zeros, but ES 3.00 asks for their sign only "if both
// positive and negative zeros are implemented": the sign of a zero, or of an infinity
// that it makes, proves nothing. Of double "the precision is at least that of single
// precision". mediump and lowp, in ES, owe steps of 2^-10, relative, and of 2^-8, and may
// have more: what looks fused or folded there may be a wider register.
//
// 4.9, The Precise Qualifier. Operations are done in their stated order, a sum is not
// reassociated, a * b + c does not become fma(). 8.3 calls a precise fma() a single
// operation, for which 4.7.1 still allows the errors of two.
//
// 4.3.3: a constant expression need not have the value of another one.
//
// 4.8.1, The Invariant Qualifier: outputs of two programs that are invariant are the same
// if the code that leads to them is.
//
// 8.4: packHalf2x16 and unpackHalf2x16 convert to and from the 16-bit floats of OpenGL
// 4.6, 2.3.4.2, which says of numbers that need rounding no more than GLSL does.
//
// OpenGL 4.6, 14.6.1: how varyings are interpolated; a flat one is one corner's. GLSL
// 4.6, 4.4.1.3: without a layout gl_FragCoord is at the half pixel.
//
// OpenGL 4.6, 2.3.5.2: fixed-point targets; 7.14: glGetShaderPrecisionFormat.
// Vulkan 1.3, Precision and Operation of SPIR-V Instructions: the bounds of bound.h.

#include "base/deviation.h"

#include <math.h>
#include <string.h>

typedef bool breaks(const struct result *result, const struct finding *finding);

static bool is_expression_of(const struct finding *finding, const char *const *list)
{
    while (*list && !finding_asks(finding, *list))
        list++;
    return *list;
}

static bool deviation_is_narrow(const struct result *result)
{
    return result->precision == PRECISION_MEDIUMP || result->precision == PRECISION_LOWP;
}

static bool breaks_always(const struct result *result, const struct finding *finding)
{
    (void) result, (void) finding;
    return true;
}

static bool breaks_never(const struct result *result, const struct finding *finding)
{
    (void) result, (void) finding;
    return false;
}

// ---- operations ----

static const struct error {
    const char *id;
    double ulp; // at most, of highp; infinite: nothing is promised that an error breaks
    bool less;  // and never that much: rounded in any direction
} errors[] = {
    { "add", 1, true },
    { "sub", 1, true },
    { "mul", 1, true },
    { "mul-add", 2, true }, // in ulp of the product, if larger (operation_exact.h)
    { "div", 2.5, false },
    { "reciprocal", 2.5, false },
    { "mul-reciprocal", 5.5, false },
    { "inversesqrt", 2, false },
    { "sqrt", 6.5, false }, // 2 ulp may be 4 of the reciprocal
};

static double worst_ulp(const struct finding *finding)
{
    if (finding_find(finding, FINDING_ANSWERS_NOT_FINITE))
        return INFINITY;
    return finding->error_known ? fmax(-finding->error_min_ulp, finding->error_max_ulp)
                                : 0;
}

// An ulp is of the format that was found, of p bits.
static double allowed_ulp(const struct result *result, double highp)
{
    int p = result->built ? result->operands.format.precision : 11;

    switch (result->precision) {
    case PRECISION_MEDIUMP: return fmax(highp, ldexp(1, p - 10));
    case PRECISION_LOWP: return fmax(highp, ldexp(1, p - 8));
    case PRECISION_DOUBLE: return ldexp(highp, 53 - 24);
    case PRECISION_FLOAT16: return INFINITY; // of an extension, which says nothing
    default: return highp;
    }
}

static bool breaks_operation(const struct result *result, const struct finding *finding)
{
    double worst = worst_ulp(finding);

    if (result->form == FORM_PRECISE && !deviation_is_narrow(result) &&
        finding_asks(finding, "mul-add") && finding_find(finding, FINDING_FUSED))
        return true;
    // 1 - 0.75 ulp is 1 there: 1.5 ulp off, whether or not that was among the cases
    if (finding->survivors == VERDICT_RULE(FP_CHOP_G0) && 2 > allowed_ulp(result, 1))
        return true;
    // fma() is no row: in two steps its error in ulp has no limit
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (finding_asks(finding, errors[i].id)) {
            double most = allowed_ulp(result, errors[i].ulp);

            return worst > most || (errors[i].less && worst == most);
        }
    return false;
}

// ---- the compiler, in the precise form ----

static bool breaks_contraction(const struct result *result, const struct finding *finding)
{
    return !deviation_is_narrow(result) && finding_is(finding, FINDING_FUSED);
}

// GLSL permits these expressions to be folded: the results differ only in NaNs and in the
// signs of zeros, or by no more than the error that GLSL allows divisions and roots.
static bool breaks_folding(const struct result *result, const struct finding *finding)
{
    static const char *const loose[] = { "mul-zero",
                                         "sub-self",
                                         "add-zero",
                                         "zero-sub",
                                         "div-self",
                                         "neg-sub",
                                         "equal-self",
                                         "not-less",
                                         "div-three",
                                         "sub-equal-zero",
                                         "mul-div",
                                         "div-mul",
                                         "reciprocal-reciprocal",
                                         "sqrt-sqrt",
                                         NULL };

    return !deviation_is_narrow(result) && finding_is(finding, FINDING_FOLDED_TO) &&
           !is_expression_of(finding, loose);
}

static bool breaks_order(const struct result *result, const struct finding *finding)
{
    (void) result;
    return finding_is(finding, FINDING_REASSOCIATED_TO);
}

// The guarded form, which is judged too, is ordinary code.
static bool breaks_transform(const struct result *result, const struct finding *finding)
{
    return !deviation_is_narrow(result) && result->form == FORM_PRECISE &&
           (finding_find(finding, FINDING_SUM_FOLDED) ||
            finding_find(finding, FINDING_SUMS_REORDERED) ||
            finding_find(finding, FINDING_PRODUCTS_FUSED));
}

// ---- specials, functions, conversions ----

// Whether the case that is told is wrong by a sign alone, of a zero or made by one.
static bool is_sign_of_zero(const struct finding_case *example)
{
    uint64_t sign = UINT64_C(1) << (example->wide ? 63 : 31);
    bool zero = !(example->want[0] & ~sign);

    for (int i = 0; i < example->operands; i++)
        zero |= example->in[i] == sign;
    return zero && (example->got[0] ^ example->want[0]) == sign;
}

static bool takes_nan(const struct finding_case *example)
{
    uint64_t infinity = example->wide ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23;
    uint64_t sign = UINT64_C(1) << (example->wide ? 63 : 31);

    for (int i = 0; i < example->operands; i++)
        if ((example->in[i] & ~sign) > infinity)
            return true;
    return false;
}

static bool breaks_special(const struct result *result, const struct finding *finding)
{
    static const char *const promised[] = { "isnan",
                                            "isinf",
                                            "zero-sum",
                                            "one-sub-one",
                                            "zero-mul-minus-one",
                                            "neg-zero",
                                            "zero-equal",
                                            "zero-less",
                                            "one-div-zero",
                                            "one-div-minus-zero",
                                            "one-div-inf",
                                            "sqrt-minus-zero",
                                            "min-zeros",
                                            "inf-add",
                                            "inf-mul",
                                            "floor-minus-zero",
                                            NULL };
    const struct finding_case *example = &finding->example;

    return !deviation_is_narrow(result) && is_expression_of(finding, promised) &&
           example->wanted && !takes_nan(example) && !is_sign_of_zero(example);
}

// The others that are judged are so by Vulkan's bounds, and so are these at mediump.
static bool breaks_function(const struct result *result, const struct finding *finding)
{
    static const char *const bounded[] = { "exp", "exp2", "log", "log2", "pow", NULL };

    return !deviation_is_narrow(result) && is_expression_of(finding, bounded);
}

static bool breaks_vector(const struct result *result, const struct finding *finding)
{
    return !deviation_is_narrow(result) && finding_asks(finding, "length");
}

// In which direction a large integer is rounded is free, and the sign of a zero too.
static bool breaks_integer(const struct result *result, const struct finding *finding)
{
    static const char *const rounded[] = { "from-int", "from-uint", NULL };
    static const char *const zeros[] = { "round-sign", "ceil-sign", NULL };

    (void) result;
    if (is_expression_of(finding, rounded))
        return finding_is(finding, FINDING_WRONG);
    return !is_expression_of(finding, zeros) ||
           finding_is(finding, FINDING_ALWAYS_NUMBER);
}

// A number that a half can hold is not rounded, and the two halves of a word share no
// bits.
static bool breaks_half(const struct result *result, const struct finding *finding)
{
    static const char *const exact[] = { "exact", "floats-exact", "halves-exact", NULL };

    (void) result;
    return is_expression_of(finding, exact) ||
           finding_is(finding, FINDING_SPOILS_OTHER_HALF);
}

// How accurately a number is interpolated nothing says; flat it is one corner's, and a
// fragment is at the centre of its pixel.
static bool breaks_varying(const struct result *result, const struct finding *finding)
{
    static const char *const said[] = { "constant-flat", "frag-coord-x", "frag-coord-y",
                                        NULL };

    (void) result;
    return is_expression_of(finding, said);
}

static bool breaks_codes(const struct result *result, const struct finding *finding)
{
    (void) result;
    return finding_find(finding, FINDING_NORMALS_WRONG) ||
           finding_find(finding, FINDING_INFINITIES_WRONG);
}

// ---- the table ----

static const struct row {
    const char *probe;
    breaks *glsl;         // whether an answer that deviates breaks it
    enum deviation other; // what it deviates from if not
} rows[] = {
    { "blend", breaks_always, DEVIATION_GLSL },
    { "constants", breaks_never, DEVIATION_IEEE754 },
    { "contraction", breaks_contraction, DEVIATION_IEEE754 },
    { "depth", breaks_always, DEVIATION_GLSL },
    { "derivatives", breaks_never, DEVIATION_IEEE754 },
    { "error_free", breaks_transform, DEVIATION_IEEE754 },
    { "filter", breaks_never, DEVIATION_VULKAN },
    { "folding", breaks_folding, DEVIATION_IEEE754 },
    { "functions", breaks_function, DEVIATION_VULKAN },
    { "half_codes", breaks_codes, DEVIATION_IEEE754 },
    { "half_target", breaks_half, DEVIATION_IEEE754 },
    { "half_texture", breaks_half, DEVIATION_IEEE754 },
    { "integer_width", breaks_always, DEVIATION_GLSL },
    { "integers", breaks_integer, DEVIATION_IEEE754 },
    { "interpolation", breaks_varying, DEVIATION_IEEE754 },
    { "invariance", breaks_always, DEVIATION_GLSL },
    { "operations", breaks_operation, DEVIATION_IEEE754 },
    { "pair_quotients", breaks_transform, DEVIATION_IEEE754 },
    { "pack_half", breaks_half, DEVIATION_IEEE754 },
    { "powers", breaks_always, DEVIATION_GLSL },
    { "reassociation", breaks_order, DEVIATION_IEEE754 },
    { "sampler", breaks_always, DEVIATION_GLSL },
    { "specials", breaks_special, DEVIATION_IEEE754 },
    { "storage", breaks_always, DEVIATION_GLSL },
    { "subnormals", breaks_never, DEVIATION_IEEE754 },
    { "unorm8", breaks_always, DEVIATION_GLSL },
    { "vectors", breaks_vector, DEVIATION_VULKAN },
    { "zero_hole", breaks_never, DEVIATION_IEEE754 },
};

enum deviation deviation_of(const struct result *result, const struct finding *finding)
{
    if (!finding->deviates)
        return DEVIATION_NONE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].probe, result->probe))
            return rows[i].glsl(result, finding) ? DEVIATION_GLSL : rows[i].other;
    return DEVIATION_IEEE754;
}

void deviation_note(struct result *result)
{
    for (int i = 0; i < result->finding_count; i++)
        result->findings[i].from = deviation_of(result, &result->findings[i]);
}

static const struct {
    const char *name, *title;
} words[DEVIATION_COUNT] = {
    [DEVIATION_NONE] = { "none", "" },
    [DEVIATION_GLSL] = { "glsl", "GLSL" },
    [DEVIATION_IEEE754] = { "ieee754", "IEEE 754" },
    [DEVIATION_VULKAN] = { "vulkan", "Vulkan's bound" },
};

const char *deviation_name(enum deviation deviation)
{
    return words[deviation].name;
}

const char *deviation_title(enum deviation deviation)
{
    return words[deviation].title;
}
