// SPDX-License-Identifier: MIT
//
// The matrix of operations: a row an operation; a column the stages and the precisions
// that fare alike. A cell has the plain form's answer, and under it the other forms'
// where they differ.

#include "report/lines.h"
#include "sheet/parts.h"

#include <stdio.h>
#include <string.h>

#define LABEL   160 // width of the operations' names
#define HEAD    74  // of the title and the columns' heads
#define COLUMNS 7   // that can be read
#define ROW_MAX 41

// What stands in a column: each of these stages at each of these precisions.
struct column {
    unsigned stages, precisions; // bits
    enum stage stage;            // the first of them
    enum precision precision;
};

static const struct finding *find(const struct report *report, const char *line,
                                  struct column column, enum form form)
{
    return report_lines_find(
        report, REPORT_LINES_OPERATIONS, line,
        (struct report_lines_place){ column.stage, column.precision, form });
}

static bool is_same(const struct finding *one, const struct finding *other)
{
    char got[80] = "", want[80] = "";

    if (one)
        report_lines_answer(one, got, sizeof got);
    if (other)
        report_lines_answer(other, want, sizeof want);
    return !strcmp(got, want);
}

static bool is_same_column(const struct report *report, struct column one,
                           struct column other)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, REPORT_LINES_OPERATIONS, names);

    for (int i = 0; i < count; i++)
        for (int form = 0; form < FORM_COUNT; form++)
            if (!is_same(find(report, names[i], one, (enum form) form),
                         find(report, names[i], other, (enum form) form)))
                return false;
    return true;
}

static bool is_asked(const struct report *report, struct column column)
{
    for (int form = 0; form < FORM_COUNT; form++)
        if (report_lines_asked(report, REPORT_LINES_OPERATIONS,
                               (struct report_lines_place){
                                   column.stage, column.precision, (enum form) form }))
            return true;
    return false;
}

// The stages of a precision, those that fare alike as one. Returns how many.
static int list_stages(const struct report *report, enum precision precision,
                       struct column columns[STAGE_COUNT])
{
    int count = 0;

    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        struct column column = { 1u << stage, 1u << precision, (enum stage) stage,
                                 precision };
        int to = 0;
        if (!is_asked(report, column))
            continue;
        while (to < count && !is_same_column(report, columns[to], column))
            to++;
        if (to < count)
            columns[to].stages |= column.stages;
        else
            columns[count++] = column;
    }
    return count;
}

// Precisions that fare alike at the same stages are one column. Returns how many.
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
                                  !is_same_column(report, columns[to], more[i])))
                to++;
            if (to < count)
                columns[to].precisions |= more[i].precisions;
            else
                columns[count++] = more[i];
        }
    }
    return count;
}

static void append(char *text, size_t size, const char *word)
{
    size_t used = strlen(text);

    snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
}

static void head(cairo_t *cairo, struct ink_box box, struct column column)
{
    char stages[80] = "", precisions[80] = "";

    for (int i = 0; i < STAGE_COUNT; i++)
        if (column.stages >> i & 1)
            append(stages, sizeof stages, stage_name((enum stage) i));
    for (int i = 0; i < PRECISION_COUNT; i++)
        if (column.precisions >> i & 1)
            append(precisions, sizeof precisions, precision_name((enum precision) i));
    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){ .size = 15, .bold = true, .shrinks = true }, precisions);
    ink_text(cairo, box.x, box.y + 20, box.width,
             (struct ink_style){ .size = 14, .tone = INK_MUTED, .shrinks = true },
             stages);
}

// The forms that have another answer than `first`, with it: "guarded, precise: rne".
// Only the first such answer, and an ellipsis where there are more.
static void say_others(const struct report *report, const char *line,
                       struct column column, const struct finding *first, char *text,
                       size_t size)
{
    const struct finding *other = NULL;
    bool more = false;
    char answer[80];
    size_t used = 0;

    text[0] = 0;
    for (int form = 0; form < FORM_COUNT && used < size; form++) {
        const struct finding *finding = find(report, line, column, (enum form) form);
        if (!finding || is_same(finding, first))
            continue;
        more |= other && !is_same(finding, other);
        if (other && !is_same(finding, other))
            continue;
        other = finding;
        used += (size_t) snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                  form_name((enum form) form));
    }
    if (!other || used >= size)
        return;
    report_lines_answer(other, answer, sizeof answer);
    snprintf(text + used, size - used, ": %s%s", answer, more ? ", \u2026" : "");
}

// What departs is on a warm ground, in bold, and has a bar: seen without colour too.
static void cell(cairo_t *cairo, struct ink_box box, const struct report *report,
                 const char *line, struct column column)
{
    const struct finding *finding = NULL;
    char text[80], others[160];

    for (int form = 0; form < FORM_COUNT && !finding; form++)
        finding = find(report, line, column, (enum form) form);
    if (!finding)
        return;
    bool two = box.height > 34, departs = finding->departs;
    report_lines_answer(finding, text, sizeof text);
    say_others(report, line, column, finding, others, sizeof others);
    ink_rectangle(cairo, (struct ink_box){ box.x, box.y, box.width - 3, box.height - 3 },
                  departs ? INK_WARM : INK_COOL, true);
    if (departs)
        ink_rectangle(cairo, (struct ink_box){ box.x, box.y, 4, box.height - 3 },
                      INK_ORANGE, true);
    ink_text(cairo, box.x + 9, box.y + (two && !others[0] ? 9 : 2), box.width - 14,
             (struct ink_style){ .size = 15, .bold = departs, .shrinks = true }, text);
    if (two)
        ink_text(cairo, box.x + 9, box.y + 20, box.width - 14,
                 (struct ink_style){ .size = 14, .tone = INK_MUTED, .shrinks = true },
                 others);
}

static void nothing(cairo_t *cairo, struct ink_box box)
{
    ink_text(cairo, box.x, box.y + 40, box.width,
             (struct ink_style){ .size = 15, .tone = INK_MUTED }, "not asked");
}

static void rows(cairo_t *cairo, struct ink_box box, const struct report *report,
                 const struct column *columns, int count)
{
    const char *names[REPORT_LINES_MAX];
    int lines = report_lines_names(report, REPORT_LINES_OPERATIONS, names);
    double room = box.height - HEAD, width = (box.width - LABEL) / count;
    double row = room / (lines ? lines : 1);

    row = row > ROW_MAX ? ROW_MAX : row < 22 ? 22 : row;
    width = width > 420 ? 420 : width;
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
                 report, names[i], columns[j]);
    }
}

void parts_operations(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    struct column columns[PRECISION_COUNT * STAGE_COUNT];
    int count = list_columns(report, columns), shown = count < COLUMNS ? count : COLUMNS;

    ink_textf(cairo, box.x, box.y, box.width, PARTS_TITLE,
              count > shown ? "How operations round (%d of %d columns, all are in "
                              "report.json)"
                            : "How operations round",
              shown, count);
    if (!count) {
        nothing(cairo, box);
        return;
    }
    double width = (box.width - LABEL) / shown;

    width = width > 420 ? 420 : width;
    for (int i = 0; i < shown; i++)
        head(
            cairo,
            (struct ink_box){ box.x + LABEL + i * width + 9, box.y + 29, width - 12, 40 },
            columns[i]);
    rows(cairo, box, report, columns, shown);
}
