// SPDX-License-Identifier: MIT
//
// Draws the other topics, each in a column. A finding describes every stage; if the
// stages differ, it names them. In subnormals and claims, expressions with the same
// finding are listed under it.

#include "report/topics.h"
#include "base/text.h"
#include "report/expressions.h"
#include "sheet/parts.h"

#include <stdio.h>
#include <string.h>

#define LINE  19
#define NAMES 900 // bytes of names that share an answer

struct answer {
    char text[200];
    enum deviation from; // what it deviates from, at the stage where that is most
    const struct finding *at[STAGE_COUNT]; // what the text tells; NULL: nothing there
    enum report_claim claims[STAGE_COUNT * PRECISION_COUNT]; // of claim_of, the same
};

// Returns true if all stages with a finding have the same one.
static bool is_uniform(const struct answer *answer, const struct finding **first)
{
    *first = NULL;
    for (int i = 0; i < STAGE_COUNT; i++) {
        if (*first && answer->at[i] && !finding_same_brief(*first, answer->at[i]))
            return false;
        *first = *first ? *first : answer->at[i];
    }
    return true;
}

static bool is_same_brief(const struct finding *a, const struct finding *b)
{
    return a && b ? finding_same_brief(a, b) : a == b;
}

// Returns true if two short findings, or two claims, share a paragraph.
static bool is_same_answer(const struct answer *a, const struct answer *b)
{
    const struct finding *first_a, *first_b;
    bool uniform = is_uniform(a, &first_a);

    if (memcmp(a->claims, b->claims, sizeof a->claims) != 0 ||
        uniform != is_uniform(b, &first_b))
        return false;
    for (int i = 0; !uniform && i < STAGE_COUNT; i++)
        if (!is_same_brief(a->at[i], b->at[i]))
            return false;
    return !uniform || is_same_brief(first_a, first_b);
}

// ---- answers of a line ----

static const struct finding *at_stage(const struct report *report, const char *topic,
                                      const char *line, enum stage stage)
{
    struct report_expressions_at at = { report, topic, { 0 } };

    return report_expressions_best(&at, stage) ? report_expressions_find(&at, line)
                                               : NULL;
}

// Joins the findings of the stages. `brief`: only the first part; whether the sign of a
// zero is kept is left to the report.
static void join_stages(const struct report *report, const char *topic, const char *line,
                        bool brief, struct answer *all)
{
    char texts[STAGE_COUNT][sizeof all->text] = { "" };
    const char *told[STAGE_COUNT];
    int like[STAGE_COUNT];

    *all = (struct answer){ 0 };
    for (int i = 0; i < STAGE_COUNT; i++) {
        const struct finding *finding = at_stage(report, topic, line, (enum stage) i);

        if (finding && finding->cases && brief)
            finding_text_brief(finding, texts[i], sizeof texts[i]);
        else if (finding && finding->cases)
            finding_text_narrow(finding, 14, texts[i], sizeof texts[i]); // for a column
        told[i] = texts[i];
        all->at[i] = texts[i][0] ? finding : NULL;
        if (finding && finding->from && (!all->from || finding->from < all->from))
            all->from = finding->from;
        like[i] = 0;
        while (!(brief ? is_same_brief : finding_same_text_error)(all->at[like[i]],
                                                                  all->at[i]))
            like[i]++;
        like[i] = all->at[i] ? like[i] : -1;
    }
    report_expressions_by_stage(told, like, all->text, sizeof all->text);
}

// Writes the claims of an expression: "as claimed: highp; better: mediump, lowp" in the
// fragment stage, and worse ones in any stage.
static void topics_claim_of(const struct report *report, const char *topic,
                            const char *line, struct answer *all)
{
    static const enum report_claim claims[] = { REPORT_CLAIM_BROKEN, REPORT_CLAIM_KEPT,
                                                REPORT_CLAIM_EXCEEDED };

    *all = (struct answer){ 0 };
    for (int claim = 0; claim < 3; claim++) {
        const char *joint = ": ";
        for (int i = 0; i < STAGE_COUNT * PRECISION_COUNT; i++) {
            enum stage stage = (enum stage)(i / PRECISION_COUNT);
            enum precision precision = (enum precision)(i % PRECISION_COUNT);
            const struct report_expressions_at at = { report,
                                                      topic,
                                                      { stage, precision, FORM_PLAIN } };
            const struct finding *finding = report_expressions_find(&at, line);
            if (!finding || report_expressions_claim(finding) != claims[claim] ||
                (claim > 0 && stage != STAGE_FRAGMENT))
                continue;
            if (joint[0] == ':')
                text_join(all->text, sizeof all->text, "; ",
                          report_expressions_claim_word(claims[claim]));
            text_add(all->text, sizeof all->text, "%s%s", joint,
                     precision_name(precision));
            if (stage != STAGE_FRAGMENT)
                text_add(all->text, sizeof all->text, " %s", stage_name(stage));
            joint = ", ";
            all->claims[i] = claims[claim];
            all->from = claim == 0 ? DEVIATION_GLSL : all->from;
        }
    }
}

// ---- columns ----

struct column {
    cairo_t *cairo;
    struct ink_box box; // what is left of it
    const struct report *report;
    struct topic topic;
    const char *names[REPORT_EXPRESSIONS_MAX];
    struct answer answers[REPORT_EXPRESSIONS_MAX];
    bool told[REPORT_EXPRESSIONS_MAX];
    int count;
    enum deviation said; // by the last line that says from what those below it deviate
};

static void column_init(struct column *column)
{
    const char *topic = column->topic.name;

    column->count = report_expressions_names(
        &(struct report_expressions_at){ column->report, topic, { 0 } }, column->names);
    for (int i = 0; i < column->count; i++) {
        struct answer *answer = &column->answers[i];

        if (column->topic.sum == TOPIC_CLAIMED)
            topics_claim_of(column->report, topic, column->names[i], answer);
        else
            join_stages(column->report, topic, column->names[i],
                        column->topic.list == TOPIC_GROUPS, answer);
    }
}

static void column_down(struct column *column, double height)
{
    column->box.y += height;
    column->box.height -= height;
}

static bool has_room(const struct column *column, int lines)
{
    return column->box.height >= LINE * (lines + 1);
}

static void topics_put(struct column *column, struct ink_style style, const char *text)
{
    struct ink_box *box = &column->box;

    column_down(column,
                2 + ink_text(column->cairo, box->x, box->y, box->width, style, text));
}

static void put_left_out(struct column *column)
{
    int count = 0, deviates = 0;
    char text[80];

    for (int i = 0; i < column->count; i++) {
        count += !column->told[i];
        deviates += !column->told[i] && column->answers[i].from;
    }
    snprintf(text, sizeof text,
             deviates ? "and %d more, %d of them deviate" : "and %d more", count,
             deviates);
    if (count)
        topics_put(column, PARTS_NOTE, text);
}

// Draws the expressions with the same finding as `first`, in one paragraph under it.
static void topics_put_group(struct column *column, int first)
{
    const struct answer *answer = &column->answers[first];
    char names[NAMES] = "";
    struct ink_box *box = &column->box;
    double top = box->y;

    for (int i = first; i < column->count; i++) {
        if (!is_same_answer(&column->answers[i], answer))
            continue;
        text_join(names, sizeof names, ", ", column->names[i]);
        column->told[i] = true;
    }
    box->x += 10;
    box->width -= 10;
    topics_put(column, (struct ink_style){ .size = 14, .bold = answer->from, .lines = 2 },
               answer->text[0] ? answer->text : "not available in this GLSL");
    int lines = (int) (box->height / LINE) - 1;
    lines = lines > 5 ? 5 : lines < 1 ? 1 : lines;
    topics_put(column,
               (struct ink_style){ .size = 14, .tone = INK_MUTED, .lines = lines },
               names);
    box->x -= 10;
    box->width += 10;
    ink_rectangle(column->cairo, (struct ink_box){ box->x, top + 2, 4, box->y - top - 4 },
                  parts_tone(answer->from), true);
    column_down(column, 5);
}

// Returns the deviation that is drawn at a turn: first those from GLSL, last no
// deviation.
static enum deviation deviation_of_turn(int turn)
{
    return (enum deviation)((turn + DEVIATION_GLSL) % DEVIATION_COUNT);
}

// Returns true if there is room for so many lines, and for a heading over the first of
// its kind.
static bool topics_starts(struct column *column, enum deviation from, int lines)
{
    bool said = !from || column->said == from;

    if (!has_room(column, said ? lines : lines + 1))
        return false;
    if (!said)
        topics_put(column, PARTS_NOTE, parts_deviates(from));
    column->said = from;
    return true;
}

static void put_groups(struct column *column)
{
    for (int turn = 0; turn < DEVIATION_COUNT; turn++)
        for (int i = 0; i < column->count; i++)
            if (!column->told[i] && column->answers[i].from == deviation_of_turn(turn) &&
                topics_starts(column, deviation_of_turn(turn), 4))
                topics_put_group(column, i);
    put_left_out(column);
}

// Draws a name, and its finding at its right or, if both are long, under it.
static void put_row(struct column *column, int i)
{
    const struct ink_style bold = { .size = 14, .bold = true };
    const struct ink_style name = { .size = 14, .shrinks = true };
    struct answer *answer = &column->answers[i];
    struct ink_box *box = &column->box;
    double left = ink_width(column->cairo, name, column->names[i]);
    double right = ink_width(column->cairo, bold, answer->text);
    bool two = left + right + 24 > box->width;
    struct ink_style style = {
        .size = 14, .bold = answer->from, .align = INK_RIGHT, .shrinks = true
    };

    ink_rectangle(column->cairo,
                  (struct ink_box){ box->x, box->y + 2, 4, (two ? 2 : 1) * LINE - 4 },
                  parts_tone(answer->from), true);
    ink_text(column->cairo, box->x + 10, box->y, box->width - 10, name, column->names[i]);
    ink_text(column->cairo, box->x + 10, box->y + (two ? LINE : 0), box->width - 10,
             style, answer->text);
    column_down(column, two ? 2 * LINE : LINE);
    column->told[i] = true;
}

static void put_rows(struct column *column, int turns)
{
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < column->count; i++)
            if (column->answers[i].from == deviation_of_turn(turn) &&
                topics_starts(column, deviation_of_turn(turn), 2))
                put_row(column, i);
}

static void put_deviating(struct column *column)
{
    int rest = 0, asked = 0;
    char text[80] = "";

    put_rows(column, DEVIATION_COUNT - 1);
    for (int i = 0; i < column->count; i++) {
        column->told[i] |= !column->answers[i].from;
        rest += !column->answers[i].from;
        asked += !column->answers[i].from && column->answers[i].text[0];
    }
    put_left_out(column);
    if (asked)
        text_add(text, sizeof text,
                 rest < column->count ? "the other %d are correct" : "all %d are correct",
                 asked);
    if (asked < rest)
        text_add(text, sizeof text, "%s%d not asked", asked ? ", " : "", rest - asked);
    if (text[0] && has_room(column, 0))
        topics_put(column, PARTS_NOTE, text);
}

static void put_all(struct column *column)
{
    put_rows(column, DEVIATION_COUNT);
    put_left_out(column);
}

// ---- topics ----

// Draws a topic. Returns the height that is left of the box.
static double draw_topic(cairo_t *cairo, struct ink_box box, const struct report *report,
                         const char *topic)
{
    // The column is static, because it would fill the stack.
    static struct column column;
    static void (*const lists[])(struct column *) = { [TOPIC_GROUPS] = put_groups,
                                                      [TOPIC_ALL] = put_all,
                                                      [TOPIC_ONLY_DEVIATING] =
                                                          put_deviating };
    char title[32];

    column = (struct column){
        .cairo = cairo, .box = box, .report = report, .topic = topic_of(topic)
    };
    column_init(&column);
    snprintf(title, sizeof title, "%s", column.topic.title);
    title[0] =
        (char) (title[0] >= 'a' && title[0] <= 'z' ? title[0] - 'a' + 'A' : title[0]);
    struct ink_style style = PARTS_TITLE;
    style.shrinks = true;
    topics_put(&column, style, title);
    column_down(&column, 3);
    lists[column.topic.list](&column);
    return column.box.height;
}

// Returns the column with the most room.
static int roomiest(const double *left, int columns)
{
    int most = 0;

    for (int i = 1; i < columns; i++)
        most = left[i] > left[most] ? i : most;
    return most;
}

// Returns the height that a column has in the box, above the part that is taken.
static double height_of(struct ink_box box, double x, double width, struct ink_box taken)
{
    bool free = x >= taken.x + taken.width || x + width <= taken.x;

    return (free ? box.height : taken.y - box.y) - 10;
}

// Draws the topics. Those without a column of their own are under the others, where
// there is room.
void parts_topics(cairo_t *cairo, struct ink_box box, const struct report *report,
                  struct ink_box taken)
{
    const char *topics[REPORT_EXPRESSIONS_TOPICS];
    double left[REPORT_EXPRESSIONS_TOPICS], floors[REPORT_EXPRESSIONS_TOPICS];
    int count = report_expressions_topics(report, topics), shown = 0, columns = 0;

    for (int i = 0; i < count; i++)
        if (topic_of(topics[i]).list != TOPIC_TABLE)
            topics[shown++] = topics[i];
    while (columns < shown && topic_of(topics[columns]).column)
        columns++;
    columns = columns ? columns : 1;
    ink_line(cairo, box.x, box.y - 0.5, box.x + box.width, box.y - 0.5, INK_FAINT);
    double step = (box.width + PARTS_GAP) / columns;
    for (int i = 0; i < columns; i++) {
        left[i] = height_of(box, box.x + i * step, step - PARTS_GAP, taken);
        floors[i] = box.y + 10 + left[i];
    }
    for (int i = 0; i < shown; i++) {
        int at = i < columns ? i : roomiest(left, columns);
        struct ink_box part = { box.x + at * step, floors[at] - left[at],
                                step - PARTS_GAP, left[at] };
        if (left[at] > 4 * LINE)
            left[at] = draw_topic(cairo, part, report, topics[i]) - 12;
    }
}
