// SPDX-License-Identifier: MIT
//
// What an answer deviates from, by the specifications: a table of answers.

#include "base/deviation.h"
#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "tests/shared/group.h"
#include "tests/shared/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void find_word(const char *word, struct result *result)
{
    for (int i = 0; i < PRECISION_COUNT; i++)
        if (!strcmp(word, precision_name((enum precision) i)))
            result->precision = (enum precision) i;
    for (int i = 0; i < FORM_COUNT; i++)
        if (!strcmp(word, form_name((enum form) i)))
            result->form = (enum form) i;
}

static uint32_t rules_of(char *names)
{
    uint32_t rules = 0;

    for (char *name; (name = strsep(&names, ","));) {
        enum fp_round round;

        assert_true(fp_round_find(name, &round));
        rules |= VERDICT_RULE(round);
    }
    return rules;
}

// Sets what a word of MORE says.
static void take_word(char *word, struct result *result, struct finding *finding)
{
    char *value = strchr(word, '=');
    uint64_t number = value ? strtoul(value + 1, NULL, 16) : 0;

    if (!value) {
        find_word(word, result);
        return;
    }
    *value++ = 0;
    if (!strcmp(word, "detail")) {
        FINDING_DETAIL(finding, probe_kind(result->probe, value));
    } else if (!strcmp(word, "error")) {
        double error = atof(value);

        finding->error_known = true;
        *(error < 0 ? &finding->error_min_ulp : &finding->error_max_ulp) = error;
    } else if (!strcmp(word, "rules")) {
        finding->survivors = rules_of(value);
    } else if (!strcmp(word, "bits")) {
        result->operands.format.precision = atoi(value);
    } else {
        struct finding_case *example = &finding->example;

        example->operands = example->wanted = true;
        *(!strcmp(word, "in")    ? example->in
          : !strcmp(word, "got") ? example->got
                                 : example->want) = number;
    }
}

// The words of a case are the upper halves of a binary64.
static void widen(struct finding_case *example)
{
    example->wide = true;
    example->in[0] <<= 32;
    example->got[0] <<= 32;
    example->want[0] <<= 32;
}

static enum deviation deviation_of(const struct row *row, bool deviates)
{
    struct result result = { .built = true, .operands.format.precision = 24 };
    struct finding finding = { .deviates = deviates,
                               .error_min_ulp = -0.5,
                               .error_max_ulp = 0.5,
                               .example.results = 1 };
    char more[200], *rest = more;

    snprintf(more, sizeof more, "%s", row->field[4]);
    snprintf(result.probe, sizeof result.probe, "%s", row->field[0]);
    snprintf(finding.expression, sizeof finding.expression, "%s", row->field[1]);
    expressions_name(row->field[0], &finding);
    FINDING_SAY(&finding, probe_kind(row->field[0], row->field[3]));
    for (char *word; (word = strsep(&rest, " "));)
        take_word(word, &result, &finding);
    if (result.precision == PRECISION_DOUBLE)
        widen(&finding.example);
    return deviates_from(&result, &finding);
}

static struct rows rows;

static int read_rows(void **state)
{
    rows = rows_read("probe/deviations.txt");
    return 0;
}

static int free_rows(void **state)
{
    rows_finish(&rows);
    return 0;
}

static struct group this_group = { .name = "deviation",
                                   .set_up = read_rows,
                                   .tear_down = free_rows };

TEST(answers)
{
    for (size_t i = 0; i < rows.count; i++) {
        const struct row *row = &rows.list[i];
        const char *from = deviation_name(deviation_of(row, true));

        if (strcmp(from, row->field[2]) != 0)
            fail_msg("line %d: %s, %s: %s, not %s", row->line, row->field[0],
                     row->field[1], from, row->field[2]);
        assert_int_equal(deviation_of(row, false), DEVIATION_NONE);
    }
}

static bool has_expression(const struct probe *probe, const char *name)
{
    for (int i = 0; probe->expressions && i < probe->expressions->count; i++)
        if (!strcmp(probe->expressions->list[i].label, name))
            return true;
    return !probe->expressions && strstr(name, probe->name) == name;
}

// The table names expressions that exist, and every probe that has findings.
TEST(every_probe)
{
    for (size_t i = 0; i < rows.count; i++) {
        const char *const *field = rows.list[i].field;

        assert_non_null(probe_find(field[0]));
        if (!has_expression(probe_find(field[0]), field[1]))
            fail_msg("%s has no %s", field[0], field[1]);
    }
    for (int i = 0; i < probe_count; i++) {
        size_t at = 0;

        while (at < rows.count &&
               strcmp(rows.list[at].field[0], probe_list[i]->name) != 0)
            at++;
        if (at == rows.count && probe_list[i]->topic)
            fail_msg("from what does %s deviate?", probe_list[i]->name);
    }
}

TEST(words)
{
    assert_string_equal(deviation_name(DEVIATION_GLSL), "glsl");
    assert_string_equal(deviation_name(DEVIATION_IEEE754), "ieee754");
    assert_string_equal(deviation_name(DEVIATION_VULKAN), "vulkan");
    assert_string_equal(deviation_title(DEVIATION_NONE), "");
}
