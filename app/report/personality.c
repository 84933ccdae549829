// SPDX-License-Identifier: MIT
//
// How it works. The matrix of operations, and under it a line or two a
// topic, which says the same of every stage: those that fare alike are named together.

#include "report/text.h"

#include "base/deviation.h"
#include "base/text.h"
#include "probe/list.h"
#include "report/expressions.h"
#include "report/forms.h"
#include "report/topics.h"

#include <math.h>
#include <string.h>

struct words {
    char text[240];
};

static void say_deviating(const struct report_expressions_at *at, struct words *words)
{
    const struct report_expressions_count count = report_expressions_count(at);

    report_expressions_deviating(&count, words->text, sizeof words->text);
}

static void say_answers(const struct report_expressions_at *at, struct words *words)
{
    report_expressions_tally(at, words->text, sizeof words->text);
}

// fma() itself is no shape that could be contracted: whether it is fused stands apart.
static void say_changed(const struct report_expressions_at *at, struct words *words)
{
    struct report_expressions_count count = report_expressions_count(at);
    const struct topic topic = topic_of(at->topic);
    const char *names[REPORT_EXPRESSIONS_MAX];
    int lines = report_expressions_names(at, names);
    char fma[112] = "", neither[32] = "", answer[FINDING_ANSWER_TEXT];

    for (int i = 0; i < lines; i++) {
        const struct finding *finding = report_expressions_find(at, names[i]);
        if (!finding || !finding->cases || !finding_asks(finding, "fma"))
            continue;
        finding_text(finding, answer, sizeof answer);
        snprintf(fma, sizeof fma, ", fma() %s", answer);
        count.lines--;
        if (report_expressions_is_undecided(finding))
            count.neither--;
        else
            count.changed -= !report_expressions_as_written(finding, 24);
    }
    if (count.neither)
        snprintf(neither, sizeof neither, ", %d undecided", count.neither);
    snprintf(words->text, sizeof words->text, "%s %d of %d %s%s%s", topic.verb,
             count.changed, count.lines, topic.noun, neither, fma);
}

// Whether lines are as written in the same forms, of those in which both were asked.
static bool is_same_stage(const struct report_expressions_at *one,
                          const struct report_expressions_at *other)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(one, names);

    for (int i = 0; i < count; i++) {
        struct report_forms a = report_forms_of(one, names[i]);
        struct report_forms b = report_forms_of(other, names[i]);
        if ((a.good ^ b.good) & a.asked & b.asked)
            return false;
    }
    return true;
}

// At the first earlier stage that fares the same; else at the place itself.
static struct report_expressions_at like_place(const struct report_expressions_at *at)
{
    struct report_expressions_at earlier = *at;

    for (int stage = 0; stage < (int) at->place.stage; stage++)
        if (report_expressions_best(&earlier, (enum stage) stage) &&
            is_same_stage(&earlier, at))
            return earlier;
    return *at;
}

static bool is_two_sum(const struct report_expressions_at *at, const char *line)
{
    return finding_asks(report_expressions_first(at, line), "two-sum");
}

// The float-float conclusion; how TwoSum fares, on which all of it stands, if that is
// another; and which lines cannot be had in one of those forms, or, if there is none, in
// any.
static void say_df64(const struct report_expressions_at *where, struct words *words)
{
    const struct report_expressions_at at = like_place(where);
    const char *names[REPORT_EXPRESSIONS_MAX], *joint = "; not ";
    int count = report_expressions_names(&at, names);
    struct report_forms all =
        report_forms_df64(at.report, at.place.stage, at.place.precision);
    char text[80], one[80], name[48];

    report_forms_text(all, text, sizeof text);
    text_add(words->text, sizeof words->text, "float-float %s", text);
    for (int i = 0; i < count; i++) {
        report_forms_text(report_forms_of(&at, names[i]), one, sizeof one);
        report_forms_short(names[i], name, sizeof name);
        if (is_two_sum(&at, names[i]) && strcmp(one, text) != 0)
            text_add(words->text, sizeof words->text, "; %s %s", name, one);
    }
    for (int i = 0; i < count; i++) {
        struct report_forms forms = report_forms_of(&at, names[i]);
        bool lacks = all.good ? (all.good & forms.asked & ~forms.good) : !forms.good;
        report_forms_short(names[i], name, sizeof name);
        if (!forms.asked || !lacks || is_two_sum(&at, names[i]))
            continue;
        text_add(words->text, sizeof words->text, "%s%s", joint, name);
        joint = ", ";
    }
}

// Over all precisions of the stage: what is claimed of mediump is what matters.
static void say_claimed(const struct report_expressions_at *at, struct words *words)
{
    int counts[REPORT_CLAIM_COUNT] = { 0 };

    for (int i = 0; i < at->report->count; i++) {
        const struct result *result = &at->report->results[i];
        if (result->stage != at->place.stage || strcmp(result->topic, at->topic) != 0)
            continue;
        for (int j = 0; j < result->finding_count; j++)
            counts[report_expressions_claim(&result->findings[j])]++;
    }
    for (enum report_claim claim = REPORT_CLAIM_KEPT; claim < REPORT_CLAIM_COUNT; claim++)
        if (counts[claim])
            text_add(words->text, sizeof words->text, "%s%d %s",
                     words->text[0] ? ", " : "", counts[claim],
                     report_expressions_claim_word(claim));
}

// "float-float a / b 23 bits plain, 46 guarded, 46 precise", of each expression.
static void say_forms(const struct report_expressions_at *where, struct words *words)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(where, names);

    for (int i = 0; i < count; i++) {
        struct report_expressions_at at = *where;
        const char *unit = " bits";

        text_add(words->text, sizeof words->text, "%s%s", i ? "; " : "", names[i]);
        for (int form = 0; form < FORM_COUNT; form++) {
            at.place.form = (enum form) form;
            const struct finding *finding = report_expressions_find(&at, names[i]);
            if (!finding || !finding_is_of(finding, FINDING_BITS))
                continue;
            text_add(words->text, sizeof words->text, "%s %d%s %s", *unit ? "" : ",",
                     finding->answer[0].bits, unit, form_name((enum form) form));
            unit = "";
        }
    }
}

// And of filters, which are asked of fragments alone: "; RGBA8, linear: 256 levels".
static void say_filter(const struct report_expressions_at *where, struct words *words)
{
    struct report_expressions_at at = *where;

    at.place =
        (struct report_expressions_place){ STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN };
    const struct finding *finding = report_expressions_of(&at, "filter", "rgba8-linear");
    char answer[FINDING_ANSWER_TEXT];

    if (!finding || !finding->cases)
        return;
    finding_text(finding, answer, sizeof answer);
    text_add(words->text, sizeof words->text, "%s%s: %s", words->text[0] ? "; " : "",
             finding->expression, answer);
}

// The expressions that show the fraction bits of a sampler or the bits of an int;
// `otherwise` in ES 2.
static const struct shown {
    enum topic_id topic;
    enum precision precision;
    const char *probe, *id, *word, *otherwise;
} shown[] = {
    { TOPIC_SAMPLERS, PRECISION_HIGHP, "sampler", "rgba32f-fetch", "highp",
      "rgba8-fetch" },
    { TOPIC_SAMPLERS, PRECISION_MEDIUMP, "sampler", "rgba32f-fetch", "mediump",
      "rgba8-fetch" },
    { TOPIC_SAMPLERS, PRECISION_LOWP, "sampler", "rgba32f-fetch", "lowp", "rgba8-fetch" },
    { TOPIC_SAMPLERS, PRECISION_LOWP, "sampler", "rgba32f-bare", "no precision",
      "rgba8-bare" },
    { TOPIC_INTEGERS, PRECISION_HIGHP, "integer_width", "mul-int", "highp", NULL },
    { TOPIC_INTEGERS, PRECISION_MEDIUMP, "integer_width", "mul-int", "mediump", NULL },
    { TOPIC_INTEGERS, PRECISION_LOWP, "integer_width", "mul-int", "lowp", NULL },
    { TOPIC_INTEGERS, PRECISION_MEDIUMP, "integer_width", "mul-bare", "no precision",
      NULL },
};

// 0: none are known.
static int bits_shown(const struct finding *finding)
{
    if (!finding)
        return 0;
    if (finding_is(finding, &kind_all_exact))
        return 32;
    return finding_is_of(finding, FINDING_BITS) ? finding->answer[0].bits : 0;
}

// "highp 23 fraction bits, mediump 10, lowp 10, no precision 10", "highp 32 bits, ...".
static void say_precisions(const struct report_expressions_at *where, struct words *words)
{
    enum topic_id topic = topic_of(where->topic).id;
    const char *unit = topic == TOPIC_INTEGERS ? " bits" : " fraction bits";
    struct report_expressions_at at = *where;

    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        at.place.precision = shown[i].precision;
        const char *probe = shown[i].probe;
        const struct finding *finding = report_expressions_of(&at, probe, shown[i].id);
        const char *comma = words->text[0] ? ", " : "";
        char answer[FINDING_ANSWER_TEXT];
        int bits = bits_shown(finding);

        if (!bits && shown[i].otherwise)
            finding = report_expressions_of(&at, probe, shown[i].otherwise);
        if (shown[i].topic != topic || !finding || (!bits && !finding->cases))
            continue;
        finding_text(finding, answer, sizeof answer);
        if (bits)
            snprintf(answer, sizeof answer, "%d%s", bits, *comma ? "" : unit);
        text_add(words->text, sizeof words->text, "%s%s%s %s", comma,
                 bits || *comma ? "" : "RGBA8 in ", shown[i].word, answer);
    }
    say_filter(where, words);
}

// An error, in ulp of binary32, as large as the result itself.
#define NO_BIT 0x1p24

// With the function whose error is largest.
static void say_worst(const struct report_expressions_at *at, struct words *words)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(at, names);
    const struct finding *worst = NULL;
    double most = -1;
    char largest[24];

    say_deviating(at, words);
    for (int i = 0; i < count; i++) {
        const struct finding *finding = report_expressions_find(at, names[i]);
        if (!finding || !finding->error_known)
            continue;
        double error = fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp));
        if (error > most) {
            most = error;
            worst = finding;
        }
    }
    if (!worst)
        return;
    if (most >= NO_BIT) {
        text_add(words->text, sizeof words->text, "; worst: %s, no correct bits",
                 worst->expression);
        return;
    }
    finding_largest(most, largest, sizeof largest);
    text_add(words->text, sizeof words->text, "; worst: %s, at least %s",
             worst->expression, largest);
}

typedef void write_words(const struct report_expressions_at *at, struct words *words);

static write_words *const writers[] = {
    [TOPIC_DEVIATING] = say_deviating, [TOPIC_CHANGED] = say_changed,
    [TOPIC_ANSWERS] = say_answers,     [TOPIC_CLAIMED] = say_claimed,
    [TOPIC_FORMS] = say_forms,         [TOPIC_PRECISIONS] = say_precisions,
    [TOPIC_WORST] = say_worst,         [TOPIC_DF64] = say_df64,
};

// By stage: the same words once for all stages, if all share them.
void report_topic_text(const struct report *report, const struct topic *topic, char *text,
                       size_t size)
{
    struct words words[STAGE_COUNT] = { 0 };
    const char *texts[STAGE_COUNT];
    int like[STAGE_COUNT];

    for (int i = 0; i < STAGE_COUNT; i++) {
        struct report_expressions_at at = { report, topic->name, { 0 } };
        if (report_expressions_best(&at, (enum stage) i))
            writers[topic->sum](&at, &words[i]);
        else if (report_expressions_status(&at))
            snprintf(words[i].text, sizeof words[i].text, "%s",
                     report_expressions_status(&at));
        texts[i] = words[i].text;
        like[i] = 0;
        while (strcmp(words[like[i]].text, words[i].text) != 0)
            like[i]++;
        like[i] = words[i].text[0] ? like[i] : -1;
    }
    report_expressions_by_stage(texts, like, text, size);
}

// Adds the topics. Topics of one heading share a paragraph if each has one clause. Topics
// that the API cannot express in any stage share a paragraph at the end.
static void topic_lines(struct view *view, const struct report *report,
                        const char *const *topics, int count)
{
    char line[1024] = "", name[24] = "", text[1000], unsupported[400] = "";
    const char *last = "";

    for (int i = 0; i < count; i++) {
        struct topic topic = topic_of(topics[i]);
        report_topic_text(report, &topic, text, sizeof text);
        if (!strcmp(text, status_name(STATUS_UNSUPPORTED))) {
            if (strcmp(topic.heading, last) != 0)
                text_join(unsupported, sizeof unsupported, ", ", topic.heading);
            last = topic.heading;
            continue;
        }
        if (!strcmp(topic.heading, name) && !strcmp(text, line))
            continue;
        if (!strcmp(topic.heading, name) && !strchr(text, ';') && !strchr(line, ';')) {
            text_join(line, sizeof line, "; ", text);
            continue;
        }
        view_named(view, name, line);
        snprintf(name, sizeof name, "%.23s", topic.heading);
        snprintf(line, sizeof line, "%s", text);
    }
    view_named(view, name, line);
    view_named(view, status_name(STATUS_UNSUPPORTED), unsupported);
}

// How many of all expressions deviate from what, anywhere.
static void say_all(struct view *view, const struct report *report)
{
    const struct report_expressions_count all =
        report_expressions_count_all(report, NULL);
    char text[120];

    report_expressions_deviating(&all, text, sizeof text);
    view_named(view, "expressions", text);
}

// The same by topic: three sums that are never one.
static void say_by_topic(struct view *view, const struct report *report,
                         const char *const *topics, int count)
{
    static const struct {
        const char *name, *what;
    } rows[DEVIATION_COUNT] = {
        [DEVIATION_GLSL] = { "GLSL", "deviates: " },
        [DEVIATION_IEEE754] = { "IEEE 754", "deviates from it alone: " },
        [DEVIATION_VULKAN] = { "Vulkan", "beyond its bound, where GLSL has none: " },
    };

    for (int from = DEVIATION_GLSL; from < DEVIATION_COUNT; from++) {
        char text[600] = "";

        for (int i = 0; i < count; i++) {
            const struct report_expressions_count of =
                report_expressions_count_all(report, topics[i]);

            if (of.from[from])
                text_add(text, sizeof text, "%s%s %d of %d",
                         text[0] ? ", " : rows[from].what, topics[i], of.from[from],
                         of.lines);
        }
        view_named(view, rows[from].name, text);
    }
}

void report_topics(struct view *view, const struct report *report, bool verbose)
{
    const char *topics[REPORT_EXPRESSIONS_TOPICS];
    const int count = report_expressions_topics(report, topics);
    const int skip = count && topic_of(topics[0]).sum == TOPIC_MATRIX;

    topic_lines(view, report, topics + skip, count - skip);
    say_all(view, report);
    if (verbose)
        say_by_topic(view, report, topics, count);
}

void report_personality(struct view *view, const struct report *report, bool verbose)
{
    int first;

    if (!report_has_lines(report))
        return;
    view_chapter(view, "Expressions")->gap = false;
    first = view->count;
    report_matrix(view, report);
    report_topics(view, report, verbose);
    view->sections[first].gap = true;
    report_deviations(view, report);
}
