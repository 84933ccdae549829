// SPDX-License-Identifier: MIT
//
// How it works
//
// Stripe f - 1 of a picture two pixels wide holds nothing but ties: q = 1/2, and the
// ramp is 3/4 and 1/4, each half-way between two multiples of q. 2^(f-1) is an even
// multiple, so 3/4 lies between odd 1/2 and even 1, and 1/4 between even 0 and odd
// 1/2. In magnitude:
//
//              rne   away   to zero   to odd
//     3/4       1      1      1/2      1/2
//     1/4       0     1/2      0       1/2
//
// A rule that is not to nearest looks like one of these: truncation like ties to
// zero, and so on. The upper band asks the same of the negated operands, which parts
// up from away and down from to zero. The ramp (stripes) splits what still looks alike.

#include "probe/list.h"
#include "probe/shared/sum.h"

#include <math.h>
#include <stdio.h>

#define RULE VERDICT_RULE

#define CHOP    (VERDICT_TRUNCATE & ~RULE(FP_RTZ) & ~RULE(FP_RDN))
#define NS_EVEN (RULE(FP_RNE_NS1) | RULE(FP_RNE_NS2) | RULE(FP_RNE_NS3))
#define NS_AWAY (RULE(FP_RNA_NS1) | RULE(FP_RNA_NS2) | RULE(FP_RNA_NS3))

// Magnitudes of the two cases of a band, in quarters, and the rules that give them for
// positive and for negative operands.
static const struct outcome {
    int quarters[2];
    uint32_t rules[2];
} outcomes[] = {
    { { 4, 0 }, { RULE(FP_RNE) | NS_EVEN, RULE(FP_RNE) | NS_EVEN } },
    { { 4, 2 },
      { RULE(FP_RNA) | RULE(FP_RNU) | RULE(FP_RAZ) | RULE(FP_RUP) | NS_AWAY,
        RULE(FP_RNA) | RULE(FP_RND) | RULE(FP_RAZ) | RULE(FP_RDN) | NS_AWAY } },
    { { 2, 0 },
      { RULE(FP_RNZ) | RULE(FP_RND) | RULE(FP_RTZ) | RULE(FP_RDN) | CHOP,
        RULE(FP_RNZ) | RULE(FP_RNU) | RULE(FP_RTZ) | RULE(FP_RUP) | CHOP } },
    { { 2, 2 }, { RULE(FP_RNO) | RULE(FP_RO), RULE(FP_RNO) | RULE(FP_RO) } },
};

static struct probe_shape ties_shape(const struct probe_params *params)
{
    bool picture = params->rows > 1;

    return (struct probe_shape){ 2, 2, picture ? 64 : 1, picture ? 40 : 1 };
}

static void ties_operand(const struct probe_params *params, int band, int column,
                         double *operands)
{
    double sign = band == 1 ? -1 : 1;

    operands[0] = sign * ldexp(1, params->precision_bits - 2);
    operands[1] = sign * (column == 0 ? 0.75 : 0.25);
}

static const char *ties_unfit(const struct probe_params *params)
{
    bool is_double = params->precision == PRECISION_DOUBLE;

    if (params->precision_bits < 3 || params->precision_bits > 53)
        return "the tie stripes need a precision from 3 to 53 bits";
    if (!is_double && params->precision_bits > 24)
        return "the tie stripes need a precision from 3 to 24 bits";
    if (params->precision_bits - 1 > params->model.format.emax)
        return "the tie stripe lies beyond the exponent range";
    return NULL;
}

static uint32_t ties_rules_of(const int quarters[2], int band)
{
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        if (outcomes[i].quarters[0] == quarters[0] &&
            outcomes[i].quarters[1] == quarters[1])
            return outcomes[i].rules[band];
    return 0;
}

static struct verdict ties_infer(const struct probe_params *params,
                                 const struct pixels *pixels)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    bool unrounded = true;

    verdict.survivors = VERDICT_ALL_RULES;
    for (int band = 0; band < 2; band++) {
        int quarters[2];

        for (int column = 0; column < 2; column++) {
            double shown = sum_cell(&probe_ties, params, pixels, band, column);
            double magnitude = 4 * (band == 1 ? -shown : shown);

            // What no sum gives may not fit an int either.
            bool far = isnan(shown) || fabs(magnitude) > 8;

            quarters[column] = far ? -99 : (int) floor(magnitude + 0.5);
            // A level is a 64th; an exact readout shows nothing but quarters.
            if (fabs(magnitude - quarters[column]) > 0.25)
                quarters[column] = -99;
        }
        unrounded = unrounded && quarters[0] == 3 && quarters[1] == 1;
        verdict.survivors &= ties_rules_of(quarters, band);
    }
    verdict.fraction_bits = params->precision_bits - 1;
    if (unrounded) {
        verdict.status = STATUS_UNROUNDED;
        verdict.survivors = 0;
        snprintf(verdict.reason, sizeof verdict.reason, "the ties came back unrounded");
    }
    return verdict;
}

const struct probe probe_ties = {
    .name = "ties",
    .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .folds = true,
    .needs_width = true,
    .operands = 2,
    .addends = 2,
    .asked_as = &probe_width,
    .level_scale = 64.0f / 255,
    .level_bias = 128.0f / 255,
    .level_slack = 4,
    .shape = ties_shape,
    .operand = ties_operand,
    .unfit = ties_unfit,
    .eval = sum_rest_eval,
    .infer = ties_infer,
};
