// SPDX-License-Identifier: MIT
//
// How it works. The matrix of operations (report/matrix.h), and under it a line or two a
// topic, which says the same of every stage: those that fare alike are named together.

#include "report/personality.h"

#include "report/lines.h"
#include "report/matrix.h"

#include <math.h>
#include <string.h>

// ---- the matrix ----

// A cell; where it is too narrow, the unit of an error goes before its figure would.
static void print_cell(const struct report_page *page, int width, const char *text)
{
    size_t room = (size_t) (width < 0 ? -width : width - 1), length = strlen(text);
    bool unit = length > 4 && !strcmp(text + length - 4, " ulp");
    char cut[REPORT_MATRIX_CELL];

    snprintf(cut, sizeof cut, "%.*s", (int) (unit && length > room ? length - 4 : length),
             text);
    report_page_cell(page, REPORT_PAGE_PLAIN, width, cut);
}

static void print_row(const struct report_page *page, const struct report_matrix *matrix,
                      int row)
{
    int width = (REPORT_PAGE_COLUMNS - REPORT_MATRIX_LABEL) / matrix->columns;
    char label[REPORT_MATRIX_LABEL + 4];

    snprintf(label, sizeof label, "%s%s%s%s", matrix->labels[row],
             matrix->stages[row] || matrix->forms[row] ? " " : "",
             matrix->stages[row] ? "*" : "", matrix->forms[row] ? "+" : "");
    report_page_cell(page, REPORT_PAGE_PLAIN, REPORT_MATRIX_LABEL, label);
    for (int i = 0; i < matrix->columns; i++)
        print_cell(page, i + 1 < matrix->columns ? width : -width, matrix->cells[row][i]);
    fputc('\n', page->file);
}

static void print_legend(const struct report_page *page,
                         const struct report_matrix *matrix)
{
    bool stages = false, forms = false;

    for (int i = 0; i < matrix->rows; i++) {
        stages |= matrix->stages[i];
        forms |= matrix->forms[i];
    }
    if (stages || forms)
        fprintf(page->file, "%s%s%s\n", stages ? "* another answer at another stage" : "",
                stages && forms ? "; " : "",
                forms ? "+ another answer in another form" : "");
}

static void operations(const struct report_page *page, const struct report *report)
{
    struct report_matrix matrix;

    report_matrix_make(&matrix, report);
    if (!matrix.rows)
        return;
    int width = (REPORT_PAGE_COLUMNS - REPORT_MATRIX_LABEL) / matrix.columns;

    report_page_cell(page, REPORT_PAGE_DIM, REPORT_MATRIX_LABEL, REPORT_LINES_OPERATIONS);
    for (int i = 0; i < matrix.columns; i++)
        report_page_cell(page, REPORT_PAGE_DIM, i + 1 < matrix.columns ? width : -width,
                         matrix.heads[i]);
    fputc('\n', page->file);
    for (int i = 0; i < matrix.rows; i++)
        print_row(page, &matrix, i);
    print_legend(page, &matrix);
}

// ---- a line or two a topic ----

struct words {
    char text[240];
};

// What a topic comes to at a place.
typedef void write_words(const struct report *report, const char *topic,
                         struct report_lines_place place, struct words *words);

static void say_departs(const struct report *report, const char *topic,
                        struct report_lines_place place, struct words *words)
{
    struct report_lines_count count = report_lines_count(report, topic, place);

    snprintf(words->text, sizeof words->text, "%d of %d depart%s", count.departs,
             count.lines, count.departs == 1 ? "s" : "");
    if (!count.departs)
        snprintf(words->text, sizeof words->text, "none of %d departs", count.lines);
}

static void say_tally(const struct report *report, const char *topic,
                      struct report_lines_place place, struct words *words)
{
    report_lines_tally(report, topic, place, words->text, sizeof words->text);
}

// fma() itself is no shape that could be contracted: whether it is fused stands apart.
static void say_contraction(const struct report *report, const char *topic,
                            struct report_lines_place place, struct words *words)
{
    struct report_lines_count count = report_lines_count(report, topic, place);
    const char *names[REPORT_LINES_MAX];
    int lines = report_lines_names(report, topic, names);
    char fma[80] = "";

    for (int i = 0; i < lines; i++) {
        const struct finding *finding = report_lines_find(report, topic, names[i], place);
        if (!finding || !finding->cases || strncmp(finding->line, "fma(", 4) != 0)
            continue;
        snprintf(fma, sizeof fma, ", fma() %s", finding->answer);
        count.lines--;
        count.changed -= !report_lines_as_written(finding, 24);
    }
    snprintf(words->text, sizeof words->text, "contracts %d of %d shapes%s",
             count.changed, count.lines, fma);
}

static void say_folding(const struct report *report, const char *topic,
                        struct report_lines_place place, struct words *words)
{
    struct report_lines_count count = report_lines_count(report, topic, place);

    snprintf(words->text, sizeof words->text, "folds %d of %d idioms", count.changed,
             count.lines);
}

// Appends a text and what joins it. Returns how much is used.
static size_t append(struct words *words, size_t used, const char *joint,
                     const char *text)
{
    if (used < sizeof words->text)
        used += (size_t) snprintf(words->text + used, sizeof words->text - used, "%s%s",
                                  joint, text);
    return used;
}

// Whether lines are as written in the same forms, of those in which both were asked.
static bool is_same_stage(const struct report *report, const char *topic,
                          struct report_lines_place one, struct report_lines_place other)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, topic, names);

    for (int i = 0; i < count; i++) {
        struct report_lines_forms a =
            report_lines_good(report, topic, names[i], one.stage, one.precision);
        struct report_lines_forms b =
            report_lines_good(report, topic, names[i], other.stage, other.precision);
        if ((a.good ^ b.good) & a.asked & b.asked)
            return false;
    }
    return true;
}

// The first place of an earlier stage that fares the same; else the place itself.
static struct report_lines_place like_place(const struct report *report,
                                            const char *topic,
                                            struct report_lines_place place)
{
    struct report_lines_place earlier;

    for (int stage = 0; stage < (int) place.stage; stage++)
        if (report_lines_best(report, topic, (enum stage) stage, &earlier) &&
            is_same_stage(report, topic, earlier, place))
            return earlier;
    return place;
}

static bool is_sum(const char *line)
{
    return !strncmp(line, "TwoSum", 6);
}

// The float-float conclusion; how TwoSum fares, on which all of it stands, if that is
// another; and which lines cannot be had in one of those forms, or, if there is none, in
// any.
static void say_error_free(const struct report *report, const char *topic,
                           struct report_lines_place place, struct words *words)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, topic, names);
    place = like_place(report, topic, place);
    struct report_lines_forms all =
        report_lines_df64(report, place.stage, place.precision);
    char text[80], one[80], name[48];
    size_t used;
    const char *joint = "; not ";

    report_lines_forms_text(all, text, sizeof text);
    used = append(words, 0, "float-float ", text);
    for (int i = 0; i < count; i++) {
        struct report_lines_forms forms =
            report_lines_good(report, topic, names[i], place.stage, place.precision);
        report_lines_forms_text(forms, one, sizeof one);
        report_lines_short(names[i], name, sizeof name);
        if (is_sum(names[i]) && strcmp(one, text) != 0) {
            used = append(words, used, "; ", name);
            used = append(words, used, " ", one);
        }
    }
    for (int i = 0; i < count; i++) {
        struct report_lines_forms forms =
            report_lines_good(report, topic, names[i], place.stage, place.precision);
        bool lacks = all.good ? (all.good & forms.asked & ~forms.good) : !forms.good;
        report_lines_short(names[i], name, sizeof name);
        if (!forms.asked || !lacks || is_sum(names[i]))
            continue;
        used = append(words, used, joint, name);
        joint = ", ";
    }
}

// Over all precisions of the stage: what is claimed of mediump is what matters.
static void say_claims(const struct report *report, const char *topic,
                       struct report_lines_place place, struct words *words)
{
    static const char *const kinds[] = { "as claimed", "better", "worse" };
    int counts[3] = { 0 };
    size_t used = 0;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (result->stage != place.stage || strcmp(result->topic, topic) != 0)
            continue;
        for (int j = 0; j < result->finding_count; j++)
            for (int k = 0; k < 3; k++)
                counts[k] += !strcmp(report_lines_claim(&result->findings[j]), kinds[k]);
    }
    for (int k = 0; k < 3; k++) {
        char one[40];
        snprintf(one, sizeof one, "%d %s", counts[k], kinds[k]);
        if (counts[k])
            used = append(words, used, used ? ", " : "", one);
    }
}

// With the function whose error is largest.
static void say_functions(const struct report *report, const char *topic,
                          struct report_lines_place place, struct words *words)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, topic, names);
    const struct finding *worst = NULL;
    double most = -1;

    say_departs(report, topic, place, words);
    for (int i = 0; i < count; i++) {
        const struct finding *finding = report_lines_find(report, topic, names[i], place);
        if (!finding || !finding->error_known)
            continue;
        double error = fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp));
        if (error > most) {
            most = error;
            worst = finding;
        }
    }
    size_t used = strlen(words->text);
    if (worst)
        snprintf(words->text + used, sizeof words->text - used,
                 most < 99.95 ? ", the largest error is %.3g ulp of %s"
                              : ", the largest error is %.0f ulp of %s",
                 most, worst->line);
}

static void say_at(const struct report *report, const char *topic, enum stage stage,
                   write_words *write, struct words *words)
{
    struct report_lines_place place;
    const char *status = report_lines_status(report, topic, stage);

    words->text[0] = 0;
    if (report_lines_best(report, topic, stage, &place))
        write(report, topic, place, words);
    else if (status)
        snprintf(words->text, sizeof words->text, "%s", status);
}

// The text, with the stages that share it behind it unless all do. Returns how much of
// `text` is used then.
static size_t say_group(const struct words words[STAGE_COUNT], int first, bool alone,
                        char *text, size_t size, size_t used)
{
    const char *joint = " in ";

    used += (size_t) snprintf(text + used, size - used, "%s%s", used ? "; " : "",
                              words[first].text);
    for (int i = first; i < STAGE_COUNT && !alone && used < size; i++) {
        if (strcmp(words[i].text, words[first].text) != 0)
            continue;
        used += (size_t) snprintf(text + used, size - used, "%s%s", joint,
                                  stage_name((enum stage) i));
        joint = ", ";
    }
    return used;
}

// "text" if all stages say the same, else "text in fragment, vertex; text in compute".
static void say_by_stage(const struct report *report, const char *topic,
                         write_words *write, char *text, size_t size)
{
    struct words words[STAGE_COUNT];
    bool leads[STAGE_COUNT];
    int groups = 0;
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < STAGE_COUNT; i++) {
        say_at(report, topic, (enum stage) i, write, &words[i]);
        leads[i] = words[i].text[0];
        for (int j = 0; j < i; j++)
            leads[i] &= strcmp(words[i].text, words[j].text) != 0;
        groups += leads[i];
    }
    for (int i = 0; i < STAGE_COUNT; i++)
        if (leads[i] && used < size)
            used = say_group(words, i, groups == 1, text, size, used);
}

static const struct heading {
    const char *topic, *name;
    write_words *write;
} headings[] = {
    { REPORT_LINES_CONTRACTION, "compiler", say_contraction },
    { REPORT_LINES_FOLDING, "compiler", say_folding },
    { REPORT_LINES_ERROR_FREE, "df64", say_error_free },
    { REPORT_LINES_SUBNORMALS, "subnormals", say_tally },
    { REPORT_LINES_CLAIMS, "claims", say_claims },
    { "powers of two", "powers", say_departs },
    { REPORT_LINES_FUNCTIONS, "functions", say_functions },
};

static struct heading heading_of(const char *topic)
{
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        if (!strcmp(headings[i].topic, topic))
            return headings[i];
    return (struct heading){ topic, topic, say_departs };
}

// Topics of one heading share a line, if it holds them.
static void topic_lines(const struct report_page *page, const struct report *report,
                        const char *const *topics, int count)
{
    char line[1024] = "", name[24] = "", text[1000];

    for (int i = 0; i < count; i++) {
        struct heading heading = heading_of(topics[i]);
        size_t used = strlen(line);
        say_by_stage(report, topics[i], heading.write, text, sizeof text);
        int columns = report_page_columns(line) + 2 + report_page_columns(text);
        if (!strcmp(heading.name, name) &&
            columns <= REPORT_PAGE_COLUMNS - REPORT_PAGE_INDENT) {
            snprintf(line + used, sizeof line - used, "; %s", text);
            continue;
        }
        report_page_named(page, name, line);
        snprintf(name, sizeof name, "%.23s", heading.name);
        snprintf(line, sizeof line, "%s", text);
    }
    report_page_named(page, name, line);
}

void report_personality(const struct report_page *page, const struct report *report)
{
    const char *topics[REPORT_LINES_TOPICS];
    int count = report_lines_topics(report, topics), skip;

    if (!count)
        return;
    fputc('\n', page->file);
    operations(page, report);
    skip = !strcmp(topics[0], REPORT_LINES_OPERATIONS);
    topic_lines(page, report, topics + skip, count - skip);
}

void report_personality_findings(const struct report_page *page,
                                 const struct result *result)
{
    for (int i = 0; i < result->finding_count; i++) {
        const struct finding *finding = &result->findings[i];
        char answer[80], text[400];
        report_lines_answer(finding, answer, sizeof answer);
        snprintf(text, sizeof text, "%s: %s%s (%ld of %ld agree%s%s)", finding->line,
                 answer, finding->departs ? ", departs" : "", finding->agree,
                 finding->cases, finding->detail[0] ? "; " : "", finding->detail);
        fputs("  ", page->file);
        report_page_ink(page, finding->departs ? REPORT_PAGE_BOLD : REPORT_PAGE_PLAIN);
        report_page_wrap(page, 2, 4, text, "");
        report_page_ink(page, REPORT_PAGE_PLAIN);
    }
}
