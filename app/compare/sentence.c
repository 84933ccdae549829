// SPDX-License-Identifier: MIT
//
// Writes the first sentence of a comparison from the rows of its table.
//
// How it works: the sentence compares two sides. Of more sides, it says which one stands
// alone, and takes the two that differ most: whose differing rows have the largest sum of
// weights. The first clause is about sums, in every precision, the second about what
// breaks GLSL; division, contraction, functions and subnormals follow, and then the first
// row of each other section.

#include "compare/private.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CLAUSES 4 // at most, with that of sums if these differ

struct sentence {
    const struct compare *compare;
    int sides[2];
    char *text; // [size]
    size_t size;
    int clauses;
    bool sums_differ; // in some precision
};

// Returns true if two sides measured a row and differ in it.
static bool is_apart(const struct compare_row *row, int one, int other)
{
    const int group = row->cells[one].group, with = row->cells[other].group;

    return group >= 0 && with >= 0 && group != with;
}

static bool sentence_differs(const struct sentence *it, const struct compare_row *row)
{
    return is_apart(row, it->sides[0], it->sides[1]);
}

// Copies the finding of a side, without the name of what it deviates from.
static void side_text(const struct sentence *it, const struct compare_row *row, int which,
                      char text[120])
{
    const int group = row->cells[it->sides[which]].group;
    const char *answer = compare_answer(row->cells, it->compare->count, group);
    const char *end = strstr(answer, ", deviates from ");

    snprintf(text, 120, "%.*s", end ? (int) (end - answer) : 119, answer);
}

// Returns true if the sides of a differing row have different words, and both answered.
// A row of a precision in which sums differ follows from that, and is not told again.
static bool is_worded(const struct sentence *it, const struct compare_row *row)
{
    const char *unsupported = status_name(STATUS_UNSUPPORTED);
    const bool follows = it->sums_differ && !strstr(row->name, "highp") &&
                         (strstr(row->name, "mediump") || strstr(row->name, "lowp"));
    char texts[2][120];

    if (!sentence_differs(it, row) || follows)
        return false;
    for (int i = 0; i < 2; i++)
        side_text(it, row, i, texts[i]);
    return strcmp(texts[0], texts[1]) != 0 && strcmp(texts[0], unsupported) != 0 &&
           strcmp(texts[1], unsupported) != 0;
}

// Returns the places of a row, which follow its name, but not "highp" alone: it is what
// is expected.
static const char *places_of(const struct compare_row *row)
{
    const char *places = row->name + row->stem;

    places += strspn(places, ", ");
    return strcmp(places, precision_name(PRECISION_HIGHP)) ? places : "";
}

// Adds a clause: "a / b (mediump) is nearest on A, but off by 2.14876 ulp (sweep) on B".
// `what` replaces the name of the row without its places; the section is before it.
static void add_row_clause(struct sentence *it, const struct compare_row *row,
                           const char *what, const char *verb)
{
    const char *places = places_of(row);
    char texts[2][120];

    for (int i = 0; i < 2; i++)
        side_text(it, row, i, texts[i]);
    text_add(it->text, it->size, "%s", it->text[0] ? "; " : "");
    text_add(it->text, it->size, "%s", what ? what : "");
    if (!what || !strcmp(what, row->section))
        text_add(it->text, it->size, "%s%.*s", what ? ", " : "", row->stem, row->name);
    if (places[0])
        text_add(it->text, it->size, " (%s)", places);
    text_add(it->text, it->size, "%s %s on %c, but %s on %c", verb, texts[0],
             compare_letter(it->sides[0]), texts[1], compare_letter(it->sides[1]));
    it->clauses++;
}

// Returns the next row of a section in which the sides have different words; the row is
// not a count of others. NULL if there is none.
static const struct compare_row *next_row(const struct sentence *it, const char *section,
                                          const struct compare_row *after)
{
    const struct compare_row *end = it->compare->rows + it->compare->row_count;

    for (const struct compare_row *row = after ? after + 1 : it->compare->rows; row < end;
         row++)
        if (!strcmp(row->section, section) && !row->counts && is_worded(it, row))
            return row;
    return NULL;
}

// Returns the first row of that name; NULL if the sides differ in none.
static const struct compare_row *find_row(const struct sentence *it, const char *section,
                                          const char *name)
{
    const struct compare_row *row = NULL;

    while ((row = next_row(it, section, row)) != NULL)
        if ((size_t) row->stem == strlen(name) && !strncmp(row->name, name, strlen(name)))
            return row;
    return NULL;
}

// Adds the first row of a section in which the sides differ, if any, unless the sentence
// is long enough.
static void add_first_of(struct sentence *it, const char *section)
{
    const struct compare_row *row = next_row(it, section, NULL);

    if (row && it->clauses < CLAUSES)
        add_row_clause(it, row, section, ":");
}

// Adds the row of that name, or else the first one of the section `instead`.
static void add_named(struct sentence *it, const char *section, const char *name,
                      const char *what, const char *verb, const char *instead)
{
    const struct compare_row *row = find_row(it, section, name);

    if (row && it->clauses < CLAUSES)
        add_row_clause(it, row, what, verb);
    else
        add_first_of(it, instead);
}

// ---- clauses ----

static bool is_of_sums(const struct compare_row *row)
{
    return row->stem == 0 && !strcmp(row->section, "precisions");
}

// Adds "sums in mediump/lowp: 11 bits on A, but 24 bits on B", with the rounding if that
// differs too.
static void add_sums_of(struct sentence *it, const struct compare_row *row)
{
    char texts[2][120], *rounding[2];

    for (int i = 0; i < 2; i++) {
        side_text(it, row, i, texts[i]);
        rounding[i] = strstr(texts[i], ", ");
    }
    if (rounding[0] && rounding[1] && !strcmp(rounding[0], rounding[1]))
        *rounding[0] = *rounding[1] = 0;
    text_add(it->text, it->size, "%ssums in %s: %s on %c, but %s on %c",
             it->text[0] ? "; " : "", row->name, texts[0], compare_letter(it->sides[0]),
             texts[1], compare_letter(it->sides[1]));
    it->clauses++;
}

static void add_sum_clauses(struct sentence *it)
{
    bool compared = false;

    for (int i = 0; i < it->compare->row_count; i++) {
        const struct compare_row *row = &it->compare->rows[i];

        if (!is_of_sums(row))
            continue;
        if (sentence_differs(it, row))
            add_sums_of(it, row);
        compared |=
            row->cells[it->sides[0]].group >= 0 && row->cells[it->sides[1]].group >= 0;
    }
    it->sums_differ = it->clauses > 0;
    if (!it->sums_differ)
        text_add(it->text, it->size, "%s",
                 compared ? "sums are the same in every precision"
                          : "sums were not compared");
}

// Returns true if a row is the first about its expression that breaks GLSL on one side
// only, `which` of the two.
static bool breaks_alone(const struct sentence *it, const struct compare_row *row,
                         int which)
{
    return row->cells[it->sides[which]].breaks_glsl &&
           !row->cells[it->sides[!which]].breaks_glsl && sentence_differs(it, row);
}

// Adds which expressions break GLSL on a side only.
static void add_breaks(struct sentence *it, int which)
{
    const struct compare_row *rows = it->compare->rows, *first = NULL;
    int more = 0;

    for (int i = 0; i < it->compare->row_count; i++) {
        bool known = !breaks_alone(it, &rows[i], which);

        for (int j = 0; j < i && !known; j++)
            known = breaks_alone(it, &rows[j], which) && rows[j].stem == rows[i].stem &&
                    !strncmp(rows[j].name, rows[i].name, (size_t) rows[i].stem);
        first = known || first ? first : &rows[i];
        more += !known;
    }
    if (!first)
        return;
    text_add(it->text, it->size, "; %c breaks GLSL and %c does not: %.*s",
             compare_letter(it->sides[which]), compare_letter(it->sides[!which]),
             first->stem, first->name);
    if (more > 1)
        text_add(it->text, it->size, ", and %d more", more - 1);
    it->clauses++;
}

// The error in ulp from which no bit of a result is right. How far it is beyond does not
// matter.
#define NO_BIT 0x1p22

// Returns by which factor the errors of two sides differ.
static double factor_of(const struct sentence *it, const struct compare_row *row)
{
    const double one = fmin(row->cells[it->sides[0]].vague, NO_BIT),
                 other = fmin(row->cells[it->sides[1]].vague, NO_BIT);

    return one > 0 && other > 0 ? fmax(one / other, other / one) : 1;
}

// Adds the function whose errors differ by the largest factor, in the precision and
// stage that weigh most.
static void add_function(struct sentence *it)
{
    const struct compare_row *row = NULL, *best = NULL;

    while ((row = next_row(it, "functions", row)) != NULL)
        if (!best ||
            (row->weight == best->weight && factor_of(it, row) > factor_of(it, best)))
            best = row;
    if (best && it->clauses < CLAUSES)
        add_row_clause(it, best, NULL, ":");
}

// Adds the first row of each section that no other clause is about.
static void add_other_topics(struct sentence *it)
{
    static const char *const told[] = { "verdict",    "precisions",  "forms",
                                        "operations", "contraction", "functions",
                                        "subnormals", "pictures" };
    struct compare_section section = { 0 };

    while (compare_next_section(it->compare, &section)) {
        bool known = false;

        for (size_t i = 0; i < sizeof told / sizeof *told; i++)
            known |= !strcmp(section.name, told[i]);
        if (!known)
            add_first_of(it, section.name);
    }
}

// Adds where the first picture that differs does. Pictures that differ only in the bits
// of NaNs have no weight.
static void add_other_pictures(struct sentence *it)
{
    const struct compare_row *row = next_row(it, "pictures", NULL);

    if (row && row->weight)
        text_add(it->text, it->size, "; %s: %s", row->name, row->brief);
    else
        text_add(it->text, it->size,
                 "; %severy finding that differs is unsupported on one side",
                 row ? "apart from the bits of NaNs, " : "");
}

// `any`: the two sides differ.
static void add_clauses(struct sentence *it, bool any)
{
    add_sum_clauses(it);
    for (int i = 0; i < 2; i++)
        add_breaks(it, i);
    add_named(it, "operations", "a / b", "division", " is", "operations");
    add_named(it, "contraction", "a * b + c", NULL, " is", "contraction");
    add_function(it);
    add_named(it, "verdict", "subnormals", NULL, " are", "subnormals");
    add_other_topics(it);
    if (!it->clauses)
        add_first_of(it, "precisions");
    if (!it->clauses)
        add_first_of(it, "forms");
    if (!it->clauses && any)
        add_other_pictures(it);
}

// ---- which sides ----

// Returns how far two sides are apart: the sum of the weights of rows that differ.
static long far_apart(const struct compare *compare, int one, int other)
{
    long sum = 0;

    for (int i = 0; i < compare->row_count; i++)
        if (is_apart(&compare->rows[i], one, other))
            sum += compare->rows[i].weight;
    return sum;
}

struct sides {
    long apart[COMPARE_SIDES][COMPARE_SIDES];
    int most[2]; // the two sides that differ most
    int alone;   // farther from every side than the others are from each other; -1: none
};

static struct sides sides_of(const struct compare *compare)
{
    struct sides sides = { .most = { 0, 1 }, .alone = -1 };
    const int count = compare->count;

    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            sides.apart[i][j] = sides.apart[j][i] = far_apart(compare, i, j);
            if (sides.apart[i][j] > sides.apart[sides.most[0]][sides.most[1]])
                sides.most[0] = j, sides.most[1] = i;
        }
    for (int side = 0; side < count && count > 2; side++) {
        long nearest = -1, widest = 0;

        for (int i = 0; i < count; i++)
            for (int j = 0; j < i; j++) {
                const long apart = sides.apart[i][j];

                if (i != side && j != side)
                    widest = apart > widest ? apart : widest;
                else if (nearest < 0 || apart < nearest)
                    nearest = apart;
            }
        if (nearest > widest)
            sides.alone = side;
    }
    return sides;
}

void compare_sentence(struct compare *compare)
{
    const struct sides sides = sides_of(compare);
    const int *pair = sides.most;
    char *const text = compare->sentence;
    const size_t size = sizeof compare->sentence;
    char clauses[sizeof compare->sentence] = "";
    struct sentence it = { compare, { pair[0], pair[1] }, clauses, sizeof clauses, 0,
                           false };

    add_clauses(&it, sides.apart[pair[0]][pair[1]] > 0);
    if (!sides.apart[pair[0]][pair[1]])
        snprintf(text, size, "Nothing differs: ");
    else if (sides.alone >= 0)
        snprintf(text, size, "%c stands alone, and differs most from %c: ",
                 compare_letter(sides.alone),
                 compare_letter(pair[0] == sides.alone ? pair[1] : pair[0]));
    else if (compare->count > 2)
        snprintf(text, size, "%c and %c differ most: ", compare_letter(pair[0]),
                 compare_letter(pair[1]));
    else
        clauses[0] = 'S';
    text_add(text, size, "%s", clauses);
}
