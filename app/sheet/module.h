// SPDX-License-Identifier: MIT
//
// The interface between the program and the module that draws its sheets. The module
// gets words, views and pictures. It is not asked what a finding says: the program
// compares kinds of findings by address, and a module that links them has its own.

#ifndef SHEET_MODULE_H
#define SHEET_MODULE_H

#include "base/module.h"
#include "sheet/sheet.h"
#include "view/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHEET_MODULE "fpstripe-sheet.so"

// 0x00RRGGBB, [height][width]; malloc'd, the program frees them.
struct sheet_page {
    int width, height;
    uint32_t *words;
};

// The kinds of pages, and the data of each.
enum sheet_kind {
    SHEET_VERDICT,     // struct sheet_of_report, with pictures
    SHEET_PERSONALITY, // the same, with a hole
    SHEET_SWEEP,       // struct sheet_of_sweep
    SHEET_OPS,         // struct sheet_ops
    SHEET_COMPARE,     // struct sheet_of_compare
    SHEET_DELTA,       // struct sheet_delta
    SHEET_OVERLAY,     // struct sheet_overlay
    SHEET_SHADE,       // struct sheet_shade
};

// The tables of the pages of a report.
enum sheet_part {
    SHEET_BITS,
    SHEET_FORMS,
    SHEET_EVIDENCE,
    SHEET_OPERATIONS,
    SHEET_ERROR_FREE, // with marks: a row an expression, a column a form
    SHEET_CONTRACTION,
    SHEET_FOLDING,
    SHEET_TOPICS, // these three have a chapter
    SHEET_ERRORS,
    SHEET_DEVIATIONS,
    SHEET_PARTS,
};

struct sheet_of_report {
    const struct facts *device;
    const struct verdict *headline;
    const struct sheet_pictures *pictures, *box_2;
    const struct sheet_hole *hole;
    char titles[SHEET_PAGES][REPORT_HEADLINE_TEXT];
    char warning[40];         // "NOT COMPLETE", or ""
    int expressions, deviate; // those that were asked; those that deviate from GLSL
    char deviating[160];      // from what, in words
    char compared[1024];      // the line at the bottom of the personality
    struct view *parts;       // [SHEET_PARTS]; empty if a page without it is drawn
};

struct sheet_of_compare {
    const struct compare *compare;
    const struct sheet_pictures *box_2; // [compare->count]; NULL: none
    const struct view *view;            // of compare_view()
    int shared;                         // rows that several sides have
};

struct sheet_of_sweep {
    const struct sweep *sweep;
    const struct figures *figures;
};

// The type of `sheet_module`, the module's only symbol.
struct sheet_module {
    struct module_head head; // with SHEET_DATA_SIZE

    // Makes a page and paints it. Returns false if memory ran out; `page` is then
    // zeroed.
    bool (*paint)(enum sheet_kind kind, const void *shown, struct sheet_page *page);
};

// A checksum of all structs that pass between program and module, and of those that
// they point to: it changes if the size of one changes.
#define SHEET_DATA_SIZE                                                                 \
    (sizeof(struct sheet_of_report) + sizeof(struct facts) + sizeof(struct view) +      \
     sizeof(struct view_section) + sizeof(struct result) +                              \
     sizeof(struct sheet_pictures) + sizeof(struct sheet_hole) + sizeof(struct sweep) + \
     sizeof(struct figures) + sizeof(struct sheet_ops) +                                \
     sizeof(struct sheet_ops_series) + sizeof(struct sheet_ops_point) +                 \
     sizeof(struct compare) + sizeof(struct report_folder) +                            \
     sizeof(struct compare_label) + sizeof(struct compare_row) +                        \
     sizeof(struct compare_cell) + sizeof(struct compare_picture) +                     \
     sizeof(struct sheet_delta) + sizeof(struct sheet_overlay) +                        \
     sizeof(struct sheet_shade) + sizeof(struct sheet_shade_line) +                     \
     sizeof(struct shot) + sizeof(struct analyze_answer) + sizeof(struct sheet_page) +  \
     sizeof(struct sheet_module))

#endif // SHEET_MODULE_H
