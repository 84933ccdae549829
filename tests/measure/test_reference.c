// SPDX-License-Identifier: MIT
//
// Expressions before a chain of references: who is asked, who answers in the end, and
// what is counted as a difference.

#include "base/log.h"
#include "measure/private.h"
#include "measure/reference.h"
#include "probe/expressions_judge.h"
#include "probe/list.h"
#include "tests/measure/painter.h"
#include "tests/shared/group.h"

#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "reference" };

static bool has_no_sums(const struct unit *unit, enum unit_op op,
                        const struct fp_model *model)
{
    return op != UNIT_ADD;
}

static bool answer_zeros(const struct unit *unit, const struct unit_call *call)
{
    memset(call->out, 0, call->count * sizeof *call->out);
    return true;
}

static bool break_down(const struct unit *unit, const struct unit_call *call)
{
    log_error("the unit broke");
    return false;
}

static const struct finding *find(const struct result *result, const char *line)
{
    for (int i = 0; i < result->finding_count; i++)
        if (!strcmp(result->findings[i].expression, line))
            return &result->findings[i];
    fail_msg("no line %s", line);
    return NULL;
}

// The picture of a device that does all as IEEE 754 has it, before a reference.
static struct result compare_with(const struct unit *reference)
{
    static const struct facts_claim no_claim;
    const struct probe *probe = probe_find("operations");
    struct probe_params params = { .precision = PRECISION_HIGHP,
                                   .readout = READOUT_BITS,
                                   .rows = 1,
                                   .model = { .format = FP_BINARY32 },
                                   .precision_bits = 24 };
    struct traits traits = TRAITS_NONE(params.model);
    struct unit model = unit_model();
    struct result result = { 0 };
    struct pixels got;

    pixels_init(&got, probe_pixel_width(probe, &params),
                probe_pixel_height(probe, &params), READOUT_BITS);
    assert_true(expressions_paint(probe, &params, &traits, &model, &got));
    assert_true(
        measure_compare_expressions(probe, &params, &no_claim, &got, reference, &result));
    pixels_finish(&got);
    return result;
}

TEST(chain)
{
    struct unit host = unit_host();
    struct unit first = { "first", &host, has_no_sums, answer_zeros, NULL };
    struct result result = compare_with(&first);
    const struct finding *sum = find(&result, "a + b"), *product = find(&result, "a * b");

    assert_string_equal(sum->reference, "host");
    assert_string_equal(product->reference, "first");
    assert_int_equal(sum->mismatches, 0);
    assert_int_equal(sum->compared, sum->cases);
    assert_in_range(product->mismatches, 1, product->cases);
    assert_in_range(result.difference.mismatches, product->mismatches,
                    result.difference.pixels);
    assert_non_null(strstr(result.difference.where, ", case "));
    assert_non_null(strstr(result.reference, "first"));
    assert_non_null(strstr(result.reference, "host"));
    free(result.findings);
}

TEST(broken)
{
    struct unit host = unit_host();
    struct unit first = { "first", &host, has_no_sums, break_down, NULL };
    struct result result = compare_with(&first);

    assert_string_equal(find(&result, "a * b")->reference, "host");
    assert_int_equal(result.difference.mismatches, 0);
    free(result.findings);
    first.next = NULL;
    result = compare_with(&first);
    assert_string_equal(find(&result, "a * b")->reference, "model");
    assert_int_equal(result.difference.mismatches, 0);
    free(result.findings);
}

// The bands of alignment that the reference has, and whether it answers one sum wrongly.
static struct {
    int bands;
    bool wrong;
} recorded;

static bool always(const struct unit *unit, enum unit_op op, const struct fp_model *model)
{
    return true;
}

static bool answer_few(const struct unit *unit, const struct unit_call *call)
{
    struct unit model = unit_model();
    size_t columns =
        (size_t) probe_shape(&probe_alignment, &(struct probe_params){ 0 }).columns;

    if (call->count != columns * (size_t) recorded.bands) {
        log_error("recorded: not asked of these");
        return false;
    }
    if (!model.apply(&model, call))
        return false;
    call->out[0] ^= recorded.wrong;
    return true;
}

// A reference that has the first bands of a picture answers these, and the model answers
// the rest; one that has others answers nothing.
TEST(partly)
{
    static const struct {
        int bands;
        bool wrong;
        const char *names;
    } cases[] = { { 73, false, "first, model" }, { 73, true, "first, model" },
                  { 57, false, "first, model" }, { 57, true, "first, model" },
                  { 60, false, "model" },        { 127, false, "first" },
                  { 127, true, "first" } };
    const struct unit first = { "first", NULL, always, answer_few, NULL };
    struct painter painter = { .cell = painter_right,
                               .model = { .format = FP_BINARY32, .round = FP_RNE } };
    struct device device = painter_device(&painter);
    const struct probe_params params = { .precision = PRECISION_HIGHP,
                                         .form = FORM_GUARDED,
                                         .readout = READOUT_BITS,
                                         .rows = 1,
                                         .model = { .format = FP_BINARY32 },
                                         .precision_bits = 24 };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct measurement measurement;

        recorded.bands = cases[i].bands;
        recorded.wrong = cases[i].wrong;
        assert_true(
            measure(&device, &probe_alignment, &params, &first, false, &measurement));
        assert_int_equal(measurement.result.verdict.status, STATUS_OK);
        assert_string_equal(measurement.result.reference, cases[i].names);
        assert_int_equal(measurement.result.difference.mismatches, cases[i].wrong);
        assert_int_equal(measurement.result.difference.pixels,
                         measurement.result.columns * measurement.result.bands);
        measure_finish(&measurement);
    }
}

// One that was asked for by name is that or none.
TEST(named)
{
    struct reference reference;

    assert_true(reference_open_named(&reference, "host"));
    assert_string_equal(reference.kind, "host");
    reference_close(&reference);
    log_hold(true);
    assert_false(reference_open_named(&reference, "cuda"));
    log_hold(false);
    assert_string_equal(log_last_error(), "--reference cuda: this program has none");
    assert_string_equal(reference.kind, "");
    reference_open(&reference, "cuda");
    assert_string_not_equal(reference.kind, "cuda");
    reference_close(&reference);
}
