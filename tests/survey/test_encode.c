// SPDX-License-Identifier: MIT
//
// Numbers as bytes that a shader computes (shaders/prelude/encode.glsl): its text,
// compiled as C, against the words themselves, in each direction of rounding; and what is
// found of simulated devices through it.

#include "base/fp_bits.h"
#include "device/device.h"
#include "device/fake.h"
#include "probe/expressions.h"
#include "report/report.h"
#include "survey/survey.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "encode" };

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#define WIDE
#define abs   fabsf
#define floor floorf
#include "shaders/prelude/encode.glsl"
#undef WIDE
#undef abs
#undef floor
#pragma GCC diagnostic pop

static uint32_t encoded(uint32_t word)
{
    encode(fp_from_bits(word));

    const float bytes[] = { byte_0, byte_1, byte_2, byte_3 };
    uint32_t back = 0;

    for (int i = 0; i < 4; i++) {
        assert_true(bytes[i] >= 0 && bytes[i] <= 255 && bytes[i] == rintf(bytes[i]));
        back |= (uint32_t) bytes[i] << 8 * i;
    }
    return back;
}

static bool is_nan(uint32_t word)
{
    return word << 1 > 0xff000000;
}

// Every 16381st word, and those around the powers of two.
TEST(words_come_back)
{
    static const int directions[] = { FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD,
                                      FE_DOWNWARD };

    for (size_t i = 0; i < COUNT_OF(directions); i++) {
        fesetround(directions[i]);
        for (uint64_t at = 0; at < UINT64_C(1) << 32; at += 16381) {
            uint32_t near = (uint32_t) at >> 23 << 23;
            const uint32_t words[] = { (uint32_t) at, near, near + 1, near - 1 };

            for (size_t k = 0; k < COUNT_OF(words); k++) {
                uint32_t want = is_nan(words[k]) ? 0x7fc00000 : words[k];
                uint32_t got = encoded(words[k]);

                if (got != want)
                    fail_msg("direction %zu: 0x%08x: got 0x%08x", i, words[k], got);
            }
        }
        fesetround(FE_TONEAREST);
    }
}

static enum device_answer (*paint_exact)(struct device *device, const struct probe *probe,
                                         const struct probe_params *params, int variant,
                                         struct pixels *out);

// Whether answers of a probe are numbers that travel so.
static bool is_sent(const struct probe *probe, const struct probe_params *params)
{
    return (!probe->expressions || (probe->expressions->in_es2 &&
                                    !probe->expressions->raw && !probe->textures)) &&
           params->readout == READOUT_BITS && params->precision <= PRECISION_LOWP;
}

static enum device_answer paint_encoded(struct device *device, const struct probe *probe,
                                        const struct probe_params *params, int variant,
                                        struct pixels *out)
{
    enum device_answer answer = paint_exact(device, probe, params, variant, out);
    size_t count = (size_t) out->width * (size_t) out->height;

    for (size_t i = 0; is_sent(probe, params) && i < count; i++)
        if (out->words[i] != EXPRESSIONS_ABSENT)
            out->words[i] = encoded(out->words[i]);
    return answer;
}

static struct report report_of(const char *id, bool bytes)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct survey_pictures pictures = { 0 };
    struct report report = { 0 };
    struct device device;

    options.full = true;
    options.stage = STAGE_FRAGMENT;
    assert_true(fake_open(&device, id));
    if (bytes) {
        paint_exact = device.paint;
        device.paint = paint_encoded;
    }
    assert_true(survey(&device, &options, &report, &pictures));
    survey_pictures_finish(&pictures);
    device.close(&device);
    return report;
}

static long compare_findings(const char *id, const struct result *exact,
                             const struct result *bytes)
{
    assert_int_equal(exact->finding_count, bytes->finding_count);
    assert_int_equal(exact->verdict.status, bytes->verdict.status);
    for (int i = 0; i < exact->finding_count; i++) {
        const struct finding *want = &exact->findings[i], *got = &bytes->findings[i];
        char text[400];

        if (!strcmp(want->expression, "bits of a NaN")) // ES 2 does not ask it
            continue;
        snprintf(text, sizeof text, "%s", said_answer(want));
        if (strcmp(text, said_answer(got)) != 0 || want->deviates != got->deviates ||
            want->agree != got->agree)
            fail_msg("%s: %s %s: got %s want %s", id, exact->probe, want->expression,
                     said_answer(got), text);
    }
    return exact->finding_count;
}

TEST(findings_are_the_same)
{
    static const char *const ids[] = {
        "fake:chop-g1,p=14,mediump=11,ftz,overflow=saturate,contract,fold"
    };

    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        struct report exact = report_of(ids[i], false), bytes = report_of(ids[i], true);
        long findings = 0;

        assert_int_equal(exact.count, bytes.count);
        for (int k = 0; k < exact.count; k++)
            findings += compare_findings(ids[i], &exact.results[k], &bytes.results[k]);
        assert_true(findings > 500);
        report_finish(&exact);
        report_finish(&bytes);
    }
}
