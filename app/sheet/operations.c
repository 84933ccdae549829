// SPDX-License-Identifier: MIT
//
// Draws the matrix of operations: a row for each operation; a column for the stages and
// precisions with the same findings. A cell has the finding of the plain form, and
// under it those of the other forms that differ.

#include "base/text.h"
#include "report/expressions.h"
#include "report/topics.h"
#include "sheet/parts.h"

#define LABEL    160 // width of the operations' names
#define HEAD     74  // of the title and the columns' heads
#define COLUMNS  7   // that can be read
#define ROW_MAX  41
#define CELL_MAX 370

static const struct {
    enum ink_tone tone;
    const char *words;
} deviations[DEVIATION_COUNT] = {
    [DEVIATION_NONE] = { INK_COOL, "" },
    [DEVIATION_GLSL] = { INK_ORANGE, "deviates from GLSL" },
    [DEVIATION_IEEE754] = { INK_BLUE, "deviates from IEEE 754" },
    [DEVIATION_VULKAN] = { INK_BLUE, "deviates from Vulkan's bound" },
};

enum ink_tone parts_tone(enum deviation from)
{
    return deviations[from].tone;
}

const char *parts_deviates(enum deviation from)
{
    return deviations[from].words;
}

// The contents of a column: each of these stages at each of these precisions.
struct column {
    unsigned stages, precisions;     // bits
    struct report_expressions_at at; // the first of them
};

static const struct finding *find_form(struct column column, const char *line, int form)
{
    column.at.place.form = (enum form) form;
    return report_expressions_find(&column.at, line);
}

static bool is_same_column(struct column one, struct column other)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(&one.at, names);

    for (int i = 0; i < count; i++)
        for (int form = 0; form < FORM_COUNT; form++)
            if (!finding_same_text_error(find_form(one, names[i], form),
                                         find_form(other, names[i], form)))
                return false;
    return true;
}

static bool is_asked(struct column column)
{
    for (int form = 0; form < FORM_COUNT; form++) {
        column.at.place.form = (enum form) form;
        if (report_expressions_asked(&column.at))
            return true;
    }
    return false;
}

// Lists the stages of a precision; stages with the same findings are one column.
// Returns the number of columns.
static int list_stages(const struct report *report, enum precision precision,
                       struct column columns[STAGE_COUNT])
{
    int count = 0;

    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        struct column column = { 1u << stage,
                                 1u << precision,
                                 { report,
                                   topic_list[TOPIC_OPERATIONS].name,
                                   { (enum stage) stage, precision, FORM_PLAIN } } };
        int to = 0;
        if (!is_asked(column))
            continue;
        while (to < count && !is_same_column(columns[to], column))
            to++;
        if (to < count)
            columns[to].stages |= column.stages;
        else
            columns[count++] = column;
    }
    return count;
}

// Lists the columns: precisions with the same findings at the same stages are one.
// Returns their number.
static int list_columns(const struct report *report,
                        struct column columns[PRECISION_COUNT * STAGE_COUNT])
{
    struct column more[STAGE_COUNT];
    int count = 0;

    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        int stages = list_stages(report, (enum precision) precision, more);
        for (int i = 0; i < stages; i++) {
            int to = 0;
            while (to < count && (columns[to].stages != more[i].stages ||
                                  !is_same_column(columns[to], more[i])))
                to++;
            if (to < count)
                columns[to].precisions |= more[i].precisions;
            else
                columns[count++] = more[i];
        }
    }
    return count;
}

static void operations_head(cairo_t *cairo, struct ink_box box, struct column column)
{
    char stages[80] = "", precisions[80] = "";

    for (int i = 0; i < STAGE_COUNT; i++)
        if (column.stages >> i & 1)
            text_join(stages, sizeof stages, ", ", stage_name((enum stage) i));
    for (int i = 0; i < PRECISION_COUNT; i++)
        if (column.precisions >> i & 1)
            text_join(precisions, sizeof precisions, ", ",
                      precision_name((enum precision) i));
    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){ .size = 15, .bold = true, .shrinks = true }, precisions);
    ink_text(cairo, box.x, box.y + 20, box.width,
             (struct ink_style){ .size = 14, .tone = INK_MUTED, .shrinks = true },
             stages);
}

// Writes the forms with another finding than `first`, and that finding: "guarded,
// precise: rne". If there are several such findings, writes the first and an ellipsis.
static void say_others(const char *line, struct column column,
                       const struct finding *first, char *text, size_t size)
{
    const struct finding *other = NULL;
    bool more = false;
    char answer[80];

    text[0] = 0;
    for (int form = 0; form < FORM_COUNT; form++) {
        const struct finding *finding = find_form(column, line, form);
        if (!finding || finding_same_text_error(finding, first))
            continue;
        more |= other && !finding_same_text_error(finding, other);
        if (other && !finding_same_text_error(finding, other))
            continue;
        other = finding;
        text_join(text, size, ", ", form_name((enum form) form));
    }
    if (!other)
        return;
    finding_text_error(other, answer, sizeof answer);
    text_add(text, size, ": %s%s", answer, more ? ", \u2026" : "");
}

// Writes the text under a finding: the specification from which it deviates, and the
// findings of other forms.
static void say_below(const char *line, struct column column,
                      const struct finding *finding, char *text, size_t size)
{
    char others[160];

    say_others(line, column, finding, others, sizeof others);
    snprintf(text, size, "%s", finding->from ? parts_deviates(finding->from) : "");
    if (others[0])
        text_join(text, size, "; ", others);
}

// Draws a cell. An expression that deviates is bold and has a bar, which is visible
// without colour too. If it deviates from GLSL, it has a warm background.
static void cell(cairo_t *cairo, struct ink_box box, const char *line,
                 struct column column)
{
    const struct finding *finding = NULL;
    char text[80], others[200];

    for (int form = 0; form < FORM_COUNT && !finding; form++)
        finding = find_form(column, line, form);
    if (!finding)
        return;
    bool two = box.height > 34, deviates = finding->from;
    finding_text_error(finding, text, sizeof text);
    say_below(line, column, finding, others, sizeof others);
    ink_rectangle(cairo, (struct ink_box){ box.x, box.y, box.width - 3, box.height - 3 },
                  finding->from == DEVIATION_GLSL ? INK_WARM : INK_COOL, true);
    if (deviates)
        ink_rectangle(cairo, (struct ink_box){ box.x, box.y, 4, box.height - 3 },
                      parts_tone(finding->from), true);
    ink_text(cairo, box.x + 9, box.y + (two && !others[0] ? 9 : 2), box.width - 14,
             (struct ink_style){ .size = 15, .bold = deviates, .shrinks = true }, text);
    if (two)
        ink_text(cairo, box.x + 9, box.y + 20, box.width - 14,
                 (struct ink_style){ .size = 14, .tone = INK_MUTED, .shrinks = true },
                 others);
}

static void rows(cairo_t *cairo, struct ink_box box, const struct column *columns,
                 int count)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    int lines = report_expressions_names(&columns[0].at, names);
    double room = box.height - HEAD, width = (box.width - LABEL) / count;
    double row = room / (lines ? lines : 1);

    row = row > ROW_MAX ? ROW_MAX : row < 22 ? 22 : row;
    for (int i = 0; i < lines; i++) {
        double y = box.y + HEAD + i * row;
        bool last = y + 2 * row > box.y + box.height && i + 1 < lines;
        if (last) {
            ink_textf(cairo, box.x, y + 2, box.width, PARTS_NOTE,
                      "and %d more in report.json", lines - i);
            return;
        }
        ink_text(cairo, box.x, y + (row > 34 ? 9 : 2), LABEL - 8,
                 (struct ink_style){ .size = 15, .mono = true, .shrinks = true },
                 names[i]);
        for (int j = 0; j < count; j++)
            cell(cairo, (struct ink_box){ box.x + LABEL + j * width, y, width, row },
                 names[i], columns[j]);
    }
}

double parts_operations(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    struct column columns[PRECISION_COUNT * STAGE_COUNT];
    int count = list_columns(report, columns), shown = count < COLUMNS ? count : COLUMNS;

    ink_textf(cairo, box.x, box.y, box.width, PARTS_TITLE,
              count > shown ? "How operations round (%d of %d columns, all are in "
                              "report.json)"
                            : "How operations round",
              shown, count);
    if (!count) {
        ink_text(cairo, box.x, box.y + 40, box.width,
                 (struct ink_style){ .size = 15, .tone = INK_MUTED }, "not asked");
        return LABEL + CELL_MAX;
    }
    if (box.width > LABEL + shown * CELL_MAX)
        box.width = LABEL + shown * CELL_MAX;
    double width = (box.width - LABEL) / shown;

    for (int i = 0; i < shown; i++)
        operations_head(
            cairo,
            (struct ink_box){ box.x + LABEL + i * width + 9, box.y + 29, width - 12, 40 },
            columns[i]);
    rows(cairo, box, columns, shown);
    return box.width;
}
