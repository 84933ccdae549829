// SPDX-License-Identifier: MIT
//
// Between the program and the module that draws its sheets: nobody else needs this.

#ifndef SHEET_MODULE_H
#define SHEET_MODULE_H

#include "sheet/pictures.h"
#include "sheet/sheet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHEET_MODULE "fpstripe-sheet.so"

// A page whose size the module decides.
struct sheet_page {
    int width, height;
    uint32_t *words; // 0x00RRGGBB, [height][width]; malloc'd, the program frees them
};

// The module's only symbol is `sheet_module`, of this type. The first two members tell
// a module of another build.
struct sheet_module {
    const char *version; // FPSTRIPE_VERSION
    size_t data_size;    // SHEET_DATA_SIZE

    // Paint words 0x00RRGGBB [SHEET_HEIGHT][SHEET_WIDTH]. Return false if memory ran
    // out.
    bool (*paint)(const struct report *report, const struct sheet_pictures *pictures,
                  uint32_t *words);
    bool (*paint_personality)(const struct report *report, const struct sheet_hole *hole,
                              uint32_t *words);

    // Paints words [SHEET_SWEEP_HEIGHT][SHEET_SWEEP_WIDTH]. Returns false if memory ran
    // out.
    bool (*paint_sweep)(const struct sweep *sweep, const struct figures *figures,
                        uint32_t *words);

    // The same page as the text of an SVG, `*length` bytes, which the caller frees.
    // Returns NULL if memory ran out, or Cairo has no SVG.
    char *(*svg_sweep)(const struct sweep *sweep, const struct figures *figures,
                       size_t *length);

    // Paints words [SHEET_OPS_HEIGHT][SHEET_OPS_WIDTH]. Returns false if memory ran out.
    bool (*paint_ops)(const struct sheet_ops *ops, uint32_t *words);

    // Make a page and paint it. Return false if memory ran out; `page` is then zeroed.
    bool (*paint_compare)(const struct report_compare *compare, struct sheet_page *page);
    bool (*paint_delta)(const struct sheet_delta *delta, struct sheet_page *page);
    bool (*paint_overlay)(const struct sheet_overlay *overlay, struct sheet_page *page);
};

// All that passes between the two, and all that this points to: a sum, in which a change
// of one struct is seen.
#define SHEET_DATA_SIZE                                                                 \
    (sizeof(struct report) + sizeof(struct result) + sizeof(struct finding) +           \
     sizeof(struct sheet_pictures) + sizeof(struct sheet_hole) + sizeof(struct sweep) + \
     sizeof(struct figures) + sizeof(struct sheet_ops) +                                \
     sizeof(struct sheet_ops_series) + sizeof(struct sheet_ops_point) +                 \
     sizeof(struct report_compare) + sizeof(struct report_folder) +                     \
     sizeof(struct report_compare_label) + sizeof(struct report_compare_row) +          \
     sizeof(struct report_compare_cell) + sizeof(struct report_compare_picture) +       \
     sizeof(struct sheet_delta) + sizeof(struct sheet_overlay) + sizeof(struct shot) +  \
     sizeof(struct analyze_answer) + sizeof(struct sheet_page) +                        \
     sizeof(struct sheet_module))

#endif // SHEET_MODULE_H
