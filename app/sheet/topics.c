// SPDX-License-Identifier: MIT
//
// The other topics, a column each. An answer is that of every stage; where the stages
// differ, it names them. Of subnormals and claims, lines that share an answer stand under
// it together.

#include "report/lines.h"
#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINE  19
#define NAMES 900 // bytes of names that share an answer

struct answer {
    char text[200];
    bool departs;
};

// ---- answers of a line ----

static void append(char *text, size_t size, const char *joint, const char *more)
{
    size_t used = strlen(text);

    snprintf(text + used, size - used, "%s%s", joint, more);
}

static const struct finding *at_stage(const struct report *report, const char *topic,
                                      const char *line, enum stage stage)
{
    struct report_lines_place place;

    return report_lines_best(report, topic, stage, &place)
               ? report_lines_find(report, topic, line, place)
               : NULL;
}

static void answer_at(const struct report *report, const char *topic, const char *line,
                      enum stage stage, struct answer *answer)
{
    const struct finding *finding = at_stage(report, topic, line, stage);

    *answer = (struct answer){ .departs = finding && finding->departs };
    if (finding && finding->cases)
        report_lines_answer(finding, answer->text, sizeof answer->text);
}

// "kept", or "flushed in fragment, vertex; kept in compute". `brief`: without what
// stands behind a comma.
static void join_stages(const struct report *report, const char *topic, const char *line,
                        bool brief, struct answer *all)
{
    struct answer at[STAGE_COUNT];
    int groups = 0;
    bool leads[STAGE_COUNT];

    *all = (struct answer){ 0 };
    for (int i = 0; i < STAGE_COUNT; i++) {
        answer_at(report, topic, line, (enum stage) i, &at[i]);
        if (brief)
            at[i].text[strcspn(at[i].text, ",")] = 0;
        leads[i] = at[i].text[0];
        for (int j = 0; j < i; j++)
            leads[i] &= strcmp(at[i].text, at[j].text) != 0;
        groups += leads[i];
        all->departs |= at[i].departs;
    }
    for (int i = 0; i < STAGE_COUNT; i++) {
        const char *joint = " in ";
        if (!leads[i])
            continue;
        append(all->text, sizeof all->text, all->text[0] ? "; " : "", at[i].text);
        for (int j = i; j < STAGE_COUNT && groups > 1; j++) {
            if (strcmp(at[i].text, at[j].text) != 0)
                continue;
            append(all->text, sizeof all->text, joint, stage_name((enum stage) j));
            joint = ", ";
        }
    }
}

static void answer_of(const struct report *report, const char *topic, const char *line,
                      struct answer *all)
{
    join_stages(report, topic, line, false, all);
}

// Whether the sign of a zero is kept is left to the report.
static void brief_of(const struct report *report, const char *topic, const char *line,
                     struct answer *all)
{
    join_stages(report, topic, line, true, all);
}

// "as claimed: highp; better: mediump, lowp" at the fragment stage and what is worse
// anywhere.
static void claim_of(const struct report *report, const char *topic, const char *line,
                     struct answer *all)
{
    static const char *const kinds[] = { "worse", "as claimed", "better" };

    *all = (struct answer){ 0 };
    for (int kind = 0; kind < 3; kind++) {
        const char *joint = ": ";
        for (int i = 0; i < STAGE_COUNT * PRECISION_COUNT; i++) {
            enum stage stage = (enum stage)(i / PRECISION_COUNT);
            enum precision precision = (enum precision)(i % PRECISION_COUNT);
            const struct finding *finding = report_lines_find(
                report, topic, line,
                (struct report_lines_place){ stage, precision, FORM_PLAIN });
            if (!finding || strcmp(report_lines_claim(finding), kinds[kind]) != 0 ||
                (kind > 0 && stage != STAGE_FRAGMENT))
                continue;
            if (joint[0] == ':')
                append(all->text, sizeof all->text, all->text[0] ? "; " : "",
                       kinds[kind]);
            append(all->text, sizeof all->text, joint, precision_name(precision));
            if (stage != STAGE_FRAGMENT)
                append(all->text, sizeof all->text, " ", stage_name(stage));
            joint = ", ";
            all->departs |= kind == 0;
        }
    }
}

// ---- columns ----

typedef void write_answer(const struct report *report, const char *topic,
                          const char *line, struct answer *answer);

struct column {
    cairo_t *cairo;
    struct ink_box box; // what is left of it
    const struct report *report;
    const char *topic;
    write_answer *write;
    const char *names[REPORT_LINES_MAX];
    struct answer answers[REPORT_LINES_MAX];
    bool told[REPORT_LINES_MAX];
    int count;
};

static void column_init(struct column *column)
{
    column->count = report_lines_names(column->report, column->topic, column->names);
    for (int i = 0; i < column->count; i++) {
        column->told[i] = false;
        column->write(column->report, column->topic, column->names[i],
                      &column->answers[i]);
    }
}

static bool has_room(const struct column *column, int lines)
{
    return column->box.height >= LINE * (lines + 1);
}

static void put(struct column *column, struct ink_style style, const char *text)
{
    struct ink_box *box = &column->box;
    double height = ink_text(column->cairo, box->x, box->y, box->width, style, text);

    box->y += height + 2;
    box->height -= height + 2;
}

static void put_left_out(struct column *column)
{
    int count = 0, departs = 0;
    char text[80];

    for (int i = 0; i < column->count; i++) {
        count += !column->told[i];
        departs += !column->told[i] && column->answers[i].departs;
    }
    snprintf(text, sizeof text,
             departs ? "and %d more, %d of them depart" : "and %d more", count, departs);
    if (count)
        put(column, PARTS_NOTE, text);
}

// The lines that share the answer of line `first`, in one paragraph under it.
static void put_group(struct column *column, int first)
{
    const struct answer *answer = &column->answers[first];
    char names[NAMES] = "";
    struct ink_box *box = &column->box;
    double top = box->y;

    for (int i = first; i < column->count; i++) {
        if (strcmp(column->answers[i].text, answer->text) != 0)
            continue;
        append(names, sizeof names, names[0] ? ", " : "", column->names[i]);
        column->told[i] = true;
    }
    box->x += 10;
    box->width -= 10;
    put(column, (struct ink_style){ .size = 14, .bold = answer->departs, .lines = 2 },
        answer->text[0] ? answer->text : "not in this GLSL");
    int lines = (int) (box->height / LINE) - 1;
    lines = lines > 5 ? 5 : lines < 1 ? 1 : lines;
    put(column, (struct ink_style){ .size = 14, .tone = INK_MUTED, .lines = lines },
        names);
    box->x -= 10;
    box->width += 10;
    ink_rectangle(column->cairo, (struct ink_box){ box->x, top + 2, 4, box->y - top - 4 },
                  answer->departs ? INK_ORANGE : INK_COOL, true);
    box->y += 5;
    box->height -= 5;
}

static void put_groups(struct column *column)
{
    for (int departs = 1; departs >= 0; departs--)
        for (int i = 0; i < column->count; i++)
            if (!column->told[i] && column->answers[i].departs == departs &&
                has_room(column, 4))
                put_group(column, i);
    put_left_out(column);
}

// A name, and its answer on the right of it or, where both are long, under it.
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
        .size = 14, .bold = answer->departs, .align = INK_RIGHT, .shrinks = true
    };

    ink_rectangle(column->cairo,
                  (struct ink_box){ box->x, box->y + 2, 4, (two ? 2 : 1) * LINE - 4 },
                  answer->departs ? INK_ORANGE : INK_COOL, true);
    ink_text(column->cairo, box->x + 10, box->y, box->width - 10, name, column->names[i]);
    ink_text(column->cairo, box->x + 10, box->y + (two ? LINE : 0), box->width - 10,
             style, answer->text);
    box->y += two ? 2 * LINE : LINE;
    box->height -= two ? 2 * LINE : LINE;
    column->told[i] = true;
}

static void put_departing(struct column *column)
{
    int rest = 0;
    char text[80];

    for (int i = 0; i < column->count; i++) {
        if (column->answers[i].departs && has_room(column, 2))
            put_row(column, i);
        if (column->answers[i].departs)
            continue;
        column->told[i] = true;
        rest++;
    }
    put_left_out(column);
    snprintf(text, sizeof text,
             rest == column->count ? "all %d as they should be"
                                   : "the other %d as they should be",
             rest);
    if (rest && has_room(column, 0))
        put(column, PARTS_NOTE, text);
}

static void put_all(struct column *column)
{
    for (int departs = 1; departs >= 0; departs--)
        for (int i = 0; i < column->count; i++)
            if (column->answers[i].departs == departs && has_room(column, 2))
                put_row(column, i);
    put_left_out(column);
}

// ---- topics ----

static const struct part {
    const char *topic, *title;
    write_answer *write;
    void (*put)(struct column *column);
} parts[] = {
    { REPORT_LINES_OPERATIONS, NULL, NULL, NULL }, // these stand above
    { REPORT_LINES_CONTRACTION, NULL, NULL, NULL },
    { REPORT_LINES_FOLDING, NULL, NULL, NULL },
    { REPORT_LINES_ERROR_FREE, NULL, NULL, NULL },
    { REPORT_LINES_SUBNORMALS, "Subnormals", brief_of, put_groups },
    { REPORT_LINES_SPECIALS, "Specials that depart", answer_of, put_departing },
    { REPORT_LINES_CONVERSIONS, "Conversions that depart", answer_of, put_departing },
    { REPORT_LINES_CLAIMS, "Claimed against measured", claim_of, put_groups },
    { REPORT_LINES_FUNCTIONS, "Functions", answer_of, put_all },
};

static struct part part_of(const char *topic)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(parts[i].topic, topic))
            return parts[i];
    return (struct part){ topic, topic, answer_of, put_departing };
}

static bool has_column(const char *topic)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strcmp(parts[i].topic, topic))
            return true;
    return false;
}

// Returns the height that is left of the box.
static double draw_topic(cairo_t *cairo, struct ink_box box, const struct report *report,
                         const char *topic)
{
    // Kept off the stack, which it would fill.
    static struct column column;
    struct part part = part_of(topic);
    char title[32];

    column = (struct column){
        .cairo = cairo, .box = box, .report = report, .topic = topic, .write = part.write
    };
    column_init(&column);
    snprintf(title, sizeof title, "%s", part.title);
    title[0] =
        (char) (title[0] >= 'a' && title[0] <= 'z' ? title[0] - 'a' + 'A' : title[0]);
    struct ink_style style = PARTS_TITLE;
    style.shrinks = true;
    put(&column, style, title);
    column.box.y += 3;
    column.box.height -= 3;
    part.put(&column);
    return column.box.height;
}

// The column with the most room.
static int roomiest(const double *left, int columns)
{
    int most = 0;

    for (int i = 1; i < columns; i++)
        most = left[i] > left[most] ? i : most;
    return most;
}

// What a column has of the box's height, over what is taken.
static double height_of(struct ink_box box, double x, double width, struct ink_box taken)
{
    bool free = x >= taken.x + taken.width || x + width <= taken.x;

    return (free ? box.height : taken.y - box.y) - 10;
}

// Topics without a column of their own stand under the others, where there is room.
void parts_topics(cairo_t *cairo, struct ink_box box, const struct report *report,
                  struct ink_box taken)
{
    const char *topics[REPORT_LINES_TOPICS];
    double left[REPORT_LINES_TOPICS], floors[REPORT_LINES_TOPICS];
    int count = report_lines_topics(report, topics), shown = 0, columns = 0;

    for (int i = 0; i < count; i++)
        if (part_of(topics[i]).title)
            topics[shown++] = topics[i];
    while (columns < shown && has_column(topics[columns]))
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
