// SPDX-License-Identifier: MIT

#include "tests/verify/changes.h"
#include "probe/shared/kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct report *report;
static struct pixels *pictures;

static struct result *at(const char *probe, enum form form)
{
    for (int i = 0; i < report->count; i++)
        if (!strcmp(report->results[i].probe, probe) && report->results[i].form == form)
            return &report->results[i];
    fail_msg("no %s %s", probe, form_name(form));
    return NULL;
}

static struct result *stripes(void)
{
    return at("stripes", FORM_GUARDED);
}

static struct facts_claim *claimed(void)
{
    return &report->device.claimed[STAGE_FRAGMENT][PRECISION_HIGHP];
}

static struct finding *line(void)
{
    return &report->results[0].findings[1];
}

static struct pixels *picture(const struct result *result)
{
    return &pictures[result - report->results];
}

static void hash(struct result *result)
{
    pixels_hash(picture(result), result->sha256);
}

static void set_verdict(struct result *result, int bits, enum fp_round rule)
{
    result->verdict.fraction_bits = bits;
    result->verdict.survivors = VERDICT_RULE(rule);
    result->verdict.pattern = verdict_pattern(result->verdict.survivors);
}

// A picture of another device in the place of the right one.
static void paint_other(struct result *result)
{
    pixels_finish(picture(result));
    verify_change_other(result->image, picture(result));
    result->width = result->columns = picture(result)->width;
    hash(result);
}

static void remove_result(int index)
{
    free(report->results[index].findings);
    pixels_finish(&pictures[index]);
    report->count--;
    memmove(&report->results[index], &report->results[index + 1],
            (size_t) (report->count - index) * sizeof *report->results);
    memmove(&pictures[index], &pictures[index + 1],
            (size_t) (report->count - index) * sizeof *pictures);
    pictures[report->count] = (struct pixels){ 0 };
}

static void swap_results(int a, int b)
{
    struct result result = report->results[a];
    struct pixels pixels = pictures[a];

    report->results[a] = report->results[b];
    report->results[b] = result;
    pictures[a] = pictures[b];
    pictures[b] = pixels;
}

static void swap_pictures(struct result *a, struct result *b)
{
    struct pixels pixels = *picture(a);

    *picture(a) = *picture(b);
    *picture(b) = pixels;
    hash(a);
    hash(b);
}

static void add_twice(int index)
{
    struct result *result = report_add(report);

    assert_non_null(result);
    *result = report->results[index];
    result->findings = NULL;
    result->finding_count = 0;
    pixels_copy(&pictures[report->count - 1], &pictures[index]);
}

static void add_line(void)
{
    struct result *result = &report->results[0];
    size_t count = (size_t) result->finding_count;
    struct finding *findings = calloc(count + 1, sizeof *findings);

    assert_non_null(findings);
    memcpy(findings, result->findings, count * sizeof *findings);
    findings[count] = findings[0];
    free(result->findings);
    result->findings = findings;
    result->finding_count++;
}

// Two renders are said to differ, of a model that paints alike twice.
static void make_unstable(void)
{
    struct result *result = at("stripes", FORM_PUBLISHED);

    result->verdict = verdict_because(STATUS_UNSTABLE, "two renders differ");
    result->difference = (struct difference){ 0 };
    result->reference[0] = '\0';
}

static void try_kind(const char *kind, const char *reason)
{
    struct report_try *tried = &report->tried[report->tried_count++];

    strcpy(tried->kind, kind);
    strcpy(tried->reason, reason);
}

#define GUARDED       "stripes fragment highp guarded"
#define WIDTH         "width fragment highp plain"
#define WIDTH_GUARDED "width fragment highp guarded"
#define TIES          "ties fragment highp plain"
#define STORAGE       "storage fragment highp plain"

// A name, the base, the place that has a fault (NULL: there is none at all), what is in
// its text, and the change.
// clang-format off
#define CHANGES(X) \
    X(both, SUMS, GUARDED, \
      "says \"24-bit significand, rounds to nearest even\"; its pixels say \"17-bit ", \
      set_verdict(stripes(), 23, FP_RNE)) \
    X(bits, SUMS, GUARDED, "says \"23-bit", stripes()->verdict.fraction_bits = 22) \
    X(rule, SUMS, GUARDED, "rounds down\"; its pixels", \
      set_verdict(stripes(), 16, FP_RDN)) \
    X(more_rules, SUMS, GUARDED, "not decided", \
      stripes()->verdict.survivors |= VERDICT_RULE(FP_RNE)) \
    X(pattern, SUMS, GUARDED, \
      "verdict.pattern: says \"beehive\"; its pixels say \"orca\"", \
      stripes()->verdict.pattern = PATTERN_BEEHIVE) \
    X(emax, SUMS, WIDTH_GUARDED, "emax: says 63", \
      at("width", FORM_GUARDED)->verdict.emax = 63) \
    X(flushed, SUMS, WIDTH_GUARDED, "\"flushed\"", \
      at("width", FORM_GUARDED)->verdict.subnormals = SUBNORMALS_FLUSHED) \
    X(error_added, SUMS, GUARDED, "error_ulp", stripes()->verdict.error_known ^= true) \
    X(error_moved, SUMS, GUARDED, "error_ulp", \
      stripes()->verdict.error_min_ulp -= 0.25) \
    X(folded, SUMS, GUARDED, "says \"folded", \
      stripes()->verdict = verdict_because(STATUS_FOLDED, "it is gone")) \
    X(unstable, SUMS, GUARDED, "reason", \
      stripes()->verdict = verdict_because(STATUS_UNSTABLE, "they differ")) \
    X(unsupported, SUMS, GUARDED, "says \"unsup", \
      stripes()->verdict = verdict_because(STATUS_UNSUPPORTED, "not here")) \
    X(reason, SUMS, "stripes fragment highp plain", "reason: says \"!\"", \
      at("stripes", FORM_PLAIN)->verdict.reason[0] = '!') \
    X(width, SUMS, GUARDED, "64", stripes()->columns = stripes()->width = 32) \
    X(bands, SUMS, GUARDED, "bands: says", stripes()->bands--) \
    X(reference, SUMS, GUARDED, "reference: says \"cuda\"", \
      strcpy(stripes()->reference, "cuda")) \
    X(reference_other, SUMS, "ties fragment highp guarded", \
      "reference: says \"host\"", strcpy(at("ties", FORM_GUARDED)->reference, "host")) \
    X(pixels_compared, SUMS, GUARDED, "comparison.pixels", \
      stripes()->difference.pixels -= 512) \
    X(mismatches, SUMS, GUARDED, "comparison.mismatches", \
      stripes()->difference.mismatches = 1) \
    X(not_compared, SUMS, GUARDED, "comparison: says null", \
      stripes()->difference.pixels = 0) \
    X(sha, SUMS, GUARDED, "pixels_sha256", \
      stripes()->sha256[0] = stripes()->sha256[0] == 'a' ? 'b' : 'a') \
    X(no_sha, SUMS, GUARDED, "pixels_sha256", stripes()->sha256[0] = '\0') \
    X(no_picture, SUMS, GUARDED, "no picture", pixels_finish(picture(stripes()))) \
    X(image_other, SUMS, GUARDED, \
      "image: says \"stripes-fragment-highp-plain-bits.png\"; its", \
      strcpy(stripes()->image, at("stripes", FORM_PLAIN)->image)) \
    X(image_strange, SUMS, GUARDED, "image: says \"holiday.png\"", \
      strcpy(stripes()->image, "holiday.png")) \
    X(operands, SUMS, GUARDED, "operands.precision: says 18; its pixels say 17", \
      stripes()->operands.format.precision = 18) \
    X(operands_rule, SUMS, "sieve fragment highp precise", \
      "operands.rounding: says \"rne\"; its pixels say \"rtz\"", \
      at("sieve", FORM_PRECISE)->operands.round = FP_RNE) \
    X(operands_flush, SUMS, GUARDED, "operands.flushed", \
      stripes()->operands.flush_in = true) \
    X(findings_added, SUMS, GUARDED, "topic", strcpy(stripes()->topic, "operations")) \
    X(one_pixel, SUMS, GUARDED, "impossible", \
      picture(stripes())->words[64 * 105 + 7] ^= 1; hash(stripes())) \
    X(one_pixel_kept_hash, SUMS, GUARDED, "pixels_sha256", \
      picture(stripes())->words[64 * 105 + 7] ^= 1) \
    X(canary, SUMS, GUARDED, "never painted", \
      picture(stripes())->words[99] = PIXELS_CANARY_BITS; hash(stripes())) \
    X(painted, SUMS, "ties fragment highp guarded", "its pixels say", \
      paint_other(at("ties", FORM_GUARDED))) \
    X(painted_width, SUMS, WIDTH_GUARDED, \
      "says \"17-bit significand, rounding not decided\"; its pixels say \"24", \
      paint_other(at("width", FORM_GUARDED))) \
    X(swapped, SUMS, TIES, \
      "its pixels say", \
      swap_pictures(at("ties", FORM_GUARDED), at("ties", FORM_PLAIN)); \
      picture(at("ties", FORM_PLAIN))->words[64] ^= 1; hash(at("ties", FORM_PLAIN))) \
    X(swapped_probes, SUMS, WIDTH, "should be", \
      swap_pictures(at("width", FORM_PLAIN), at("ties", FORM_PLAIN))) \
    X(removed, SUMS, "results", " is missing", remove_result(5)) \
    X(removed_first, SUMS, "results", "width fragment highp plain is", \
      remove_result(0)) \
    X(removed_last, SUMS, "results", " is missing", remove_result(report->count - 1)) \
    X(doubled, SUMS, "results", " is there twice", add_twice(3)) \
    X(order, SUMS, "results", " stands where ", swap_results(3, 4)) \
    X(probe, SUMS, "results", "stripes_unit fragment highp guarded is there", \
      strcpy(stripes()->probe, "stripes_unit")) \
    X(probe_none, SUMS, "spots fragment highp guarded", "no probe spots", \
      strcpy(stripes()->probe, "spots")) \
    X(form, SUMS, "results", "stripes fragment highp guarded is missing", \
      stripes()->form = FORM_INVARIANT) \
    X(stage, SUMS, "results", "is missing", stripes()->stage = STAGE_VERTEX) \
    X(precision, SUMS, "results", "is missing", stripes()->precision = PRECISION_LOWP) \
    X(readout, SUMS, GUARDED, "image: says", stripes()->readout = READOUT_FLOAT32) \
    X(headline, SUMS, "overall verdict", \
      "says \"24-bit significand, rounds toward zero\"; its results say \"17", \
      report->headline.fraction_bits = 23) \
    X(headline_pattern, SUMS, "overall verdict", "pattern", \
      report->headline.pattern = PATTERN_BEEHIVE) \
    X(headline_emax, SUMS, "overall verdict", "emax", report->headline.emax = 15) \
    X(headline_stage, SUMS, "overall verdict", "says \"compute highp: 17-bit", \
      report->headline_stage = STAGE_COMPUTE) \
    X(headline_precision, SUMS, "overall verdict", "says \"fragment lowp: 17-bit", \
      report->headline_precision = PRECISION_LOWP) \
    X(headline_status, SUMS, "overall verdict", "says \"undecided: so\"", \
      report->headline = verdict_because(STATUS_UNDECIDED, "so")) \
    X(headline_error, SUMS, "overall verdict", "error_ulp", \
      report->headline.error_known ^= true) \
    X(stable, UNSTABLE, WIDTH_GUARDED, \
      "reason", \
      for (int i = 0; i < report->count; i++) \
      strcpy(report->results[i].verdict.reason, "as they like")) \
    X(all_unstable, SUMS, "stripes fragment highp published bits", "says \"unstable", \
      make_unstable()) \
    X(supported, UNSUPPORTED, "ties fragment double plain", "reason", \
      report->results[0].verdict.reason[0] = 'T') \
    X(answer, CLAIMS, STORAGE, "findings[1].answer[0]", \
      line()->answer[0].kind = &kind_exact) \
    X(deviates, CLAIMS, STORAGE, "[1].deviates", line()->deviates ^= true) \
    X(cases, CLAIMS, STORAGE, "[1].cases", line()->cases++) \
    X(agree, CLAIMS, STORAGE, "[1].agree", line()->agree--) \
    X(detail, CLAIMS, STORAGE, "[1].detail", line()->detail[0].bits++) \
    X(line_name, CLAIMS, STORAGE, "[1].expression", line()->expression[0] ^= 1) \
    X(line_error, CLAIMS, STORAGE, "[1].error_ulp", line()->error_known ^= true) \
    X(line_gone, CLAIMS, STORAGE, "findings", report->results[0].finding_count--) \
    X(line_added, CLAIMS, STORAGE, "findings", add_line()) \
    X(topic, CLAIMS, STORAGE, "topic", strcpy(report->results[0].topic, "functions")) \
    X(claim, CLAIMS, STORAGE, "findings[", claimed()->precision = 24) \
    X(claim_range, CLAIMS, STORAGE, "findings[", \
      claimed()->range_min = claimed()->range_max = 15) \
    X(hidden_operands, HIDDEN, TIES, "13-bit", \
      report->results[0].operands.format.precision = 13) \
    X(hidden_wide, HIDDEN, TIES, "30 bits", \
      report->results[0].operands.format.precision = 30) \
    X(hidden_emax, HIDDEN, TIES, "emax 128", \
      report->results[0].operands.format.emax = 128) \
    X(unstable_sure, UNSTABLE, WIDTH, \
      "its pixels say", \
      report->results[0].verdict = verdict_unknown(STATUS_OK); \
      set_verdict(&report->results[0], 23, FP_RNE)) \
    X(unstable_bits, UNSTABLE, WIDTH, "23", \
      report->results[0].verdict.fraction_bits = 23) \
    X(unpainted_sure, SPOILT, WIDTH, \
      "never painted", \
      report->results[0].verdict = verdict_unknown(STATUS_OK); \
      set_verdict(&report->results[0], 23, FP_RNE)) \
    X(skipped_bits, SKIPPED, TIES, "23", \
      report->results[0].verdict.fraction_bits = 23) \
    X(skipped_sure, SKIPPED, "overall verdict", \
      "says \"undecided: no probe", \
      report->results[0].verdict = verdict_unknown(STATUS_OK); \
      set_verdict(&report->results[0], 23, FP_RNE)) \
    X(sums, SUMS, NULL, NULL, (void) 0) \
    X(claims, CLAIMS, NULL, NULL, (void) 0) \
    X(hidden, HIDDEN, NULL, NULL, (void) 0) \
    X(hidden_gone, HIDDEN, NULL, NULL, \
      for (int i = 0; i < 3; i++) report->results[i].built = false) \
    X(not_stable, UNSTABLE, NULL, NULL, (void) 0) \
    X(not_painted, SPOILT, NULL, NULL, (void) 0) \
    X(not_taken, REFUSED, NULL, NULL, (void) 0) \
    X(refused_bits, REFUSED, WIDTH, "23", \
      report->results[0].verdict.fraction_bits = 23) \
    X(not_there, UNSUPPORTED, NULL, NULL, (void) 0) \
    X(not_asked, SKIPPED, NULL, NULL, (void) 0) \
    X(equals, HIDDEN, "reference", "equals: says \"addition", \
      strcpy(report->equals, "addition = __fadd_rn on 9 of 9 pixels")) \
    X(kind, HIDDEN, "reference", "name: says \"this CPU", \
      strcpy(report->reference_kind, "recorded")) \
    X(same_gpu, HIDDEN, "reference", "same_gpu: says true", report->same_gpu = true) \
    X(api, HIDDEN, "device", "id: says \"fake:rtz,p=17\"", \
      report->device.api = API_ES3) \
    X(simulated, HIDDEN, "device", "simulated: says false", \
      report->device.simulated = false) \
    X(software, HIDDEN, "device", "software: says false", \
      report->device.software = false) \
    X(id_none, HIDDEN, "device", "no such simulated device (fake: 'nothing' is", \
      strcpy(report->device.id, "fake:nothing")) \
    X(id_other, HIDDEN, "ties fragment highp guarded", "fake:rne paints", \
      strcpy(report->device.id, "fake:rne")) \
    X(id_renderer, HIDDEN, "device", \
      "renderer: says \"simulated: rtz,p=17\"; it would be \"simulated: rne\"", \
      strcpy(report->device.id, "fake:rne")) \
    X(id_claims, HIDDEN, "claimed", "highp.precision: says 16; it would be", \
      strcpy(report->device.id, "fake:rne")) \
    X(renderer, HIDDEN, "device", "renderer: says \"simulated: NVIDIA", \
      strcpy(report->device.renderer, "simulated: NVIDIA Tegra 3 (rtz,p=14)")) \
    X(vendor, HIDDEN, "device", "vendor: says \"Fpstripe\"", \
      report->device.vendor[0] = 'F') \
    X(version, HIDDEN, "device", "version: says", \
      strcpy(report->device.version, "OpenGL ES 3.2")) \
    X(glsl, HIDDEN, "device", "glsl: says", \
      strcpy(report->device.glsl, "OpenGL ES GLSL ES 3.20")) \
    X(driver, HIDDEN, "device", "driver: says", \
      strcpy(report->device.driver, "EGL 1.5")) \
    X(claim_vertex, HIDDEN, "claimed", "vertex.lowp.precision: says 9", \
      report->device.claimed[STAGE_VERTEX][PRECISION_LOWP].precision = 9) \
    X(no_claims, HIDDEN, "claimed", "fragment: says nothing; it would be {", \
      memset(report->device.claimed, 0, sizeof report->device.claimed)) \
    X(claim_compute, HIDDEN, "claimed", "compute: says {\"highp\"", \
      report->device.claimed[STAGE_COMPUTE][0] = *claimed()) \
    X(driven_id, REFUSED, "device", "id: says \"egl:0\"", \
      strcpy(report->device.id, "egl:0")) \
    X(driven_api, REFUSED, "device", "it would be \"egl:0/gl\"", \
      report->device.api = API_GL) \
    X(driven_version, REFUSED, "device", "would be \"OpenGL ES\"", \
      strcpy(report->device.version, "4.6.0 NVIDIA")) \
    X(driven_glsl, REFUSED, "device", "glsl: says \"4.60 NVIDIA\"", \
      strcpy(report->device.glsl, "4.60 NVIDIA")) \
    X(driven_software, REFUSED, "device", "software: says true", \
      report->device.software = true) \
    X(driven_hardware, REFUSED, "device", "software: says false", \
      strcpy(report->device.renderer, "llvmpipe")) \
    X(unknown_tried, HIDDEN, "reference", "[0].kind: says \"host\"", \
      try_kind("host", "it broke")) \
    X(tried, HIDDEN, NULL, NULL, try_kind("recorded", "there are none")) \
    X(tried_many, HIDDEN, "reference", "tried[0].kind: says \"cuda\"", \
      try_kind("cuda", "so"); try_kind("recorded", "so"); try_kind("host", "so")) \
    X(tried_late, HIDDEN, NULL, NULL, try_kind("host", "it broke"); report->tried[0].later = true) \
    X(same_gpu_software, HIDDEN, "reference", "reference.same_gpu", \
      strcpy(report->reference_kind, "cuda"); report->same_gpu = true) \
    X(not_cuda, HIDDEN, "reference", \
      "kind: says \"cuda\"; it would be \"recorded\"", \
      strcpy(report->reference_kind, "cuda"); \
      strcpy(report->reference_name, "NVIDIA H200"); \
      strcpy(report->results[0].reference, "recorded")) \
    X(not_host, HIDDEN, "reference", \
      "kind: says \"host\"; it would be \"cuda\"", \
      strcpy(report->results[0].reference, "cuda, model")) \
    X(nameless, HIDDEN, "reference", "name: says \"\"; it would be", \
      report->reference_name[0] = '\0')
// clang-format on

#define AS_FUNCTION(NAME, BASE, PLACE, SAYS, ...) \
    static void change_##NAME(void)               \
    {                                             \
        __VA_ARGS__;                              \
    }

CHANGES(AS_FUNCTION)

#define AS_ENTRY(NAME, BASE, PLACE, SAYS, ...) \
    { #NAME, BASE, change_##NAME, PLACE, SAYS },

const struct verify_change verify_changes[] = { CHANGES(AS_ENTRY) };
const int verify_change_count = (int) (sizeof verify_changes / sizeof *verify_changes);

void verify_change(const struct verify_change *change, struct report *to,
                   struct pixels *to_pictures)
{
    report = to;
    pictures = to_pictures;
    change->change();
}
