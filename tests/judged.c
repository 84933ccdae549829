// SPDX-License-Identifier: MIT

#include "judged.h"

#include "pixels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct probe_params judged_params(struct fp_format format, enum fp_round round)
{
    return (struct probe_params){
        .stage = STAGE_FRAGMENT,
        .precision = PRECISION_HIGHP,
        .form = FORM_PLAIN,
        .readout = READOUT_BITS,
        .width = 16,
        .rows = 1,
        .model = { .format = format, .round = round },
        .precision_bits = format.precision,
    };
}

// The words of an answer lie side by side, line 0 at the bottom (probe.h).
static void spoil_all(const struct probe *probe, const struct probe_params *params,
                      judged_spoil *spoil, struct pixels *pixels)
{
    const struct lines *lines = probe->lines;
    int halves = params->precision == PRECISION_DOUBLE ? 2 : 1;
    for (int line = 0; line < lines->count; line++) {
        uint32_t *row = pixels_row(pixels, lines->count - 1 - line);
        for (int i = 0; i < lines->columns * lines->results; i++) {
            uint32_t *at = row + i * halves;
            uint64_t word = at[0] | (halves == 2 ? (uint64_t) at[1] << 32 : 0);
            word = spoil(line, i / lines->results, i % lines->results, word);
            at[0] = (uint32_t) word;
            if (halves == 2)
                at[1] = (uint32_t) (word >> 32);
        }
    }
}

void judged(const struct probe *probe, const struct probe_params *params,
            const struct traits *traits, judged_spoil *spoil, struct finding *findings)
{
    struct unit unit = unit_model();
    struct pixels pixels = { 0 };
    struct difference difference;
    struct facts_claim claim = { 0 };
    assert_true(pixels_init(&pixels, probe_pixel_width(probe, params),
                            probe_pixel_height(probe, params), params->readout));
    assert_true(lines_paint(probe, params, traits, &unit, &pixels));
    if (spoil != NULL)
        spoil_all(probe, params, spoil, &pixels);
    assert_true(
        lines_judge(probe, params, &claim, &pixels, &unit, findings, &difference));
    pixels_finish(&pixels);
}

void judged_answers(const struct probe *probe, const struct probe_params *params,
                    const struct traits *traits, int line, uint64_t *const *out)
{
    struct unit unit = unit_model();
    struct lines_call call = { .probe = probe,
                               .params = params,
                               .traits = traits,
                               .unit = &unit,
                               .line = line,
                               .count = 1 };
    for (int i = 0; i < probe->lines->columns; i++) {
        uint64_t words[PROBE_OPERANDS] = { 0 };
        probe->lines->operand(params, line, i, words);
        for (int k = 0; k < PROBE_OPERANDS; k++)
            call.in[k] = &words[k];
        for (int k = 0; k < probe->lines->results; k++)
            call.out[k] = &out[k][i];
        assert_true(probe->lines->answer(&call));
    }
}
