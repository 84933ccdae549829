// SPDX-License-Identifier: MIT
//
// The interface between the program and the module that draws its sheets.

#ifndef SHEET_MODULE_H
#define SHEET_MODULE_H

#include "base/module.h"
#include "sheet/sheet.h"

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

struct sheet_of_report {
    const struct report *report;
    const struct sheet_pictures *pictures, *box_2;
    const struct sheet_hole *hole;
};

struct sheet_of_compare {
    const struct compare *compare;
    const struct sheet_pictures *box_2; // [compare->count]; NULL: none
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
    (sizeof(struct report) + sizeof(struct result) + sizeof(struct finding) +           \
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
