// SPDX-License-Identifier: MIT

#include "command/beside.h"

#include "base/log.h"
#include "probe/picture.h"
#include "survey/plan.h"
#include "unit/unit.h"

#include <stdio.h>

#define FORMAT_MIN 5 // bits of the models

// The arithmetic that a verdict found; what it leaves open is binary32's.
static struct fp_model beside_model(const struct verdict *verdict)
{
    struct fp_model model = { FP_BINARY32, FP_RNE, false, false };

    if (verdict->fraction_bits + 1 >= FORMAT_MIN &&
        verdict->fraction_bits < model.format.precision)
        model.format.precision = verdict->fraction_bits + 1;
    if (verdict->survivors)
        model.round = (enum fp_round) __builtin_ctz(verdict->survivors);
    return model;
}

// How a result was asked. False if it is none of a picture of sums, or of another size
// than such a picture has.
static bool beside_params(const struct compare_picture *picture,
                          const struct probe **probe, struct probe_params *params)
{
    const struct result *result = picture->result;
    const int columns = result->columns;

    *probe = probe_find(result->probe);
    if (!*probe || (*probe)->expressions || (*probe)->needs_width || !(*probe)->ramp ||
        result->precision == PRECISION_DOUBLE || columns < 16 || columns > 2048 ||
        columns & (columns - 1))
        return false;
    *params = plan_params(result->stage, result->precision, columns);
    params->form = result->form;
    params->readout = result->readout;
    params->model = beside_model(&result->verdict);
    params->precision_bits = params->model.format.precision;
    if ((*probe)->rewritten && (*probe)->rewritten[result->verdict.rewriting])
        *probe = (*probe)->rewritten[result->verdict.rewriting];
    return probe_pixel_width(*probe, params) == picture->width &&
           probe_pixel_height(*probe, params) == picture->height;
}

void beside_want(struct compare *compare)
{
    struct compare_set *set = compare->sets;
    const struct unit model = unit_model();
    const struct probe *probe;
    struct probe_params params;
    struct pixels want;
    char who[120];

    if (!compare->set_count || !set->pictures->grey ||
        !beside_params(set->pictures, &probe, &params))
        return;
    snprintf(who, sizeof who, "%d bits, %s%s, computed by the integer model",
             params.model.format.precision, fp_round_name(params.model.round),
             set->pictures->result->verdict.survivors ? "" : " (nothing was decided)");
    pixels_init(&want, set->pictures->width, set->pictures->height, params.readout);
    if (probe_eval(probe, &params, &model, &want))
        compare_want(set, &want, who);
    pixels_finish(&want);
}
