// SPDX-License-Identifier: MIT

#include "shade/captured.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "probe/probe.h"
#include "shade/shade.h"
#include "survey/open.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A capture that is read: what is asked of it.
struct reading {
    struct report_folder folder;
    struct captured *captured;
    const char *path;
};

bool shade_is_capture(const char *id)
{
    const char *ending = id ? strrchr(id, '.') : NULL;
    char path[PATH_MAX];

    if (!id || strchr(id, ':'))
        return false;
    snprintf(path, sizeof path, "%s/capture.json", id);
    return !file_is_absent(path) ||
           (ending && !strcmp(ending, ".json") && !file_is_absent(id));
}

// ---- findings ----

static const struct result *captured_result(const struct reading *reading,
                                            const char *probe, enum precision precision,
                                            enum form form)
{
    const struct report *report = &reading->folder.report;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (!strcmp(result->probe, probe) && result->stage == STAGE_FRAGMENT &&
            result->precision == precision && result->form == form &&
            result->verdict.status == STATUS_OK)
            return result;
    }
    return NULL;
}

static const struct finding *captured_finding(const struct reading *reading,
                                              const char *probe, enum precision precision,
                                              enum form form, const char *id)
{
    const struct result *result = captured_result(reading, probe, precision, form);

    for (int i = 0; result && i < result->finding_count; i++)
        if (finding_asks(&result->findings[i], id))
            return &result->findings[i];
    return NULL;
}

// Returns the finding in the form that keeps the order of operations, if there is one.
static const struct finding *strict(const struct reading *reading, const char *probe,
                                    enum precision precision, const char *id)
{
    const struct finding *precise =
        captured_finding(reading, probe, precision, FORM_PRECISE, id);

    return precise ? precise
                   : captured_finding(reading, probe, precision, FORM_PLAIN, id);
}

static bool says(const struct finding *finding, const char *kind)
{
    return finding && finding->answer[0].kind &&
           !strcmp(finding->answer[0].kind->id, kind);
}

static bool is_one_of(const struct finding *finding, const char *const *kinds)
{
    return finding && finding->answer[0].kind &&
           text_is_among(finding->answer[0].kind->id, kinds);
}

// Returns true if all findings of a probe in the plain form are of these kinds, or there
// are none.
static bool all_plain(const struct reading *reading, const char *probe,
                      enum precision precision, const char *const *kinds)
{
    const struct result *result = captured_result(reading, probe, precision, FORM_PLAIN);

    for (int i = 0; result && i < result->finding_count; i++)
        if (!is_one_of(&result->findings[i], kinds) &&
            !says(&result->findings[i], "unsupported"))
            return false;
    return true;
}

static bool captured_same(const struct finding *a, const struct finding *b)
{
    return a && b && a->answer[0].kind == b->answer[0].kind && !strcmp(a->glsl, b->glsl);
}

// Returns true if a probe finds the same in both forms, where both are asked.
static bool same_in_both(const struct reading *reading, const char *probe,
                         enum precision precision)
{
    const struct result *plain = captured_result(reading, probe, precision, FORM_PLAIN),
                        *precise =
                            captured_result(reading, probe, precision, FORM_PRECISE);

    for (int i = 0; plain && precise && i < plain->finding_count; i++)
        if (i >= precise->finding_count ||
            !captured_same(&plain->findings[i], &precise->findings[i]))
            return false;
    return true;
}

// ---- formulas ----

static bool captured_wide(const struct reading *reading)
{
    return !strstr(reading->captured->fake, "mediump");
}

// Returns the candidate that computes an expression of `formulas`, alike in highp and
// mediump; -1: none, or it is not known.
static int candidate_of(const struct reading *reading, const char *id)
{
    static const enum precision precisions[] = { PRECISION_HIGHP, PRECISION_MEDIUMP };
    const int line = expressions_find(&probe_formulas, id);
    int found = -1;

    for (int k = 0; k < 2; k++) {
        const struct finding *finding = strict(reading, "formulas", precisions[k], id);
        int candidate = says(finding, "kept") ? 0 : -1;

        for (int i = 1; i < EXPRESSIONS_CANDIDATES && says(finding, "formula"); i++) {
            const char *glsl = expressions_candidate(&probe_formulas, line, i)->glsl;

            if (glsl && glsl[0] &&
                !strncmp(glsl, finding->glsl, sizeof finding->glsl - 1))
                candidate = i;
        }
        if (k > 0 && candidate != found)
            return -1;
        found = candidate;
    }
    return found;
}

static void not_known(struct reading *reading, enum lower_formula formula, bool known)
{
    if (!known)
        reading->captured->traits.unknown |= 1u << formula;
}

static void read_sums(struct reading *reading)
{
    static const char *const columns[] = { "mat3-vec3",   "mat4-vec4-x", "mat4-vec4-y",
                                           "mat4-vec4-z", "mat4-vec4-w", NULL };
    struct lower_traits *traits = &reading->captured->traits;
    const int dot = candidate_of(reading, "dot-3"),
              row = candidate_of(reading, "vec3-mat3");
    bool known = true;

    traits->sums_last_first = dot == 1;
    traits->row_sums_last_first = row == 1;
    not_known(reading, LOWER_DOT,
              (dot == 0 || dot == 1) && candidate_of(reading, "dot-4") == dot);
    not_known(reading, LOWER_LENGTH,
              (dot == 0 || dot == 1) && candidate_of(reading, "length-3") == dot);
    not_known(reading, LOWER_VECTOR_MATRIX,
              (row == 0 || row == 1) && candidate_of(reading, "vec4-mat4") == row);
    for (int i = 0; columns[i]; i++)
        known &= candidate_of(reading, columns[i]) == 0;
    not_known(reading, LOWER_MATRIX_VECTOR, known);
    not_known(reading, LOWER_MATRIX_MATRIX, candidate_of(reading, "mat3-mat3") == 0);
}

static void read_functions(struct reading *reading)
{
    static const struct {
        const char *id;
        enum lower_formula formula;
    } as_written[] = {
        { "reflect", LOWER_REFLECT },
        { "cross", LOWER_CROSS },
        { "inversesqrt", LOWER_INVERSE_ROOT },
        { "mod", LOWER_MOD },
        { "fract", LOWER_FRACT },
        { "radians", LOWER_RADIANS },
        { "degrees", LOWER_DEGREES },
    };
    struct lower_traits *traits = &reading->captured->traits;
    const int normal = candidate_of(reading, "normalize"),
              mix = candidate_of(reading, "mix"),
              smooth = candidate_of(reading, "smoothstep"),
              refract = candidate_of(reading, "refract");

    for (size_t i = 0; i < sizeof as_written / sizeof as_written[0]; i++)
        not_known(reading, as_written[i].formula,
                  candidate_of(reading, as_written[i].id) == 0);
    // candidates 0 and 1 of normalize() add from the first, 2 and 3 from the last
    traits->by_inverse_root = normal == 1 || normal == 3;
    not_known(reading, LOWER_NORMALIZE,
              normal >= 0 && normal <= 3 && (normal >= 2) == traits->sums_last_first);
    not_known(reading, LOWER_MIX, mix == 0);
    traits->products_nest = smooth == 1;
    not_known(reading, LOWER_SMOOTHSTEP, smooth == 0 || smooth == 1);
    not_known(reading, LOWER_REFRACT,
              (refract == 0 || refract == 1) && refract == smooth);
    // the parts of other formulas
    if (traits->unknown >> LOWER_DOT & 1)
        traits->unknown |= 1u << LOWER_REFLECT | 1u << LOWER_REFRACT;
    traits->unknown |= 1u << LOWER_OTHER | 1u << LOWER_POW;
}

// ---- operations ----

static void read_operations(struct reading *reading)
{
    static const enum precision precisions[] = { PRECISION_HIGHP, PRECISION_MEDIUMP };
    static const char *const right[] = { "nearest", "rule", "exact", NULL };
    static const char *const rows[] = { "across", "up", "both", "square", "ulps", NULL };
    static const char *const fine[] = { "fine", "all-exact", NULL };
    const struct finding *fma;
    bool divides = true, roots = true, separate = true, derives = true;

    for (int k = 0; k < 2; k++) {
        divides &= is_one_of(strict(reading, "operations", precisions[k], "div"), right);
        roots &= is_one_of(strict(reading, "operations", precisions[k], "sqrt"), right);
        fma = strict(reading, "contraction", precisions[k], "fma");
        separate &= says(fma, "separate");
        for (int i = 0; rows[i]; i++)
            derives &= is_one_of(captured_finding(reading, "derivatives", precisions[k],
                                                  FORM_PLAIN, rows[i]),
                                 fine);
    }
    not_known(reading, LOWER_DIV, divides);
    not_known(reading, LOWER_SQRT, roots);
    not_known(reading, LOWER_FMA, separate);
    not_known(reading, LOWER_DERIVATIVE, derives);
}

static void read_rewriting(struct reading *reading)
{
    static const enum precision precisions[] = { PRECISION_HIGHP, PRECISION_MEDIUMP };
    static const char *const zeros[] = { "mul-zero", "add-zero", "zero-sub", NULL };
    static const char *const kept[] = { "kept", "kept-or-folded", NULL };
    static const char *const separate[] = { "separate", NULL };
    struct lower_traits *traits = &reading->captured->traits;

    for (int k = 0; k < 2; k++) {
        traits->rewrites |=
            !captured_result(reading, "folding", precisions[k], FORM_PLAIN) ||
            !all_plain(reading, "folding", precisions[k], kept) ||
            !all_plain(reading, "reassociation", precisions[k], kept) ||
            !all_plain(reading, "contraction", precisions[k], separate) ||
            !same_in_both(reading, "formulas", precisions[k]);
        for (int i = 0; zeros[i]; i++)
            traits->folds_identities |=
                !says(strict(reading, "folding", precisions[k], zeros[i]), "kept");
    }
}

// Returns the bits of mediump ints, 0 if they are not known.
static int int_bits(const struct reading *reading)
{
    static const char *const ids[] = { "mul-int", "add-int", "mul-uint", NULL };
    int bits = 0;

    for (int i = 0; ids[i]; i++) {
        const struct finding *finding = captured_finding(
            reading, "integer_width", PRECISION_MEDIUMP, FORM_PLAIN, ids[i]);
        char text[FINDING_ANSWER_TEXT] = "";
        int here = 0;

        if (finding)
            finding_text(finding, text, sizeof text);
        if (!strcmp(text, "all 32 exact"))
            here = 32;
        else if (sscanf(text, "in %d bits", &here) != 1)
            return 0;
        if (bits && here != bits)
            return 0;
        bits = here;
    }
    return bits;
}

static bool keeps_subnormals(const struct reading *reading, enum precision precision)
{
    static const char *const kept[] = { "kept", "unsupported", NULL };

    return captured_result(reading, "subnormals", precision, FORM_PLAIN) &&
           all_plain(reading, "subnormals", precision, kept);
}

// ---- mediump ----

// Returns whether mediump values are rounded there: 1, 0, or -1 if it is not known.
static int rounds_at(const struct reading *reading, enum form form, const char *id)
{
    const struct finding *finding =
        captured_finding(reading, "medium_values", PRECISION_MEDIUMP, form, id);

    return says(finding, "rounded") ? 1
           : says(finding, "not-rounded") || (finding && says(finding, "rounded-unseen"))
               ? 0
               : -1;
}

static bool read_places(struct reading *reading)
{
    static const char *const uses[] = { "used", "made", "returned", "compare", NULL };
    struct lower_traits *traits = &reading->captured->traits;
    const enum form form =
        captured_result(reading, "medium_values", PRECISION_MEDIUMP, FORM_PRECISE)
            ? FORM_PRECISE
            : FORM_PLAIN;
    const int join = rounds_at(reading, form, "if");

    if (captured_wide(reading))
        return true;
    traits->loose_medium = !same_in_both(reading, "medium_values", PRECISION_MEDIUMP);
    traits->joins_round = traits->literals_round = join == 1;
    traits->selects_round = rounds_at(reading, form, "select") == 1;
    traits->ints_convert_exactly = rounds_at(reading, form, "int") == 0;
    for (int i = 0; uses[i]; i++)
        if (rounds_at(reading, form, uses[i]) != 1)
            return false;
    return join >= 0 && rounds_at(reading, form, "loop") == join &&
           rounds_at(reading, form, "index") == join &&
           rounds_at(reading, form, "moved") == 0 &&
           rounds_at(reading, form, "select") >= 0 &&
           rounds_at(reading, form, "int") >= 0;
}

// The word of a case has the results of a code and of the same with its sign set.
static void take_table(struct reading *reading, const struct pixels *pixels, int line)
{
    const struct expressions *lines = probe_half_functions.expressions;
    const int at = line; // functions are in the order of enum program_op
    uint16_t *table = memory_new(65536, sizeof *table);

    for (int code = 0; code < 32768; code++) {
        int band = line * lines->rows + code / lines->columns;
        uint32_t word =
            pixels_row(pixels, pixels->height - 1 - band)[code % lines->columns];

        table[code] = (uint16_t) word;
        table[code | 0x8000] = (uint16_t) (word >> 16);
    }
    reading->captured->tables[at] = table;
    reading->captured->traits.tables |= 1u << at;
}

static void read_tables(struct reading *reading)
{
    const struct result *result =
        captured_result(reading, "half_functions", PRECISION_MEDIUMP, FORM_PLAIN);
    const struct expressions *lines = probe_half_functions.expressions;
    struct pixels pixels;

    if (captured_wide(reading) || !result ||
        !report_folder_has(&reading->folder, result) ||
        !report_folder_pixels(&reading->folder, result, &pixels))
        return;
    if (pixels.width == lines->columns && pixels.height == lines->count * lines->rows)
        for (int line = 0; line < lines->count; line++)
            take_table(reading, &pixels, line);
    pixels_finish(&pixels);
}

// ---- the device ----

static bool name_fake(struct reading *reading)
{
    const struct report *report = &reading->folder.report;
    const struct verdict high = report_combine(report, STAGE_FRAGMENT, PRECISION_HIGHP),
                         medium =
                             report_combine(report, STAGE_FRAGMENT, PRECISION_MEDIUMP);
    struct captured *captured = reading->captured;
    const int bits = int_bits(reading);

    if (high.fraction_bits != 23 || high.survivors != VERDICT_RULE(FP_RNE) ||
        (medium.fraction_bits != 23 && medium.fraction_bits != 10) ||
        medium.survivors != VERDICT_RULE(FP_RNE)) {
        log_error("%s: shade needs a capture of a device whose highp has 24 bits, whose "
                  "mediump has 11 or 24, and whose sums are rounded to nearest even",
                  reading->path);
        return false;
    }
    captured->keeps_subnormals[PROGRAM_HIGH] = keeps_subnormals(reading, PRECISION_HIGHP);
    captured->keeps_subnormals[PROGRAM_MEDIUM] =
        keeps_subnormals(reading, PRECISION_MEDIUMP);
    captured->traits.medium_keeps_subnormals = captured->keeps_subnormals[PROGRAM_MEDIUM];
    if (!bits)
        captured->traits.unknown |= 1u << LOWER_INTS;
    snprintf(captured->fake, sizeof captured->fake, "fake:rne%s%s,separate-fma",
             medium.fraction_bits == 10 ? ",mediump=11" : "",
             captured->keeps_subnormals[PROGRAM_HIGH] ? "" : ",ftz");
    if (bits && bits < 32)
        snprintf(captured->fake + strlen(captured->fake),
                 sizeof captured->fake - strlen(captured->fake), ",ints=%d", bits);
    return true;
}

static bool captured_read(struct reading *reading)
{
    if (!name_fake(reading))
        return false;
    read_sums(reading);
    read_functions(reading);
    read_operations(reading);
    read_rewriting(reading);
    read_tables(reading);
    if (read_places(reading))
        return true;
    log_error("%s: it does not show where mediump numbers are rounded; record it anew "
              "(fpstripe run --full)",
              reading->path);
    return false;
}

struct captured *captured_open(const char *path)
{
    struct reading reading = { .path = path };
    struct captured *captured;
    bool ok;

    if (!open_capture(&reading.folder, path, NULL))
        return NULL;
    captured = reading.captured = memory_new(1, sizeof *captured);
    captured->traits = (struct lower_traits){ .name = "captured", .captured = true };
    ok = captured_read(&reading);
    captured->facts = reading.folder.report.device;
    report_folder_finish(&reading.folder);
    if (!ok) {
        captured_close(captured);
        return NULL;
    }
    return captured;
}

void captured_close(struct captured *captured)
{
    for (int i = 0; captured && i < MACHINE_TABLES; i++)
        free(captured->tables[i]);
    free(captured);
}
