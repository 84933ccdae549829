// SPDX-License-Identifier: MIT

#include "report/expressions.h"

#include "base/deviation.h"
#include "base/text.h"
#include "probe/list.h"
#include "report/topics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Adds `name` to names[count] if it is new and there is room. Returns the new count.
static int add_once(const char **names, int count, int room, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return count;
    if (count < room)
        names[count++] = name;
    return count;
}

int report_expressions_topics(const struct report *report,
                              const char *topics[REPORT_EXPRESSIONS_TOPICS])
{
    int count = 0;

    for (int i = 0; i < TOPIC_COUNT; i++)
        for (int j = 0; j < report->count; j++)
            if (!strcmp(report->results[j].topic, topic_list[i].name))
                count = add_once(topics, count, REPORT_EXPRESSIONS_TOPICS,
                                 topic_list[i].name);
    for (int j = 0; j < report->count; j++)
        if (report_has_expressions(&report->results[j]))
            count = add_once(topics, count, REPORT_EXPRESSIONS_TOPICS,
                             report->results[j].topic);
    return count;
}

// The results of a topic, one after the other, from the first: NULL behind the last.
static const struct result *next_result(const struct report_expressions_at *at,
                                        const struct result *before)
{
    const struct result *results = at->report->results;

    for (int i = before ? (int) (before - results) + 1 : 0; i < at->report->count; i++)
        if (!strcmp(results[i].topic, at->topic))
            return &results[i];
    return NULL;
}

// Returns the next result of the topic at the place, or NULL.
static const struct result *next_there(const struct report_expressions_at *at,
                                       const struct result *before)
{
    const struct report_expressions_place *place = &at->place;

    while ((before = next_result(at, before)))
        if (before->stage == place->stage && before->precision == place->precision &&
            before->form == place->form)
            return before;
    return NULL;
}

int report_expressions_names(const struct report_expressions_at *at,
                             const char *names[REPORT_EXPRESSIONS_MAX])
{
    const struct result *result = NULL;
    int count = 0;

    while ((result = next_result(at, result)))
        for (int i = 0; i < result->finding_count; i++)
            count = add_once(names, count, REPORT_EXPRESSIONS_MAX,
                             result->findings[i].expression);
    return count;
}

const struct finding *report_expressions_first(const struct report_expressions_at *at,
                                               const char *line)
{
    const struct result *result = NULL;

    while ((result = next_result(at, result)))
        for (int i = 0; i < result->finding_count; i++)
            if (!strcmp(result->findings[i].expression, line))
                return &result->findings[i];
    return NULL;
}

const struct finding *report_expressions_find(const struct report_expressions_at *at,
                                              const char *line)
{
    const struct result *result = NULL;

    while ((result = next_there(at, result)))
        for (int i = 0; i < result->finding_count; i++)
            if (!strcmp(result->findings[i].expression, line))
                return &result->findings[i];
    return NULL;
}

static const struct finding *finding_of(const struct result *result, const char *probe,
                                        const char *id)
{
    for (int i = 0; i < result->finding_count && !strcmp(result->probe, probe); i++)
        if (finding_asks(&result->findings[i], id))
            return &result->findings[i];
    return NULL;
}

const struct finding *report_expressions_of(const struct report_expressions_at *at,
                                            const char *probe, const char *id)
{
    const struct finding *finding = NULL;
    const struct result *result = NULL;

    while (!finding && (result = next_there(at, result)))
        finding = finding_of(result, probe, id);
    return finding;
}

bool report_expressions_has(const struct report_expressions_at *at, const char *probe,
                            const char *id)
{
    const struct result *result = NULL;

    while ((result = next_result(at, result)))
        if (finding_of(result, probe, id))
            return true;
    return false;
}

bool report_expressions_asked(const struct report_expressions_at *at)
{
    const struct result *result = NULL;

    while ((result = next_there(at, result)))
        if (result->finding_count)
            return true;
    return false;
}

bool report_expressions_best(struct report_expressions_at *at, enum stage stage)
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++)
        for (int form = 0; form < FORM_COUNT; form++) {
            at->place =
                (struct report_expressions_place){ stage, (enum precision) precision,
                                                   (enum form) form };
            if (report_expressions_asked(at))
                return true;
        }
    return false;
}

const char *report_expressions_status(const struct report_expressions_at *at)
{
    const struct result *result = NULL;

    while ((result = next_result(at, result)))
        if (result->stage == at->place.stage)
            return status_name(result->verdict.status);
    return NULL;
}

void report_expressions_by_stage(const char *const texts[STAGE_COUNT],
                                 const int like[STAGE_COUNT], char *text, size_t size)
{
    int groups = 0;

    text[0] = 0;
    for (int i = 0; i < STAGE_COUNT; i++)
        groups += like[i] == i;
    for (int i = 0; i < STAGE_COUNT; i++) {
        const char *joint = " in ";
        if (like[i] != i)
            continue;
        text_join(text, size, "; ", texts[i]);
        for (int j = i; j < STAGE_COUNT && groups > 1; j++) {
            if (like[j] != i)
                continue;
            text_add(text, size, "%s%s", joint, stage_name((enum stage) j));
            joint = ", ";
        }
    }
}

bool report_expressions_as_written(const struct finding *finding, int precision)
{
    bool separate = finding_is(finding, &kind_separate);

    if (finding->deviates)
        return false;
    if (finding_asks(finding, "fma"))
        return !separate;
    // "fused or separate": the two give the same.
    if (finding_is_of(finding, FINDING_FUSED))
        return separate || finding_find(finding, &kind_or_separate);
    return !finding_is_of(finding, FINDING_BITS) ||
           finding->answer[0].bits >= 2 * precision - 4;
}

int report_expressions_bits(const struct report *report, enum stage stage,
                            enum precision precision)
{
    static const int own[PRECISION_COUNT] = { [PRECISION_HIGHP] = 24,
                                              [PRECISION_MEDIUMP] = 11,
                                              [PRECISION_LOWP] = 11,
                                              [PRECISION_DOUBLE] = 53,
                                              [PRECISION_FLOAT16] = 11 };
    int bits = report_combine(report, stage, precision).fraction_bits;

    return bits >= 0 ? bits + 1 : own[precision];
}

struct report_expressions_count report_expressions_count(
    const struct report_expressions_at *at)
{
    struct report_expressions_count count = { 0 };
    int bits = report_expressions_bits(at->report, at->place.stage, at->place.precision);
    const struct result *result = NULL;

    while ((result = next_there(at, result)))
        for (int i = 0; i < result->finding_count; i++) {
            const struct finding *finding = &result->findings[i];
            count.lines += finding->cases > 0;
            count.from[finding->from]++;
            const bool undecided = report_expressions_is_undecided(finding);

            count.neither += undecided;
            count.changed += finding->cases > 0 && !undecided &&
                             !report_expressions_as_written(finding, bits);
        }
    return count;
}

// Whether a finding says more of what an expression deviates from.
static bool is_worse(const struct finding *one, const struct finding *than)
{
    if (than && one->from != than->from)
        return one->from && (!than->from || one->from < than->from);
    return !than || (one->example.wanted && !than->example.wanted);
}

const struct finding *report_expressions_worst(const struct report_expressions_at *at,
                                               const char *line,
                                               const struct result **result)
{
    const struct result *next = NULL;
    const struct finding *found = NULL;

    while ((next = next_result(at, next)))
        for (int i = 0; i < next->finding_count; i++) {
            const struct finding *finding = &next->findings[i];

            if (!strcmp(finding->expression, line) && finding->cases &&
                is_worse(finding, found)) {
                found = finding;
                *result = next;
            }
        }
    return found;
}

// Returns the place of a name in a list, or `count` if it is not there. Results of one
// probe have it where the last one had it, at `likely`.
static int find_name(const char *const *names, int count, const char *name, int likely)
{
    int at = 0;

    if (likely < count && !strcmp(names[likely], name))
        return likely;
    while (at < count && strcmp(names[at], name) != 0)
        at++;
    return at;
}

// Counts the expressions of a topic by their worst findings.
static void count_topic(const struct report *report, const char *topic,
                        struct report_expressions_count *count)
{
    const struct report_expressions_at at = { report, topic, { 0 } };
    const struct finding *worst[REPORT_EXPRESSIONS_MAX] = { NULL };
    const char *names[REPORT_EXPRESSIONS_MAX];
    const struct result *result = NULL;
    int number = 0;

    while ((result = next_result(&at, result)))
        for (int i = 0; i < result->finding_count; i++) {
            const struct finding *finding = &result->findings[i];
            int name = find_name(names, number, finding->expression, i);

            if (name == number && number < REPORT_EXPRESSIONS_MAX)
                names[number++] = finding->expression;
            if (name < number && finding->cases && is_worse(finding, worst[name]))
                worst[name] = finding;
        }
    for (int i = 0; i < number; i++)
        if (worst[i]) {
            count->lines++;
            count->from[worst[i]->from]++;
        }
}

struct report_expressions_count report_expressions_count_all(const struct report *report,
                                                             const char *topic)
{
    struct report_expressions_count count = { 0 };
    const char *topics[REPORT_EXPRESSIONS_TOPICS];
    int number = report_expressions_topics(report, topics);

    for (int i = 0; i < number; i++)
        if (!topic || !strcmp(topic, topics[i]))
            count_topic(report, topics[i], &count);
    return count;
}

void report_expressions_deviating(const struct report_expressions_count *count,
                                  char *text, size_t size)
{
    int glsl = count->from[DEVIATION_GLSL];
    bool others = count->from[DEVIATION_IEEE754] || count->from[DEVIATION_VULKAN];

    if (!count->lines) {
        snprintf(text, size, "not measured");
        return;
    }
    snprintf(text, size, "%d of %d deviate%s from GLSL", glsl, count->lines,
             glsl == 1 ? "s" : "");
    if (!glsl)
        snprintf(text, size, "none of %d deviates%s", count->lines,
                 others ? " from GLSL" : "");
    for (int from = DEVIATION_IEEE754; from < DEVIATION_COUNT; from++)
        if (count->from[from])
            text_add(text, size, ", %d%s from %s", count->from[from], glsl ? " more" : "",
                     deviation_title((enum deviation) from));
}

struct report_expressions_compared report_expressions_compared(
    const struct report *report)
{
    struct report_expressions_compared all = { 0 };

    for (int i = 0; i < report->count; i++)
        for (int j = 0; j < report->results[i].finding_count; j++) {
            const struct finding *finding = &report->results[i].findings[j];
            all.words += finding->compared;
            all.mismatches += finding->mismatches;
            all.lines += finding->compared > 0;
            verdict_name_once(all.with, sizeof all.with, finding->reference);
        }
    return all;
}

void report_expressions_text(const struct result *result, char *text, size_t size)
{
    int lines = 0, deviates = 0;

    for (int i = 0; i < result->finding_count; i++) {
        lines += result->findings[i].cases > 0;
        deviates += result->findings[i].deviates;
    }
    snprintf(text, size, "%d of %d expression%s deviate%s", deviates, lines,
             lines == 1 ? "" : "s", deviates == 1 ? "s" : "");
}

#define TALLY 64

struct tally {
    const struct finding *finding; // the first of them
    int count;
};

// Counts one more answer. Returns how many distinct ones there are then.
static int count_word(struct tally tallies[TALLY], int count,
                      const struct finding *finding)
{
    for (int i = 0; i < count; i++)
        if (finding_same_word(tallies[i].finding, finding)) {
            tallies[i].count++;
            return count;
        }
    if (count == TALLY)
        return count;
    tallies[count] = (struct tally){ finding, 1 };
    return count + 1;
}

static int collect(const struct report_expressions_at *at, struct tally tallies[TALLY])
{
    const struct result *result = NULL;
    int count = 0;

    while ((result = next_there(at, result)))
        for (int i = 0; i < result->finding_count; i++)
            if (result->findings[i].cases > 0)
                count = count_word(tallies, count, &result->findings[i]);
    return count;
}

void report_expressions_tally(const struct report_expressions_at *at, char *text,
                              size_t size)
{
    struct tally tallies[TALLY];
    int count = collect(at, tallies), rest = 0;

    text[0] = 0;
    for (int i = 0; i < count; i++) {
        int most = i;
        for (int j = i + 1; j < count; j++)
            most = tallies[j].count > tallies[most].count ? j : most;
        struct tally tally = tallies[most];
        memmove(&tallies[i + 1], &tallies[i], (size_t) (most - i) * sizeof *tallies);
        char word[16];
        finding_word(tally.finding, word, sizeof word);
        if (i >= 4 && count > 5)
            rest += tally.count;
        else
            text_add(text, size, "%s%d %s", i ? ", " : "", tally.count, word);
    }
    if (rest)
        text_add(text, size, ", %d other", rest);
    if (!count)
        text_add(text, size, "nothing asked");
}

enum report_claim report_expressions_claim(const struct finding *finding)
{
    if (finding_find(finding, &kind_claim_broken))
        return REPORT_CLAIM_BROKEN;
    if (finding_find(finding, &kind_claim_exceeded))
        return REPORT_CLAIM_EXCEEDED;
    if (finding_find(finding, &kind_claim_kept))
        return REPORT_CLAIM_KEPT;
    return finding->deviates ? REPORT_CLAIM_BROKEN : REPORT_CLAIM_NONE;
}

const char *report_expressions_claim_word(enum report_claim claim)
{
    static const char *const words[REPORT_CLAIM_COUNT] = {
        [REPORT_CLAIM_NONE] = "",
        [REPORT_CLAIM_KEPT] = "as claimed",
        [REPORT_CLAIM_EXCEEDED] = "better",
        [REPORT_CLAIM_BROKEN] = "worse",
    };

    return words[claim];
}

bool report_expressions_is_exact(const struct finding *finding)
{
    return finding_is(finding, &kind_exact);
}

bool report_expressions_is_irregular(const struct finding *finding)
{
    return finding_is(finding, &kind_no_rule);
}

bool report_expressions_is_fused(const struct finding *finding)
{
    return finding_is(finding, &kind_fused) && !finding_find(finding, &kind_or_separate);
}

bool report_expressions_is_undecided(const struct finding *finding)
{
    // "kept or folded": the two give the same.
    const bool inside = finding_find(finding, &kind_inside) != NULL ||
                        finding_find(finding, &kind_more_inside) != NULL;

    return finding_is(finding, &kind_neither) ||
           finding_is(finding, &kind_inside_unclear) ||
           (inside && finding_find(finding, &kind_or_folded) != NULL);
}

bool report_expressions_is_flushed(const struct finding *finding)
{
    return finding_is(finding, &kind_flushed);
}
