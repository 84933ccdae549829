// SPDX-License-Identifier: MIT

#include "sweep/report.h"

#include "base/log.h"
#include "config.h"
#include "report/build.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Consumes `value`.
static json_t *append(json_t *array, json_t *value)
{
    if (array && value && !json_array_append_new(array, value))
        return array;
    if (!array)
        json_decref(value);
    json_decref(array);
    return NULL;
}

static json_t *count(uint64_t value)
{
    assert(value <= INT64_MAX);
    return json_integer((json_int_t) value);
}

static json_t *decimal(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

// Six digits: of a row, whose input tells the rest.
static json_t *rounded(double value)
{
    char text[40];

    snprintf(text, sizeof text, "%.6g", value);
    return decimal(strtod(text, NULL));
}

static json_t *share(uint64_t part, uint64_t whole)
{
    return report_build_object("count", count(part), "share",
                               decimal(whole ? (double) part / (double) whole : NAN),
                               REPORT_BUILD_END);
}

// Of errors: null where they were not counted.
static json_t *faithful(const struct cell *cell, uint64_t inputs)
{
    return tally_has_errors(cell) ? share(tally_faithful(cell), inputs) : json_null();
}

static json_t *mean(const struct cell *cell, double value)
{
    return tally_has_errors(cell) ? report_build_number(value) : json_null();
}

// A float of any width: bits, and the same for people, null where it is none.
static json_t *datum(uint64_t bits, double value, int digits)
{
    char hex[40], text[40];

    snprintf(hex, sizeof hex, "%a", value);
    report_sweep_shortest(value, digits == 16, text, sizeof text);
    return report_build_object("bits", report_build_hex(bits, digits), "hex",
                               isfinite(value) ? json_string(hex) : json_null(), "value",
                               decimal(strtod(text, NULL)), REPORT_BUILD_END);
}

static json_t *operand(const struct sweep *sweep, struct operands operands, bool second)
{
    const struct domain *domain = &sweep->domain;
    enum math_operands kind = math_list[sweep->function.math].operands;
    double value = axis_value(&sweep->function, domain, operands, second);
    uint64_t bits = second ? operands.b : operands.a;

    if (kind == MATH_WORD || (second && domain->kind == DOMAIN_INTEGERS))
        return report_build_object("bits", report_build_hex(bits & 0xffffffff, 8),
                                   "value", json_integer((json_int_t) value),
                                   REPORT_BUILD_END);
    return datum(bits, value, axis_digits(domain));
}

static json_t *input(const struct sweep *sweep, uint64_t at)
{
    struct operands operands = domain_operands(&sweep->domain, at);
    enum math_operands kind = math_list[sweep->function.math].operands;

    if (kind == MATH_FLOAT || kind == MATH_WORD)
        return report_build_object("number", count(at), "a",
                                   operand(sweep, operands, false), REPORT_BUILD_END);
    return report_build_object("number", count(at), "a", operand(sweep, operands, false),
                               "b", operand(sweep, operands, true), REPORT_BUILD_END);
}

static json_t *result(const struct sweep *sweep, uint64_t bits)
{
    enum function_type type = sweep->function.result;

    return datum(bits, axis_result(type, bits), axis_result_digits(type));
}

static json_t *worst(const struct sweep *sweep, const struct figures_worst *worst,
                     double error)
{
    if (!worst->there)
        return json_null();
    return report_build_object(
        "error", report_build_number(error), "input", input(sweep, worst->number), "got",
        result(sweep, worst->got), "want",
        worst->settled ? result(sweep, worst->exact.want) : json_null(), "exact",
        worst->settled ? json_string(worst->exact.text) : json_null(), "settled",
        json_boolean(worst->settled), REPORT_BUILD_END);
}

static json_t *wrong(const struct sweep *sweep, const struct figures_worst *worst)
{
    if (!worst->there)
        return json_null();
    return report_build_object(
        "input", input(sweep, worst->number), "got", result(sweep, worst->got), "want",
        worst->settled ? result(sweep, worst->exact.want) : json_null(),
        REPORT_BUILD_END);
}

static json_t *kinds(const struct cell *cell)
{
    return report_build_object("finite", count(cell->kinds[CELL_FINITE]), "special",
                               count(cell->kinds[CELL_SPECIAL]), "overflow",
                               count(cell->kinds[CELL_OVERFLOW]), "flushed",
                               count(cell->kinds[CELL_FLUSHED]), "zero_sign",
                               count(cell->kinds[CELL_ZERO_SIGN]), "wrong",
                               count(cell->kinds[CELL_WRONG]), REPORT_BUILD_END);
}

// [low, high, count] of signed errors; of the last to either side the outer edge is null.
static json_t *histogram(const struct cell *cell)
{
    json_t *rows = json_array();

    for (int bin = 0; bin < CELL_BINS; bin++) {
        double low, high;
        if (!cell->bins[bin])
            continue;
        tally_edges(bin, &low, &high);
        if (bin == CELL_ZERO)
            low = -high;
        if (bin < CELL_ZERO) {
            double outer = -high;
            high = -low;
            low = outer;
        }
        json_t *row = append(json_array(), decimal(low));
        row = append(row, decimal(high));
        rows = append(rows, append(row, count(cell->bins[bin])));
    }
    return rows;
}

static const char *const columns[] = {
    "chunk", "side", "finite", "correct", "max_ulp", "input", "mean_ulp", "falls",
};

// Of two operands the row tells the first.
static json_t *row(const struct sweep *sweep, int chunk, int side)
{
    const struct cell *cell = &sweep->chunks[chunk].sides[side];
    bool there = cell->ulp.number != CELL_NONE;
    uint64_t bits = there ? domain_operands(&sweep->domain, cell->ulp.number).a : 0;
    json_t *values = append(json_array(), json_integer(chunk));

    values = append(values, json_integer(side));
    values = append(values, count(cell->kinds[CELL_FINITE]));
    values = append(values, count(cell->correct));
    values = append(values, there ? rounded(cell->ulp.error) : json_null());
    values = append(values, there ? report_build_hex(bits, axis_digits(&sweep->domain))
                                  : json_null());
    values = append(values, there ? rounded(tally_mean(cell)) : json_null());
    return append(values, count(cell->falls));
}

static json_t *binades(const struct sweep *sweep)
{
    struct axis axis = axis_of(&sweep->function, &sweep->domain);
    json_t *names = json_array(), *rows = json_array();

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        names = append(names, json_string(columns[i]));
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++)
        if (sweep->chunks[i / 2].done && tally_inputs(&sweep->chunks[i / 2].sides[i % 2]))
            rows = append(rows, row(sweep, i / 2, i % 2));
    return report_build_object("operand", json_string(axis.operand), "columns", names,
                               "rows", rows, REPORT_BUILD_END);
}

static json_t *first(const struct sweep *sweep, const struct figures_worst *where)
{
    return where->there ? input(sweep, where->number) : json_null();
}

// null where the function neither rises nor falls, or has no symmetry.
static json_t *monotonicity(const struct sweep *sweep, const struct figures *figures)
{
    const int *direction = math_list[sweep->function.math].direction;

    if (sweep->domain.kind != DOMAIN_BITS || (!direction[0] && !direction[1]))
        return json_null();
    return report_build_object("falls", count(figures_falls(figures)), "first",
                               first(sweep, &figures->fall), REPORT_BUILD_END);
}

static json_t *symmetry(const struct sweep *sweep, const struct figures *figures)
{
    enum math_parity parity = math_list[sweep->function.math].parity;

    if (sweep->domain.kind != DOMAIN_BITS || parity == MATH_NONE)
        return json_null();
    return report_build_object("parity", json_string(parity == MATH_ODD ? "odd" : "even"),
                               "breaks", count(figures->total.breaks), "first",
                               first(sweep, &figures->asymmetry), REPORT_BUILD_END);
}

static json_t *specials(const struct sweep *sweep)
{
    struct report_sweep_special all[REPORT_SWEEP_SPECIALS];
    int there = report_sweep_specials(sweep, all);
    json_t *rows = json_array();

    for (int i = 0; i < there; i++)
        rows = append(rows,
                      report_build_object("name", json_string(all[i].name), "input",
                                          input(sweep, all[i].number), "got",
                                          result(sweep, all[i].got), REPORT_BUILD_END));
    return rows;
}

static json_t *limits(const struct figures *figures, bool published)
{
    json_t *rows = json_array();

    for (int i = 0; i < figures->limit_count; i++) {
        const struct figures_limit *one = &figures->limits[i];
        if (one->published != published)
            continue;
        json_t *json = report_build_object("who", report_build_string(one->who), "limit",
                                           report_build_string(one->limit), "verdict",
                                           report_build_string(one->verdict), "kept",
                                           json_boolean(one->kept), "ratio",
                                           decimal(one->ratio), REPORT_BUILD_END);
        json_t *more =
            published
                ? report_build_object("given", report_build_number(one->given), "found",
                                      report_build_number(one->found), REPORT_BUILD_END)
                : json_object();
        if (!json || !more || json_object_update(json, more)) {
            json_decref(json);
            json = NULL;
        }
        json_decref(more);
        rows = append(rows, json);
    }
    return rows;
}

static json_t *listed(const struct sweep *sweep)
{
    json_t *rows = json_array();

    if (isinf(sweep->above)) {
        json_decref(rows);
        return json_null();
    }
    for (int i = 0; i < sweep->listed_count; i++) {
        const struct sweep_listed *one = &sweep->listed[i];
        rows = append(rows, report_build_object("input", input(sweep, one->number), "got",
                                                result(sweep, one->got), "error",
                                                report_build_number(one->error),
                                                REPORT_BUILD_END));
    }
    return report_build_object("above", report_build_number(sweep->above), "more",
                               count(sweep->listed_more), "rows", rows, REPORT_BUILD_END);
}

static json_t *domain_of(const struct sweep *sweep)
{
    const struct domain *domain = &sweep->domain;
    char over[96];

    report_sweep_over(sweep, over, sizeof over);
    return report_build_object(
        "kind", json_string(domain_name(domain->kind)), "bits",
        json_integer(domain->bits), "seed", json_integer(domain->seed), "low",
        json_integer(domain->low), "span", json_integer(domain->span), "first",
        count(domain->first), "last", count(domain->last), "sample",
        json_boolean(figures_sample(sweep)), "text", json_string(over), REPORT_BUILD_END);
}

static json_t *body(const struct sweep *sweep, const struct figures *figures)
{
    const struct function *function = &sweep->function;
    const struct cell *total = &figures->total;
    uint64_t inputs = figures->done;

    return report_build_object(
        "function", report_build_string(function->name), "summary",
        report_build_string(function->summary), "math",
        json_string(math_list[function->math].name), "result",
        json_string(function_type_name(function->result)), "rounding",
        json_string(fp_round_name(function->round)), "stage",
        report_build_string_or_null(sweep->facts.stage), "precision",
        report_build_string_or_null(sweep->facts.precision), "judge",
        report_build_string(sweep->facts.judge), "domain", domain_of(sweep), "asked",
        count(figures->asked), "inputs", count(inputs), "kinds", kinds(total),
        "correctly_rounded", share(total->correct, inputs), "faithful",
        faithful(total, inputs), "max_ulp",
        worst(sweep, &figures->ulp, fabs(figures->ulp.exact.error)), "max_relative",
        worst(sweep, &figures->relative, figures->relative.exact.relative),
        "max_absolute",
        worst(sweep, &figures->absolute, figures->absolute.exact.absolute), "mean_ulp",
        mean(total, tally_mean(total)), "mean_abs_ulp",
        mean(total, tally_mean_abs(total)), "beyond_means", count(total->beyond),
        "unsettled", count(total->unsettled), "histogram", histogram(total), "binades",
        binades(sweep), "monotonicity", monotonicity(sweep, figures), "symmetry",
        symmetry(sweep, figures), "specials", specials(sweep), "first_wrong",
        wrong(sweep, &figures->wrong), "limits", limits(figures, false), "published",
        limits(figures, true), "listed", listed(sweep), REPORT_BUILD_END);
}

static json_t *device(const struct backend_facts *facts)
{
    return report_build_object("where", report_build_string(facts->where), "renderer",
                               report_build_string(facts->name), "version",
                               report_build_string(facts->version), "software",
                               json_boolean(facts->software), REPORT_BUILD_END);
}

char *report_sweep_json(const struct sweep *sweep, const struct figures *figures)
{
    json_t *root = report_build_object(
        "schema", json_string("fpstripe-report/1"), "complete",
        json_boolean(figures->done == figures->asked), "tool",
        report_build_object("version", json_string(FPSTRIPE_VERSION), REPORT_BUILD_END),
        "device", device(&sweep->facts), "sweep", body(sweep, figures), REPORT_BUILD_END);
    char *text = root ? report_build_text(root) : NULL;

    json_decref(root);
    if (!text)
        log_error("no memory for the report of the sweep");
    return text;
}
