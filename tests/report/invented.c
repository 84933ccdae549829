// SPDX-License-Identifier: MIT

#include "tests/report/invented.h"

#include "base/log.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RNE  VERDICT_RULE(FP_RNE)
#define RTZ  VERDICT_RULE(FP_RTZ)
#define TIES (RNE | VERDICT_RULE(FP_RNA) | VERDICT_RULE(FP_RNU))

struct result *invented_result(struct report *report, const char *probe,
                               enum precision precision, enum form form,
                               int fraction_bits, uint32_t survivors)
{
    struct result *result = report_add(report);

    snprintf(result->probe, sizeof result->probe, "%s", probe);
    result->precision = precision;
    result->form = form;
    result->readout = READOUT_BITS;
    result->width = result->columns = 512;
    result->height = 520;
    result->bands = 26;
    result->built = fraction_bits > 0;
    result->operands.format.precision = result->built ? fraction_bits + 1 : 0;
    result->operands.format.emax = result->built ? 127 : 0;
    result->operands.round = result->built ? FP_RNA : FP_RNE;
    result->operands.flush_in = result->operands.flush_out = result->built;
    result->verdict = verdict_unknown(STATUS_OK);
    result->verdict.fraction_bits = fraction_bits;
    result->verdict.survivors = survivors;
    result->verdict.pattern = verdict_pattern(survivors);
    result->difference.pixels = 512L * 520;
    snprintf(result->reference, sizeof result->reference, "host");
    memset(result->sha256, '0' + report->count % 10, 64);
    return result;
}

static void refuse(struct result *result, enum status status, const char *reason)
{
    result->verdict = verdict_unknown(status);
    snprintf(result->verdict.reason, sizeof result->verdict.reason, "%s", reason);
    result->difference = (struct difference){ 0 };
    memset(result->sha256, 0, sizeof result->sha256);
    memset(result->reference, 0, sizeof result->reference);
    result->width = result->height = result->columns = result->bands = 0;
}

static void measure(struct report *report, enum precision precision, int bits,
                    uint32_t rule)
{
    struct result *result = invented_result(report, "width", precision, FORM_GUARDED,
                                            bits, VERDICT_ALL_RULES);

    result->verdict.emax = bits == 10 ? 15 : 127;
    result->verdict.subnormals = SUBNORMALS_FLUSHED;
    invented_result(report, "stripes", precision, FORM_PLAIN, bits,
                    rule == RNE ? TIES : rule);
    refuse(invented_result(report, "stripes_unit", precision, FORM_PLAIN, bits, rule),
           STATUS_FOLDED, "the compiler removed the sum");
    result = invented_result(report, "stripes_unit", precision, FORM_GUARDED, bits, rule);
    report->results[report->count - 2].difference =
        (struct difference){ .pixels = 512L * 520, .mismatches = 200000 };
    result = invented_result(report, "sieve", precision, FORM_GUARDED, bits, rule);
    result->verdict.error_known = true;
    result->verdict.error_min_ulp = rule == RNE ? -0.5 : -0x1.fffffep-1;
    result->verdict.error_max_ulp = rule == RNE ? 0.5 : 0;
    refuse(invented_result(report, "sieve", precision, FORM_PRECISE, bits, rule),
           STATUS_UNSUPPORTED, "precise needs GLSL ES 3.20");
}

static void fill(char *text, size_t size, int byte)
{
    memset(text, byte, size - 1);
    text[size - 1] = 0;
}

static void fill_all(struct report *report, int byte)
{
    struct facts *device = &report->device;
    struct result *result = &report->results[1];

    fill(device->id, sizeof device->id, byte);
    fill(device->vendor, sizeof device->vendor, byte);
    fill(device->renderer, sizeof device->renderer, byte);
    fill(device->version, sizeof device->version, byte);
    fill(device->glsl, sizeof device->glsl, byte);
    fill(device->driver, sizeof device->driver, byte);
    fill(report->reference_name, sizeof report->reference_name, byte);
    fill(result->reference, sizeof result->reference, byte);
    fill(result->difference.where, sizeof result->difference.where, byte);
    fill(result->difference.again, sizeof result->difference.again, byte);
    fill(report->results[2].verdict.reason, sizeof result->verdict.reason, byte);
}

static void differ(struct result *result)
{
    struct difference *difference = &result->difference;

    difference->mismatches = 3456;
    difference->x = 128;
    difference->y = 62;
    difference->got = 0x3f000000;
    snprintf(difference->where, sizeof difference->where,
             "stripe 22, column 128: 0x1p+22 + 0x1.8p-1: got 0x1p-1 want 0x0p+0");
    snprintf(
        difference->again, sizeof difference->again,
        "fpstripe run -d egl:0/es3 --probe stripes --form plain --precision highp -v");
}

static void describe(struct report *report)
{
    struct facts *device = &report->device;

    report->complete = true;
    snprintf(device->id, sizeof device->id, "egl:0/es3");
    device->api = API_ES3;
    snprintf(device->vendor, sizeof device->vendor, "Mesa");
    snprintf(device->renderer, sizeof device->renderer,
             "llvmpipe (LLVM 15.0.6, 256 bits)");
    snprintf(device->version, sizeof device->version, "OpenGL ES 3.2 Mesa 22.3.6");
    snprintf(device->glsl, sizeof device->glsl, "OpenGL ES GLSL ES 3.20");
    device->software = true;
    device->claimed[STAGE_FRAGMENT][PRECISION_HIGHP] =
        (struct facts_claim){ 127, 127, 23, 0 };
    device->claimed[STAGE_FRAGMENT][PRECISION_MEDIUMP] =
        (struct facts_claim){ 15, 15, 10, 0 };
    snprintf(report->reference_kind, sizeof report->reference_kind, "host");
    snprintf(report->reference_name, sizeof report->reference_name, "fesetround");
}

struct report invented_report(enum invented_case which)
{
    struct report report = { 0 };

    describe(&report);
    if (which == INVENTED_ERROR)
        refuse(invented_result(&report, "stripes", PRECISION_HIGHP, FORM_PLAIN, 23, RNE),
               STATUS_ERROR, "the shader was refused: 0:12(3): syntax error");
    else if (which != INVENTED_EMPTY) {
        measure(&report, PRECISION_HIGHP, which == INVENTED_HALF ? 10 : 23,
                which == INVENTED_RTZ ? RTZ : RNE);
        measure(&report, PRECISION_MEDIUMP, 10, RNE);
    }
    if (which == INVENTED_DIFFERS || which == INVENTED_LONG || which == INVENTED_BAD_UTF8)
        differ(&report.results[1]);
    if (which == INVENTED_UNDECIDED) {
        report.complete = false;
        report.results[4].verdict.fraction_bits = 16;
    }
    if (which == INVENTED_LONG)
        fill_all(&report, 'W');
    if (which == INVENTED_BAD_UTF8) {
        snprintf(report.device.renderer, sizeof report.device.renderer,
                 "a\xff\xc3(\xe2\x82 \xc3\xa9 \xed\xa0\x80 b\xf0\x9f");
        snprintf(report.results[2].verdict.reason, 8, "\x80\x1b[31m");
    }
    report_conclude(&report);
    return report;
}

bool invented_read(struct report *report, const char *text)
{
    return report_read(report, text, strlen(text), "r.json");
}

void invented_round_trip(const struct report *report, struct report *again)
{
    char *text = report_json(report), *more;

    assert_true(invented_read(again, text));
    more = report_json(again);
    assert_string_equal(text, more);
    assert_int_equal(report->count, again->count);
    free(text);
    free(more);
}

char *invented_edited(const char *text, const char *behind, const char *from,
                      const char *to)
{
    const char *at = strstr(text, behind);
    char *copy = malloc(strlen(text) + strlen(to) + 1);

    assert_non_null(copy);
    assert_non_null(at);
    at = strstr(at, from);
    assert_non_null(at);
    memcpy(copy, text, (size_t) (at - text));
    strcpy(copy + (at - text), to);
    strcat(copy, at + strlen(from));
    return copy;
}

void invented_refuse(const struct report *report, const char *behind,
                     const struct invented_edit *edits, size_t count)
{
    struct report read;
    char *text = report_json(report);

    assert_true(invented_read(&read, text));
    report_finish(&read);
    log_hold(true);
    for (size_t i = 0; i < count; i++) {
        char *bad = invented_edited(text, behind, edits[i].from, edits[i].to);

        if (invented_read(&read, bad))
            fail_msg("%s -> %s was accepted", edits[i].from, edits[i].to);
        assert_null(read.results);
        if (!strstr(log_last_error(), edits[i].message))
            fail_msg("%s: \"%s\"", edits[i].to, log_last_error());
        free(bad);
    }
    log_hold(false);
    free(text);
}
