// SPDX-License-Identifier: MIT
//
// What the parts of compare/compare.h share: questions, as they are collected, and rows,
// as they are made of them. A question is a line, or a probe, at a place; it becomes a
// row, and rows in which every side says the same at several places become one.

#ifndef REPORT_COMPARE_PRIVATE_H
#define REPORT_COMPARE_PRIVATE_H

#include "compare/compare.h"
#include "report/lines.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Sections in their order. Topics that are not known stand before the pictures, in the
// order in which they come.
enum report_compare_section {
    COMPARE_VERDICT,
    COMPARE_PRECISIONS,
    COMPARE_FORMS,
    COMPARE_OPERATIONS,
    COMPARE_CONTRACTION,
    COMPARE_FOLDING,
    COMPARE_ERROR_FREE,
    COMPARE_SUBNORMALS,
    COMPARE_SPECIALS,
    COMPARE_CONVERSIONS,
    COMPARE_CLAIMS,
    COMPARE_FUNCTIONS,
    COMPARE_OTHERS,
    COMPARE_PICTURES = COMPARE_OTHERS + REPORT_COMPARE_TOPICS,
    COMPARE_SECTIONS,
};

// What one side says to a question.
struct report_compare_answer {
    const struct result *result;   // NULL: it was not asked
    const struct finding *finding; // of a line, else NULL
};

struct report_compare_question {
    int section;
    char what[64]; // a line, or a probe
    struct report_lines_place place;
};

// All questions that any side was asked, each once, in the order in which they come.
struct report_compare_asked {
    int sides, count, capacity;
    struct report_compare_question *questions; // [count]
    struct report_compare_answer *answers;     // [count][sides]
    int *slots;                                // [slot_count], hashed; -1: free
    size_t slot_count;
    const char *sections[COMPARE_SECTIONS]; // names; NULL: there is none
};

// Returns false, after logging why, if there is no memory; `asked` is then zeroed.
bool report_compare_ask(struct report_compare_asked *asked,
                        const struct report_folder *folders, int count);

// Accepts a zeroed struct and leaves one.
void report_compare_asked_finish(struct report_compare_asked *asked);

static inline struct report_compare_answer *report_compare_answers(
    const struct report_compare_asked *asked, int question)
{
    return asked->answers + (size_t) question * (size_t) asked->sides;
}

// A row that is not finished. `results` and what they are of, in a row of pictures.
struct report_compare_draft {
    int section, order, weight, groups;
    char what[64];
    unsigned dimensions;               // bit 0, 1, 2: stage, precision, form are named
    uint32_t places[STAGE_COUNT];      // bit precision * FORM_COUNT + form
    struct report_lines_place at;      // the first of them
    struct report_compare_cell *cells; // [sides], owned
    const struct result **results;     // [sides], owned; NULL: no pictures
    bool counts;                       // a summary: cells are counts
    char words[480], brief[480];       // "": those of report_compare_words; of a summary
                                       // words is what differs where the counts are equal
};

struct report_compare_drafts {
    int sides, count, capacity;
    struct report_compare_draft *list;
    bool blind[REPORT_COMPARE_SIDES]; // a capture could not be read: do not ask again
};

// How much a section tells at a place: [0, 1000]. `times` what is lost where it is not
// the fragment stage, highp and the plain form.
int report_compare_weigh(int section, struct report_lines_place place, int times);

#define COMPARE_NO_DIMENSIONS 0u
#define COMPARE_AT_PRECISION  3u // stage and precision
#define COMPARE_AT_FORM       7u

// A new row with `what` and a place; its cells say "-" and are of no group. Returns NULL,
// after logging why, if there is no memory. Valid until the next call.
struct report_compare_draft *report_compare_add(struct report_compare_drafts *drafts,
                                                int section, const char *what,
                                                unsigned dimensions,
                                                struct report_lines_place place);

void report_compare_drafts_finish(struct report_compare_drafts *drafts);

// What the headers of a report say: verdict, precisions, claims. Returns false, after
// logging why, if there is no memory.
bool report_compare_heads(struct report_compare_drafts *drafts,
                          const struct report_folder *folders);

// A row a question, and one a topic and place, which counts. As above.
bool report_compare_lines(struct report_compare_drafts *drafts,
                          const struct report_compare_asked *asked,
                          const struct report_folder *folders);

// Rows of one thing that say the same at several places become one. Returns false, after
// logging why, if there is no memory.
bool report_compare_merge(struct report_compare_drafts *drafts);

// What the row is called: "a * b + c, plain". What `all` has of places beyond the row's
// own is what sets it apart: it is named, and nothing if that is nothing.
void report_compare_name(const struct report_compare_draft *draft,
                         const uint32_t all[STAGE_COUNT], char *text, size_t size);

// Fills compare->labels from compare->sides.
void report_compare_label(struct report_compare *compare);

// ---- pictures ----

// Reads captures of rows of pictures that differ, the heaviest first and a few only; says
// where they differ; finds that those of other sizes do not. Returns false, after logging
// why, if there is no memory.
bool report_compare_look(struct report_compare *compare,
                         struct report_compare_drafts *drafts);

// Fills compare->sets from rows of pictures. As above.
bool report_compare_show(struct report_compare *compare,
                         struct report_compare_drafts *drafts);

#endif // REPORT_COMPARE_PRIVATE_H
