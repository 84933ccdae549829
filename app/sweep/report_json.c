// SPDX-License-Identifier: MIT

#include "sweep/report.h"

#include "base/text.h"
#include "config.h"
#include "document/build.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static json_t *decimal_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

// Writes six digits, which are sufficient for a row, because its input determines the
// others.
static json_t *rounded_json(double value)
{
    char text[40];

    snprintf(text, sizeof text, "%.6g", value);
    return decimal_json(strtod(text, NULL));
}

static json_t *share_json(uint64_t part, uint64_t whole)
{
    return json_pack("{sI so}", "count", part, "share",
                     decimal_json(whole ? (double) part / (double) whole : NAN));
}

// Writes a float of any width: its bits and its value, null if it has none.
static json_t *datum_json(uint64_t bits, double value, int digits)
{
    char text[40];

    text_shortest(value, digits == 16, text, sizeof text);
    return json_pack("{so so so}", "bits", document_hex(bits, digits), "hex",
                     isfinite(value) ? json_sprintf("%a", value) : json_null(), "value",
                     decimal_json(strtod(text, NULL)));
}

static json_t *operand_json(const struct sweep *sweep, struct operands operands,
                            bool second)
{
    const struct domain *domain = &sweep->domain;
    double value = axis_value(&sweep->function, domain, operands, second);
    uint64_t bits = second ? operands.b : operands.a;
    enum math_operands kind = math_list[sweep->function.math].operands;

    if (kind == MATH_WORD || (second && kind == MATH_WITH_INT))
        return json_pack("{so sI}", "bits", document_hex(bits & 0xffffffff, 8), "value",
                         (json_int_t) value);
    return datum_json(bits, value, axis_digits(domain));
}

static json_t *input_json(const struct sweep *sweep, uint64_t at)
{
    struct operands operands = domain_operands(&sweep->domain, at);
    enum math_operands kind = math_list[sweep->function.math].operands;
    json_t *input =
        json_pack("{sI so}", "number", at, "a", operand_json(sweep, operands, false));

    if (kind != MATH_FLOAT && kind != MATH_WORD)
        json_object_set_new(input, "b", operand_json(sweep, operands, true));
    return input;
}

static json_t *result_json(const struct sweep *sweep, uint64_t bits)
{
    enum function_type type = sweep->function.result;

    return datum_json(bits, axis_result(type, bits), axis_result_digits(type));
}

static json_t *want_json(const struct sweep *sweep, const struct figures_worst *worst)
{
    return worst->settled ? result_json(sweep, worst->exact.want) : json_null();
}

static json_t *worst_json(const struct sweep *sweep, const struct figures_worst *worst,
                          double error)
{
    if (!worst->there)
        return json_null();
    return json_pack("{so so so so ss? sb}", "error", document_number(error), "input",
                     input_json(sweep, worst->number), "got",
                     result_json(sweep, worst->got), "want", want_json(sweep, worst),
                     "exact", worst->settled ? worst->exact.text : NULL, "settled",
                     worst->settled);
}

static json_t *report_json_wrong_json(const struct sweep *sweep,
                                      const struct figures_worst *worst)
{
    if (!worst->there)
        return json_null();
    return json_pack("{so so so}", "input", input_json(sweep, worst->number), "got",
                     result_json(sweep, worst->got), "want", want_json(sweep, worst));
}

static json_t *kinds_json(const struct cell *cell)
{
    static const char *const names[CELL_KIND_COUNT] = { "finite",    "special",
                                                        "overflow",  "flushed",
                                                        "zero_sign", "wrong" };
    json_t *kinds = json_object();

    for (int i = 0; i < CELL_KIND_COUNT; i++)
        json_object_set_new(kinds, names[i], json_integer((json_int_t) cell->kinds[i]));
    return kinds;
}

// Writes [low, high, count] of signed errors; the outer edge of the last bin on either
// side is null.
static json_t *histogram_json(const struct cell *cell)
{
    json_t *rows = json_array();

    for (int bin = 0; bin < CELL_BINS; bin++) {
        double low, high;

        if (!cell->bins[bin])
            continue;
        tally_edges(bin, &low, &high);
        json_array_append_new(rows, json_pack("[ooI]",
                                              decimal_json(bin > CELL_ZERO ? low : -high),
                                              decimal_json(bin < CELL_ZERO ? -low : high),
                                              cell->bins[bin]));
    }
    return rows;
}

// Returns the row of a binade; with two operands, it has the first.
static json_t *binade_json(const struct sweep *sweep, int chunk, int side)
{
    const struct cell *cell = &sweep->chunks[chunk].sides[side];
    bool there = cell->ulp.number != CELL_NONE;
    uint64_t bits = there ? domain_operands(&sweep->domain, cell->ulp.number).a : 0;

    return json_pack("[iiIIoooI]", chunk, side, cell->kinds[CELL_FINITE], cell->correct,
                     there ? rounded_json(cell->ulp.error) : json_null(),
                     there ? document_hex(bits, axis_digits(&sweep->domain))
                           : json_null(),
                     there ? rounded_json(tally_mean(cell)) : json_null(), cell->falls);
}

static json_t *binades_json(const struct sweep *sweep)
{
    struct axis axis = axis_of(&sweep->function, &sweep->domain);
    json_t *rows = json_array();

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++)
        if (sweep->chunks[i / 2].done && tally_inputs(&sweep->chunks[i / 2].sides[i % 2]))
            json_array_append_new(rows, binade_json(sweep, i / 2, i % 2));
    return json_pack("{ss s[ssssssss] so}", "operand", axis.operand, "columns", "chunk",
                     "side", "finite", "correct", "max_ulp", "input", "mean_ulp", "falls",
                     "rows", rows);
}

static json_t *report_json_first_json(const struct sweep *sweep,
                                      const struct figures_worst *where)
{
    return where->there ? input_json(sweep, where->number) : json_null();
}

// Writes the counts of falls; null if the function neither rises nor falls, or has no
// symmetry.
static json_t *monotonicity_json(const struct sweep *sweep, const struct figures *figures)
{
    const int *direction = math_list[sweep->function.math].direction;

    if (sweep->domain.kind != DOMAIN_BITS || (!direction[0] && !direction[1]))
        return json_null();
    return json_pack("{sI so}", "falls", figures_falls(figures), "first",
                     report_json_first_json(sweep, &figures->fall));
}

static json_t *symmetry_json(const struct sweep *sweep, const struct figures *figures)
{
    enum math_parity parity = math_list[sweep->function.math].parity;

    if (sweep->domain.kind != DOMAIN_BITS || parity == MATH_NONE)
        return json_null();
    return json_pack("{ss sI so}", "parity", parity == MATH_ODD ? "odd" : "even",
                     "breaks", figures->total.breaks, "first",
                     report_json_first_json(sweep, &figures->asymmetry));
}

static json_t *specials_json(const struct sweep *sweep)
{
    struct report_sweep_special all[REPORT_SWEEP_SPECIALS];
    int there = report_sweep_specials(sweep, all);
    json_t *rows = json_array();

    for (int i = 0; i < there; i++)
        json_array_append_new(rows, json_pack("{ss so so}", "name", all[i].name, "input",
                                              input_json(sweep, all[i].number), "got",
                                              result_json(sweep, all[i].got)));
    return rows;
}

static json_t *limits_json(const struct figures *figures, bool published)
{
    json_t *rows = json_array(), *row;

    for (int i = 0; i < figures->limit_count; i++) {
        const struct figures_limit *one = &figures->limits[i];

        if (one->published != published)
            continue;
        row = json_pack("{so so so sb so}", "who", document_string(one->who), "limit",
                        document_string(one->limit), "verdict",
                        document_string(one->verdict), "kept", one->kept, "ratio",
                        decimal_json(one->ratio));
        if (published) {
            json_object_set_new(row, "given", document_number(one->given));
            json_object_set_new(row, "found", document_number(one->found));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *domain_json(const struct sweep *sweep)
{
    const struct domain *domain = &sweep->domain;

    return json_pack("{ss si sI si si sI sI sb ss}", "kind", domain_name(domain->kind),
                     "bits", domain->bits, "seed", (json_int_t) domain->seed, "low",
                     (int) domain->low, "span", (int) domain->span, "first",
                     domain->first, "last", domain->last, "sample", figures_sample(sweep),
                     "text", report_sweep_over(sweep).text);
}

static json_t *head_json(const struct sweep *sweep, const struct figures *figures)
{
    const struct function *function = &sweep->function;
    const struct backend_facts *facts = &sweep->facts;

    return json_pack(
        "{so so ss ss ss so so so so sI sI}", "function", document_string(function->name),
        "summary", document_string(function->summary), "math",
        math_list[function->math].name, "result", function_type_name(function->result),
        "rounding", fp_round_name(function->round), "stage",
        document_string_or_null(facts->stage), "precision",
        document_string_or_null(facts->precision), "judge", document_string(facts->judge),
        "domain", domain_json(sweep), "asked", figures->asked, "inputs", figures->done);
}

// Writes the counts. Means and faithful results need errors: they are null if errors
// were not counted.
static json_t *counts_json(const struct sweep *sweep, const struct figures *figures)
{
    const struct cell *total = &figures->total;
    const struct figures_worst *ulp = &figures->ulp, *relative = &figures->relative;
    bool errors = tally_has_errors(total);

    return json_pack(
        "{so so so so so so so so sI sI}", "kinds", kinds_json(total),
        "correctly_rounded", share_json(total->correct, figures->done), "faithful",
        errors ? share_json(tally_faithful(total), figures->done) : json_null(),
        "max_ulp", worst_json(sweep, ulp, fabs(ulp->exact.error)), "max_relative",
        worst_json(sweep, relative, relative->exact.relative), "max_absolute",
        worst_json(sweep, &figures->absolute, figures->absolute.exact.absolute),
        "mean_ulp", errors ? document_number(tally_mean(total)) : json_null(),
        "mean_abs_ulp", errors ? document_number(tally_mean_abs(total)) : json_null(),
        "beyond_means", total->beyond, "unsettled", total->unsettled);
}

static json_t *more_json(const struct sweep *sweep, const struct figures *figures)
{
    return json_pack(
        "{so so so so so so so so}", "histogram", histogram_json(&figures->total),
        "binades", binades_json(sweep), "monotonicity", monotonicity_json(sweep, figures),
        "symmetry", symmetry_json(sweep, figures), "specials", specials_json(sweep),
        "first_wrong", report_json_wrong_json(sweep, &figures->wrong), "limits",
        limits_json(figures, false), "published", limits_json(figures, true));
}

char *report_sweep_json(const struct sweep *sweep, const struct figures *figures)
{
    const struct backend_facts *facts = &sweep->facts;
    json_t *body = head_json(sweep, figures), *counts = counts_json(sweep, figures);
    json_t *more = more_json(sweep, figures), *root;
    char *text;

    json_object_update(body, counts);
    json_object_update(body, more);
    root = json_pack("{ss sb s{ss} s{so so so sb} so}", "schema", "fpstripe-report/1",
                     "complete", figures->done == figures->asked, "tool", "version",
                     FPSTRIPE_VERSION, "device", "where", document_string(facts->where),
                     "renderer", document_string(facts->name), "version",
                     document_string(facts->version), "software", facts->software,
                     "sweep", body);
    text = document_text(root);
    json_decref(counts);
    json_decref(more);
    json_decref(root);
    assert(text);
    return text;
}
