// SPDX-License-Identifier: MIT

#include "survey/known.h"

#define WIDTH_MIN 16

bool survey_known_asks(const struct probe *probe, enum form form)
{
    return probe->needs_width || (probe->rewritten && form == FORM_PUBLISHED);
}

void survey_known_width(struct survey_known *known, const struct verdict *verdict)
{
    if (known->found || verdict->status != STATUS_OK)
        return;
    known->found = true;
    known->model = (struct fp_model){
        .format = { verdict->fraction_bits + 1, verdict->emax > 0 ? verdict->emax : 127 },
        .flush_in = verdict->subnormals == SUBNORMALS_FLUSHED,
        .flush_out = verdict->subnormals == SUBNORMALS_FLUSHED,
    };
}

void survey_known_excess(struct survey_known *known, const struct probe *probe,
                         const struct result *result)
{
    enum status status = result->verdict.status;

    if (!probe->finds_excess)
        return;
    known->excess_asked[result->form] = true;
    known->unrounded = known->unrounded || status == STATUS_UNROUNDED;
    if (status != STATUS_OK && status != STATUS_EXCESS)
        return;
    known->excess_known[result->form] = true;
    known->inside_bits[result->form] = result->verdict.inside_bits;
}

// Returns the bits that the other forms keep. A plain expression keeps as many as a
// precise one; a guarded one may keep fewer.
static int other_forms_keep(const struct survey_known *known, enum form form)
{
    bool told = false;
    int most = 0;

    for (int i = 0; i < FORM_COUNT; i++) {
        told = told || (known->excess_known[i] && i != FORM_GUARDED);
        if (known->inside_bits[i] > most)
            most = known->inside_bits[i];
    }
    if (!most && known->unrounded && known->wider)
        return survey_known_inside(known->wider, form);
    return most || told ? most : VERDICT_INSIDE_UNKNOWN;
}

// A folded form shows nothing about its bits, and another expression of that form may
// not be folded. A guarded sum that is stored shows nothing either: llvmpipe on an x87
// keeps the bits of guarded products all the same.
int survey_known_inside(const struct survey_known *known, enum form form)
{
    if (!known->excess_known[form])
        return other_forms_keep(known, form);
    if (form != FORM_GUARDED || known->inside_bits[form])
        return known->inside_bits[form];
    return other_forms_keep(known, form) ? VERDICT_INSIDE_UNKNOWN : 0;
}

void survey_known_rule(struct survey_known *known, const struct probe *probe,
                       const struct result *result)
{
    const struct verdict *verdict = &result->verdict;
    uint32_t rule = probe->folds || probe->judges_adder ? verdict->survivors : 0;

    if (probe->judges_adder &&
        (verdict->foreign.known || verdict->status == STATUS_UNDECIDED ||
         verdict->status == STATUS_UNSTABLE))
        known->foreign = true;
    if (probe->sums && result->findings && !known->ruled)
        rule = result->findings[probe->sums - 1].survivors;
    if (verdict->status != STATUS_OK || known->foreign || !rule || rule & (rule - 1))
        return;
    known->model.round = (enum fp_round) __builtin_ctz(rule);
    known->ruled = true;
}

enum survey_way survey_known_way(const struct survey_known *known,
                                 const struct probe *probe, bool can)
{
    // With operands for another width, narrow sums look like those of a chopping adder.
    if (can && probe->needs_width && !known->found)
        return SURVEY_SKIPPED;
    return can && probe->ramp && !known->found ? SURVEY_RAMP : SURVEY_KNOWN;
}

void survey_known_init(struct survey_known known[STAGE_COUNT][PRECISION_COUNT])
{
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            known[stage][precision] =
                (struct survey_known){ .wider = precision == PRECISION_HIGHP ||
                                                        precision == PRECISION_DOUBLE
                                                    ? NULL
                                                    : &known[stage][PRECISION_HIGHP] };
}

void survey_known_params(const struct survey_known *known, struct probe_params *params)
{
    params->inside_bits = survey_known_inside(known, params->form);
    if (!known->found)
        return;
    params->model = known->model;
    params->precision_bits = known->model.format.precision;
    params->subnormals = !known->model.flush_in;
    params->width = survey_known_columns(params->width, params->precision_bits);
}

int survey_known_columns(int width, int precision)
{
    while (width > WIDTH_MIN && precision < 30 && width > 1 << (precision - 1))
        width /= 2;
    return width;
}
