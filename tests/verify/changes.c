// SPDX-License-Identifier: MIT

#include "tests/verify/changes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct report *report;
static struct pixels *pictures;

void verify_change(const struct verify_change *change, struct report *to,
                   struct pixels *to_pictures)
{
    report = to;
    pictures = to_pictures;
    verify_change_device(to);
    change->change();
}

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
    pixels_sha256(picture(result), result->sha256);
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
            (size_t) (report->count - index) * sizeof(*report->results));
    memmove(&pictures[index], &pictures[index + 1],
            (size_t) (report->count - index) * sizeof(*pictures));
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
    assert_true(verify_change_copy(&pictures[index], &pictures[report->count - 1]));
}

static void add_line(void)
{
    struct result *result = &report->results[0];
    size_t count = (size_t) result->finding_count;
    struct finding *findings = calloc(count + 1, sizeof(*findings));

    assert_non_null(findings);
    memcpy(findings, result->findings, count * sizeof(*findings));
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

// clang-format off
#define CHANGE(NAME, WHAT) static void NAME(void) { WHAT; }

CHANGE(nothing, (void) 0)
CHANGE(both, set_verdict(stripes(), 23, FP_RNE))
CHANGE(bits, stripes()->verdict.fraction_bits = 22)
CHANGE(bits_unknown, stripes()->verdict.fraction_bits = -1)
CHANGE(rule, set_verdict(stripes(), 16, FP_RDN))
CHANGE(more_rules, stripes()->verdict.survivors |= VERDICT_RULE(FP_RNE))
CHANGE(no_rules, stripes()->verdict.survivors = 0)
CHANGE(pattern, stripes()->verdict.pattern = PATTERN_BEEHIVE)
CHANGE(emax, at("width", FORM_GUARDED)->verdict.emax = 63)
CHANGE(emax_bound, at("width", FORM_GUARDED)->verdict.emax_at_least ^= true)
CHANGE(flushed, at("width", FORM_GUARDED)->verdict.subnormals = SUBNORMALS_FLUSHED)
CHANGE(error_added, stripes()->verdict.error_known ^= true)
CHANGE(error_moved, stripes()->verdict.error_min_ulp -= 0.25)
CHANGE(folded, stripes()->verdict = verdict_because(STATUS_FOLDED, "it is gone"))
CHANGE(unstable, stripes()->verdict = verdict_because(STATUS_UNSTABLE, "they differ"))
CHANGE(unsupported, stripes()->verdict = verdict_because(STATUS_UNSUPPORTED, "not here"))
CHANGE(reason, at("stripes", FORM_PLAIN)->verdict.reason[0] = '!')
CHANGE(width, stripes()->columns = stripes()->width = 256)
CHANGE(rows, stripes()->height += 10)
CHANGE(bands, stripes()->bands--)
CHANGE(reference, strcpy(stripes()->reference, "cuda"))
CHANGE(reference_other, strcpy(at("ties", FORM_GUARDED)->reference, "host"))
CHANGE(pixels_compared, stripes()->difference.pixels -= 512)
CHANGE(mismatches, stripes()->difference.mismatches = 1)
CHANGE(not_compared, stripes()->difference.pixels = 0)
CHANGE(sha, stripes()->sha256[0] = stripes()->sha256[0] == 'a' ? 'b' : 'a')
CHANGE(no_sha, stripes()->sha256[0] = '\0')
CHANGE(no_picture, pixels_finish(picture(stripes())))
CHANGE(image_other, strcpy(stripes()->image, at("stripes", FORM_PLAIN)->image))
CHANGE(image_strange, strcpy(stripes()->image, "holiday.png"))
CHANGE(look, strcpy(stripes()->look, "stripes-fragment-highp-guarded-bits-grey.png"))
CHANGE(operands, stripes()->operands.format.precision = 18)
CHANGE(operands_rule, at("sieve", FORM_PRECISE)->operands.round = FP_RNE)
CHANGE(operands_flush, stripes()->operands.flush_in = true)
CHANGE(findings_added, strcpy(stripes()->topic, "operations"))
CHANGE(one_pixel, picture(stripes())->words[512 * 105 + 7] ^= 1; hash(stripes()))
CHANGE(one_pixel_kept_hash, picture(stripes())->words[512 * 105 + 7] ^= 1)
CHANGE(canary, picture(stripes())->words[99] = PIXELS_CANARY_BITS; hash(stripes()))
CHANGE(painted, paint_other(at("ties", FORM_GUARDED)))
CHANGE(painted_width, paint_other(at("width", FORM_GUARDED)))
CHANGE(swapped, swap_pictures(at("ties", FORM_GUARDED), at("ties", FORM_PLAIN));
       picture(at("ties", FORM_PLAIN))->words[512] ^= 1; hash(at("ties", FORM_PLAIN)))
CHANGE(swapped_probes, swap_pictures(at("width", FORM_PLAIN), at("ties", FORM_PLAIN)))
CHANGE(removed, remove_result(5))
CHANGE(removed_first, remove_result(0))
CHANGE(removed_last, remove_result(report->count - 1))
CHANGE(doubled, add_twice(3))
CHANGE(order, swap_results(3, 4))
CHANGE(probe, strcpy(stripes()->probe, "stripes_unit"))
CHANGE(probe_none, strcpy(stripes()->probe, "spots"))
CHANGE(form, stripes()->form = FORM_INVARIANT)
CHANGE(stage, stripes()->stage = STAGE_VERTEX)
CHANGE(precision, stripes()->precision = PRECISION_LOWP)
CHANGE(readout, stripes()->readout = READOUT_FLOAT32)
CHANGE(headline, report->headline.fraction_bits = 23)
CHANGE(headline_rule, report->headline.survivors = VERDICT_RULE(FP_RNE))
CHANGE(headline_pattern, report->headline.pattern = PATTERN_BEEHIVE)
CHANGE(headline_emax, report->headline.emax = 15)
CHANGE(headline_flushed, report->headline.subnormals = SUBNORMALS_FLUSHED)
CHANGE(headline_stage, report->headline_stage = STAGE_COMPUTE)
CHANGE(headline_precision, report->headline_precision = PRECISION_LOWP)
CHANGE(headline_status, report->headline = verdict_because(STATUS_UNDECIDED, "so"))
CHANGE(headline_error, report->headline.error_known ^= true)
CHANGE(stable, for (int i = 0; i < report->count; i++)
       strcpy(report->results[i].verdict.reason, "as they like"))
CHANGE(all_unstable, make_unstable())
CHANGE(supported, report->results[0].verdict.reason[0] = 'T')
CHANGE(answer, strcpy(line()->answer, "fine"))
CHANGE(departs, line()->departs ^= true)
CHANGE(cases, line()->cases++)
CHANGE(agree, line()->agree--)
CHANGE(detail, line()->detail[0] ^= 1)
CHANGE(line_name, line()->line[0] ^= 1)
CHANGE(line_rules, line()->survivors ^= 1)
CHANGE(line_compared, line()->compared++)
CHANGE(line_error, line()->error_known ^= true)
CHANGE(line_gone, report->results[0].finding_count--)
CHANGE(line_added, add_line())
CHANGE(topic, strcpy(report->results[0].topic, "functions"))
CHANGE(claim, claimed()->precision = 24)
CHANGE(claim_range, claimed()->range_min = claimed()->range_max = 15)
CHANGE(hidden_operands, report->results[0].operands.format.precision = 13)
CHANGE(hidden_wide, report->results[0].operands.format.precision = 30)
CHANGE(hidden_emax, report->results[0].operands.format.emax = 128)
CHANGE(hidden_gone, for (int i = 0; i < 3; i++) report->results[i].built = false)
CHANGE(sure, report->results[0].verdict = verdict_unknown(STATUS_OK);
       set_verdict(&report->results[0], 23, FP_RNE))
CHANGE(unstable_bits, report->results[0].verdict.fraction_bits = 23)
CHANGE(skipped_bits, report->results[0].verdict.fraction_bits = 23)
// clang-format on

const struct verify_change verify_changes[] = {
    { "both", SUMS, both, "stripes fragment highp guarded",
      "says 23 fraction bits, rne; its pixels say 16, truncate" },
    { "bits", SUMS, bits, "stripes fragment highp guarded", "22 fraction bits" },
    { "bits_unknown", SUMS, bits_unknown, "stripes fragment highp guarded", "16" },
    { "rule", SUMS, rule, "stripes fragment highp guarded", "bits, rdn; its pixels" },
    { "more_rules", SUMS, more_rules, "stripes fragment highp guarded", "unknown" },
    { "no_rules", SUMS, no_rules, "stripes fragment highp guarded", "unknown" },
    { "pattern", SUMS, pattern, "stripes fragment highp guarded",
      "verdict.pattern: says \"beehive\"; its pixels say \"orca\"" },
    { "emax", SUMS, emax, "width fragment highp guarded", "emax: says 63" },
    { "emax_bound", SUMS, emax_bound, "width fragment highp guarded", "emax_at_least" },
    { "flushed", SUMS, flushed, "width fragment highp guarded", "\"flushed\"" },
    { "error_added", SUMS, error_added, "stripes fragment highp guarded", "error_ulp" },
    { "error_moved", SUMS, error_moved, "stripes fragment highp guarded", "error_ulp" },
    { "folded", SUMS, folded, "stripes fragment highp guarded", "says folded" },
    { "unstable", SUMS, unstable, "stripes fragment highp guarded", "reason" },
    { "unsupported", SUMS, unsupported, "stripes fragment highp guarded", "says unsup" },
    { "reason", SUMS, reason, "stripes fragment highp plain", "reason: says \"!\"" },
    { "width", SUMS, width, "stripes fragment highp guarded", "512" },
    { "rows", SUMS, rows, "stripes fragment highp guarded", "height" },
    { "bands", SUMS, bands, "stripes fragment highp guarded", "bands: says" },
    { "reference", SUMS, reference, "stripes fragment highp guarded",
      "reference: says \"cuda\"" },
    { "reference_other", SUMS, reference_other, "ties fragment highp guarded",
      "reference: says \"host\"" },
    { "pixels_compared", SUMS, pixels_compared, "stripes fragment highp guarded",
      "comparison.pixels" },
    { "mismatches", SUMS, mismatches, "stripes fragment highp guarded",
      "comparison.mismatches" },
    { "not_compared", SUMS, not_compared, "stripes fragment highp guarded",
      "comparison: says null" },
    { "sha", SUMS, sha, "stripes fragment highp guarded", "pixels_sha256" },
    { "no_sha", SUMS, no_sha, "stripes fragment highp guarded", "pixels_sha256" },
    { "no_picture", SUMS, no_picture, "stripes fragment highp guarded", "no picture" },
    { "image_other", SUMS, image_other, "stripes fragment highp guarded",
      "which is of stripes fragment highp plain" },
    { "image_strange", SUMS, image_strange, "stripes fragment highp guarded",
      "holiday.png, which is of no result" },
    { "look", SUMS, look, "stripes fragment highp plain", "look: is not there" },
    { "operands", SUMS, operands, "stripes fragment highp guarded",
      "operands.precision: says 18; its pixels say 17" },
    { "operands_rule", SUMS, operands_rule, "sieve fragment highp precise",
      "operands.rounding: says \"rne\"; its pixels say \"rtz\"" },
    { "operands_flush", SUMS, operands_flush, "stripes fragment highp guarded",
      "operands.flushed" },
    { "findings_added", SUMS, findings_added, "stripes fragment highp guarded", "topic" },
    { "one_pixel", SUMS, one_pixel, "stripes fragment highp guarded", "impossible" },
    { "one_pixel_kept_hash", SUMS, one_pixel_kept_hash, "stripes fragment highp guarded",
      "pixels_sha256" },
    { "canary", SUMS, canary, "stripes fragment highp guarded", "never painted" },
    { "painted", SUMS, painted, "ties fragment highp guarded", "its pixels say" },
    { "painted_width", SUMS, painted_width, "width fragment highp guarded",
      "says 16 fraction bits, unknown; its pixels say 23, " },
    { "swapped", SUMS, swapped, "ties fragment highp plain", "its pixels say" },
    { "swapped_probes", SUMS, swapped_probes, "width fragment highp plain", "should be" },
    { "removed", SUMS, removed, "results", " is missing" },
    { "removed_first", SUMS, removed_first, "results", "width fragment highp plain is" },
    { "removed_last", SUMS, removed_last, "results", " is missing" },
    { "doubled", SUMS, doubled, "results", " is there twice" },
    { "order", SUMS, order, "results", " stands where " },
    { "probe", SUMS, probe, "results", "stripes_unit fragment highp guarded is there" },
    { "probe_none", SUMS, probe_none, "spots fragment highp guarded", "no probe spots" },
    { "form", SUMS, form, "results", "stripes fragment highp guarded is missing" },
    { "stage", SUMS, stage, "results", "is missing" },
    { "precision", SUMS, precision, "results", "is missing" },
    { "readout", SUMS, readout, "stripes fragment highp guarded", "image: is" },
    { "headline", SUMS, headline, "headline",
      "says 23 fraction bits, rtz; its results say 16, rtz" },
    { "headline_rule", SUMS, headline_rule, "headline", "bits, rne; its results" },
    { "headline_pattern", SUMS, headline_pattern, "headline", "pattern" },
    { "headline_emax", SUMS, headline_emax, "headline", "emax" },
    { "headline_flushed", SUMS, headline_flushed, "headline", "subnormals" },
    { "headline_stage", SUMS, headline_stage, "headline", "\"compute\"" },
    { "headline_precision", SUMS, headline_precision, "headline", "\"lowp\"" },
    { "headline_status", SUMS, headline_status, "headline", "says undecided: so" },
    { "headline_error", SUMS, headline_error, "headline", "error_ulp" },
    { "stable", UNSTABLE, stable, "width fragment highp guarded", "reason" },
    { "all_unstable", SUMS, all_unstable, "stripes fragment highp published bits",
      "says unstable" },
    { "supported", UNSUPPORTED, supported, "ties fragment double plain", "reason" },
    { "answer", CLAIMS, answer, "storage fragment highp plain",
      "findings[1].answer: says \"fine\"" },
    { "departs", CLAIMS, departs, "storage fragment highp plain", "[1].departs" },
    { "cases", CLAIMS, cases, "storage fragment highp plain", "[1].cases" },
    { "agree", CLAIMS, agree, "storage fragment highp plain", "[1].agree" },
    { "detail", CLAIMS, detail, "storage fragment highp plain", "[1].detail" },
    { "line_name", CLAIMS, line_name, "storage fragment highp plain", "[1].line" },
    { "line_rules", CLAIMS, line_rules, "storage fragment highp plain", "[1].survivors" },
    { "line_compared", CLAIMS, line_compared, "storage fragment highp plain",
      "[1].compared" },
    { "line_error", CLAIMS, line_error, "storage fragment highp plain", "[1].error_ulp" },
    { "line_gone", CLAIMS, line_gone, "storage fragment highp plain", "findings" },
    { "line_added", CLAIMS, line_added, "storage fragment highp plain", "findings" },
    { "topic", CLAIMS, topic, "storage fragment highp plain", "topic" },
    { "claim", CLAIMS, claim, "storage fragment highp plain", "findings[" },
    { "claim_range", CLAIMS, claim_range, "storage fragment highp plain", "findings[" },
    { "hidden_operands", HIDDEN, hidden_operands, "ties fragment highp plain", "12" },
    { "hidden_wide", HIDDEN, hidden_wide, "ties fragment highp plain", "30 bits" },
    { "hidden_emax", HIDDEN, hidden_emax, "ties fragment highp plain", "emax 128" },
    { "unstable_sure", UNSTABLE, sure, "width fragment highp plain", "its pixels say" },
    { "unstable_bits", UNSTABLE, unstable_bits, "width fragment highp plain", "23" },
    { "unpainted_sure", SPOILT, sure, "width fragment highp plain", "never painted" },
    { "skipped_bits", SKIPPED, skipped_bits, "ties fragment highp plain", "23" },
    { "skipped_sure", SKIPPED, sure, "ties fragment highp plain", "was not drawn" },
    { "sums", SUMS, nothing, NULL, NULL },
    { "claims", CLAIMS, nothing, NULL, NULL },
    { "hidden", HIDDEN, nothing, NULL, NULL },
    { "hidden_gone", HIDDEN, hidden_gone, NULL, NULL },
    { "not_stable", UNSTABLE, nothing, NULL, NULL },
    { "not_painted", SPOILT, nothing, NULL, NULL },
    { "not_taken", REFUSED, nothing, NULL, NULL },
    { "refused_bits", REFUSED, unstable_bits, "width fragment highp plain", "23" },
    { "not_there", UNSUPPORTED, nothing, NULL, NULL },
    { "not_asked", SKIPPED, nothing, NULL, NULL },
};

const int verify_change_count = (int) (sizeof(verify_changes) / sizeof(*verify_changes));
