// SPDX-License-Identifier: MIT

#include "report/lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const order[] = {
    REPORT_LINES_OPERATIONS,  REPORT_LINES_CONTRACTION, REPORT_LINES_FOLDING,
    REPORT_LINES_ERROR_FREE,  REPORT_LINES_SUBNORMALS,  REPORT_LINES_SPECIALS,
    REPORT_LINES_CONVERSIONS, REPORT_LINES_CLAIMS,      REPORT_LINES_FUNCTIONS,
};

#define ORDER ((int) (sizeof order / sizeof *order))

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

int report_lines_topics(const struct report *report,
                        const char *topics[REPORT_LINES_TOPICS])
{
    int count = 0;

    for (int i = 0; i < ORDER; i++)
        for (int j = 0; j < report->count; j++)
            if (!strcmp(report->results[j].topic, order[i]))
                count = add_once(topics, count, REPORT_LINES_TOPICS, order[i]);
    for (int j = 0; j < report->count; j++)
        if (report_of_lines(&report->results[j]))
            count =
                add_once(topics, count, REPORT_LINES_TOPICS, report->results[j].topic);
    return count;
}

int report_lines_names(const struct report *report, const char *topic,
                       const char *names[REPORT_LINES_MAX])
{
    int count = 0;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (strcmp(result->topic, topic))
            continue;
        for (int j = 0; j < result->finding_count; j++)
            count = add_once(names, count, REPORT_LINES_MAX, result->findings[j].line);
    }
    return count;
}

static bool is_at(const struct result *result, const char *topic,
                  struct report_lines_place place)
{
    return result->stage == place.stage && result->precision == place.precision &&
           result->form == place.form && !strcmp(result->topic, topic);
}

const struct finding *report_lines_find(const struct report *report, const char *topic,
                                        const char *line, struct report_lines_place place)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (!is_at(result, topic, place))
            continue;
        for (int j = 0; j < result->finding_count; j++)
            if (!strcmp(result->findings[j].line, line))
                return &result->findings[j];
    }
    return NULL;
}

bool report_lines_asked(const struct report *report, const char *topic,
                        struct report_lines_place place)
{
    for (int i = 0; i < report->count; i++)
        if (is_at(&report->results[i], topic, place) && report->results[i].finding_count)
            return true;
    return false;
}

bool report_lines_best(const struct report *report, const char *topic, enum stage stage,
                       struct report_lines_place *place)
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++)
        for (int form = 0; form < FORM_COUNT; form++) {
            *place = (struct report_lines_place){ stage, (enum precision) precision,
                                                  (enum form) form };
            if (report_lines_asked(report, topic, *place))
                return true;
        }
    return false;
}

const char *report_lines_status(const struct report *report, const char *topic,
                                enum stage stage)
{
    for (int i = 0; i < report->count; i++)
        if (report->results[i].stage == stage && !strcmp(report->results[i].topic, topic))
            return status_name(report->results[i].verdict.status);
    return NULL;
}

// "46 bits": of a float-float result. 0: it is no such answer.
static int pair_bits(const char *answer)
{
    char *end;
    long bits = strtol(answer, &end, 10);

    return end != answer && !strncmp(end, " bits", 5) ? (int) bits : 0;
}

bool report_lines_as_written(const struct finding *finding, int precision)
{
    static const char *const changes[] = { "fused",   "folded",    "fma is two steps",
                                           "inexact", "not exact", "neither" };
    const char *answer = finding->answer;
    int bits = pair_bits(answer);

    if (!strncmp(finding->line, "fma(", 4))
        return !finding->departs && strcmp(answer, "separate") != 0;
    // "fused or separate": the two give the same.
    if (!finding->departs && strstr(answer, " or "))
        return true;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (!strncmp(answer, changes[i], strlen(changes[i])))
            return false;
    return !finding->departs && (!bits || bits >= 2 * precision - 4);
}

int report_lines_bits(const struct report *report, enum stage stage,
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

struct report_lines_count report_lines_count(const struct report *report,
                                             const char *topic,
                                             struct report_lines_place place)
{
    struct report_lines_count count = { 0 };
    int bits = report_lines_bits(report, place.stage, place.precision);

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        for (int j = 0; is_at(result, topic, place) && j < result->finding_count; j++) {
            const struct finding *finding = &result->findings[j];
            count.lines += finding->cases > 0;
            count.departs += finding->departs;
            count.changed +=
                finding->cases > 0 && !report_lines_as_written(finding, bits);
        }
    }
    return count;
}

struct report_lines_compared report_lines_compared(const struct report *report)
{
    struct report_lines_compared all = { 0 };

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

void report_lines_answer(const struct finding *finding, char *text, size_t size)
{
    double error = fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp));

    // A rule says it all: its error is known beforehand. Some say it themselves.
    if (finding->error_known && !finding->survivors && !strstr(finding->answer, "ulp"))
        snprintf(text, size,
                 error < 99.95    ? "%s %.3g ulp"
                 : error < 9999.5 ? "%s %.0f ulp"
                                  : "%s %.1e ulp",
                 finding->answer, error);
    else
        snprintf(text, size, "%s", finding->answer);
}

void report_lines_text(const struct result *result, char *text, size_t size)
{
    int lines = 0, departs = 0;

    for (int i = 0; i < result->finding_count; i++) {
        lines += result->findings[i].cases > 0;
        departs += result->findings[i].departs;
    }
    snprintf(text, size, "%d of %d line%s depart%s", departs, lines,
             lines == 1 ? "" : "s", departs == 1 ? "s" : "");
}

#define TALLY 64

struct tally {
    char word[16];
    int count;
};

// Counts one more of a word. Returns how many distinct ones there are then.
static int count_word(struct tally tallies[TALLY], int count, const char *answer)
{
    size_t length = strcspn(answer, " ,:;");
    char word[sizeof tallies->word];

    snprintf(word, sizeof word, "%.*s", (int) length, answer);
    for (int i = 0; i < count; i++)
        if (!strcmp(tallies[i].word, word)) {
            tallies[i].count++;
            return count;
        }
    if (count == TALLY)
        return count;
    memcpy(tallies[count].word, word, sizeof word);
    tallies[count].count = 1;
    return count + 1;
}

static int collect(const struct report *report, const char *topic,
                   struct report_lines_place place, struct tally tallies[TALLY])
{
    int count = 0;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        for (int j = 0; is_at(result, topic, place) && j < result->finding_count; j++)
            if (result->findings[j].cases > 0)
                count = count_word(tallies, count, result->findings[j].answer);
    }
    return count;
}

void report_lines_tally(const struct report *report, const char *topic,
                        struct report_lines_place place, char *text, size_t size)
{
    struct tally tallies[TALLY];
    int count = collect(report, topic, place, tallies), rest = 0;
    size_t used = 0;

    snprintf(text, size, "nothing asked");
    for (int i = 0; i < count; i++) {
        int most = i;
        for (int j = i + 1; j < count; j++)
            most = tallies[j].count > tallies[most].count ? j : most;
        struct tally tally = tallies[most];
        memmove(&tallies[i + 1], &tallies[i], (size_t) (most - i) * sizeof *tallies);
        if (i >= 4 && count > 5)
            rest += tally.count;
        else if (used < size)
            used += (size_t) snprintf(text + used, size - used, "%s%d %s",
                                      used ? ", " : "", tally.count, tally.word);
    }
    if (rest && used < size)
        snprintf(text + used, size - used, ", %d other", rest);
}

const char *report_lines_claim(const struct finding *finding)
{
    static const char *const words[][2] = { { "worse than claimed", "worse" },
                                            { "better than claimed", "better" },
                                            { "as claimed", "as claimed" } };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(finding->detail, words[i][0]) || strstr(finding->answer, words[i][0]))
            return words[i][1];
    return finding->departs ? words[0][1] : "";
}

struct report_lines_forms report_lines_good(const struct report *report,
                                            const char *topic, const char *line,
                                            enum stage stage, enum precision precision)
{
    struct report_lines_forms forms = { 0 };
    int bits = report_lines_bits(report, stage, precision);

    for (int form = 0; form < FORM_COUNT; form++) {
        const struct finding *finding = report_lines_find(
            report, topic, line,
            (struct report_lines_place){ stage, precision, (enum form) form });
        if (!finding || !finding->cases)
            continue;
        forms.asked |= 1u << form;
        if (report_lines_as_written(finding, bits))
            forms.good |= 1u << form;
    }
    return forms;
}

// Bytes of a line's name before " by ": what it does, without the way.
static size_t what_length(const char *line)
{
    const char *by = strstr(line, " by ");

    return by ? (size_t) (by - line) : strlen(line);
}

static bool is_same_thing(const char *one, const char *other)
{
    return what_length(one) == what_length(other) &&
           !strncmp(one, other, what_length(one));
}

static bool is_built_on_split(const char *line)
{
    return !strncmp(line, "split", 5) ||
           (!strncmp(line, "float-float", 11) && strchr(line, '*'));
}

// In which forms the need for a line is met: by itself, by another way to the same
// thing, or, where it is built on the split, by fma.
static struct report_lines_forms is_met(const struct report *report, const char *line,
                                        enum stage stage, enum precision precision)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, REPORT_LINES_ERROR_FREE, names);
    struct report_lines_forms met = { 0 };

    for (int i = 0; i < count; i++) {
        if (!is_same_thing(names[i], line) &&
            !(is_built_on_split(line) && strstr(names[i], " by fma")))
            continue;
        struct report_lines_forms forms = report_lines_good(
            report, REPORT_LINES_ERROR_FREE, names[i], stage, precision);
        met.asked |= forms.asked;
        met.good |= forms.good;
    }
    return met;
}

struct report_lines_forms report_lines_df64(const struct report *report, enum stage stage,
                                            enum precision precision)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, REPORT_LINES_ERROR_FREE, names);
    struct report_lines_forms all = { 0, ~0u };

    for (int i = 0; i < count; i++) {
        struct report_lines_forms forms = is_met(report, names[i], stage, precision);
        all.asked |= forms.asked;
        all.good &= forms.good;
    }
    all.good &= all.asked;
    return all;
}

void report_lines_forms_text(struct report_lines_forms forms, char *text, size_t size)
{
    size_t used = 0;

    snprintf(text, size,
             !forms.asked                    ? "not asked"
             : forms.good & 1u << FORM_PLAIN ? "as written"
                                             : "not at all");
    if (!forms.good || forms.good & 1u << FORM_PLAIN)
        return;
    for (int form = 0; form < FORM_COUNT; form++) {
        bool last = !(forms.good >> form >> 1);
        if (forms.good & 1u << form && used < size)
            used += (size_t) snprintf(text + used, size - used, "%s%s",
                                      !used  ? "only "
                                      : last ? " or "
                                             : ", ",
                                      form_name((enum form) form));
    }
}

void report_lines_short(const char *line, char *text, size_t size)
{
    size_t used = 0;

    for (int depth = 0; *line && used + 1 < size; line++) {
        depth += *line == '(';
        if (!depth)
            text[used++] = *line;
        depth -= *line == ')';
    }
    text[used] = 0;
}
