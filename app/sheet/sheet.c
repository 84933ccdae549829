// SPDX-License-Identifier: MIT

#include "sheet/sheet.h"

#include "base/environment.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/module.h"
#include "base/png/png.h"
#include "base/text.h"
#include "compare/table.h"
#include "config.h"
#include "report/expressions.h"
#include "report/forms.h"
#include "report/text.h"
#include "report/topics.h"
#include "sheet/apart.h"
#include "sheet/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sheet_available(void)
{
    char path[MODULE_PATH];

    return module_find("sheet", SHEET_MODULE, path);
}

// Opens the module, which stays open until the program ends, because fontconfig and
// GLib do not support unloading.
static const struct sheet_module *open_module(void)
{
    return module_open(&(struct module){ "sheet", SHEET_MODULE, "sheet_module",
                                         "no sheet", "Cairo", SHEET_DATA_SIZE });
}

// Converts words 0x00RRGGBB to bytes, in place: pixel i is read before byte 3i + 2 is
// written.
static const uint8_t *to_rgb(uint32_t *words, size_t count)
{
    uint8_t *bytes = (uint8_t *) words;

    for (size_t i = 0; i < count; i++) {
        uint32_t word = words[i];
        bytes[3 * i] = (uint8_t) (word >> 16);
        bytes[3 * i + 1] = (uint8_t) (word >> 8);
        bytes[3 * i + 2] = (uint8_t) word;
    }
    return bytes;
}

// The notes in a PNG file: the device and the verdict; the key of the latter may be
// NULL.
struct about {
    struct png_note device, verdict;
};

struct page {
    const char *path;
    enum sheet_kind kind;
    const void *shown;
    struct about about;
    const char *capture; // the hash of the capture that it shows; NULL: none
};

static bool sheet_paint_page(const void *context)
{
    static const char *const names[] = {
        [SHEET_VERDICT] = "sheet",      [SHEET_PERSONALITY] = "sheet",
        [SHEET_SWEEP] = "plot",         [SHEET_OPS] = "chart",
        [SHEET_COMPARE] = "comparison", [SHEET_DELTA] = "difference",
        [SHEET_OVERLAY] = "overlay",    [SHEET_SHADE] = "sheet",
    };
    const struct page *asked = context;
    const struct sheet_module *module = open_module();
    struct png_note notes[5] = { asked->about.device };
    struct sheet_page page = { 0 };
    char size[32];
    int count = 1;
    bool ok = false;

    if (!module)
        return false;
    if (asked->about.verdict.key)
        notes[count++] = asked->about.verdict;
    if (asked->capture)
        notes[count++] = (struct png_note){ "capture", asked->capture };
    notes[count++] = (struct png_note){ "Software", "fpstripe " FPSTRIPE_VERSION };
    bool painted = module->paint(asked->kind, asked->shown, &page);

    // A file with these notes that has another size was cut out of a sheet.
    snprintf(size, sizeof size, "%d x %d", page.width, page.height);
    notes[count++] = (struct png_note){ "sheet", size };
    environment_own();
    if (painted)
        ok = png_write_rgb(asked->path, page.width, page.height,
                           to_rgb(page.words, (size_t) page.width * (size_t) page.height),
                           notes, count);
    else
        log_error("%s: the %s could not be drawn", asked->path, names[asked->kind]);
    free(page.words);
    return ok;
}

static bool sheet_draw_page(const char *path, enum sheet_kind kind, const void *shown,
                            struct about about)
{
    const struct page page = { path, kind, shown, about, NULL };

    return apart_call(sheet_paint_page, &page, path);
}

// ---- the pages of a report ----

// Replaces the backticks of a sentence, which belong to Markdown, by quotation marks.
static void quote(const char *words, char *text, size_t size)
{
    bool open = false;

    text[0] = 0;
    for (; *words; words++) {
        if (*words == '`')
            open = !open;
        text_add(text, size, *words == '`' ? "%s" : "%.1s",
                 *words != '`' ? words
                 : open        ? "\u201c"
                               : "\u201d");
    }
}

// The titles: the verdict, and whether float-float shaders work, as the summary of what a
// compiler may break.
static void say_titles(struct sheet_of_report *of, const struct report *report)
{
    const struct report_forms df64 =
        report_forms_df64(report, report->headline_stage, report->headline_precision);
    char *verdict = of->titles[SHEET_PAGE_VERDICT], words[160], place[40];

    report_headline_text(report, verdict, sizeof of->titles[0]);
    if (verdict[0] >= 'a' && verdict[0] <= 'z')
        verdict[0] = (char) (verdict[0] - 'a' + 'A');
    report_forms_headline(df64, words, sizeof words);
    report_headline_place(report, place, sizeof place);
    if (place[0])
        text_add(words, sizeof words, ", in %s", place);
    quote(words, of->titles[SHEET_PAGE_PERSONALITY], sizeof of->titles[0]);
    snprintf(of->warning, sizeof of->warning, "%s%s%s",
             report->complete ? "" : "NOT COMPLETE",
             report->complete || !report->shaders.count ? "" : ", ",
             report->shaders.count ? "SHADERS REPLACED" : "");
}

static void add_verdict(struct sheet_of_report *of, const struct report *report)
{
    char sha[65];

    report_sha256(report, sha);
    report_tables_bits(&of->parts[SHEET_BITS], report, true);
    report_tables_forms(&of->parts[SHEET_FORMS], report, true);
    report_evidence(&of->parts[SHEET_EVIDENCE], report);
    view_named(&of->parts[SHEET_EVIDENCE], "hash", sha);
}

static void add_personality(struct sheet_of_report *of, const struct report *report)
{
    const struct report_expressions_count all =
        report_expressions_count_all(report, NULL);
    const struct report_expressions_compared compared =
        report_expressions_compared(report);
    struct view *parts = of->parts;
    char sha[65];

    of->expressions = all.lines;
    of->deviate = all.from[DEVIATION_GLSL];
    report_expressions_deviating(&all, of->deviating, sizeof of->deviating);
    report_matrix(&parts[SHEET_OPERATIONS], report);
    if (!parts[SHEET_OPERATIONS].count)
        view_paragraph(&parts[SHEET_OPERATIONS], VIEW_SOFT, "not measured");
    report_marks(&parts[SHEET_ERROR_FREE], report, TOPIC_ERROR_FREE);
    report_marks(&parts[SHEET_CONTRACTION], report, TOPIC_CONTRACTION);
    report_marks(&parts[SHEET_FOLDING], report, TOPIC_FOLDING);
    view_chapter(&parts[SHEET_TOPICS], "Topics");
    report_topics(&parts[SHEET_TOPICS], report, true);
    report_errors(&parts[SHEET_ERRORS], report);
    report_deviations(&parts[SHEET_DEVIATIONS], report);
    report_sha256(report, sha);
    snprintf(of->compared, sizeof of->compared, "no values were compared");
    if (compared.words)
        snprintf(of->compared, sizeof of->compared,
                 "%ld values of %d expressions compared with %s, %ld differ%s",
                 compared.words, compared.lines, compared.with, compared.mismatches,
                 compared.mismatches == 1 ? "s" : "");
    text_add(of->compared, sizeof of->compared,
             "  \u00b7  reference %s: %s  \u00b7  hash %s", report->reference_kind,
             report->reference_name, sha);
}

void sheet_start(struct sheet_pages *pages)
{
    static const enum sheet_kind kinds[SHEET_PAGES] = {
        [SHEET_PAGE_VERDICT] = SHEET_VERDICT,
        [SHEET_PAGE_PERSONALITY] = SHEET_PERSONALITY,
    };
    const struct report *report = pages->report;
    struct view parts[SHEET_PARTS] = { { 0 } };
    struct sheet_of_report shown = { .device = &report->device,
                                     .headline = &report->headline,
                                     .pictures = &pages->pictures,
                                     .box_2 = &pages->box_2,
                                     .hole = &pages->hole,
                                     .parts = parts };
    char text[REPORT_HEADLINE_TEXT];
    const struct about about = { { "device", report->device.renderer },
                                 { "verdict", text } };

    report_headline_text(report, text, sizeof text);
    say_titles(&shown, report);
    if (pages->paths[SHEET_PAGE_VERDICT][0])
        add_verdict(&shown, report);
    if (pages->paths[SHEET_PAGE_PERSONALITY][0])
        add_personality(&shown, report);
    for (int i = 0; i < SHEET_PAGES; i++) {
        const struct page page = { pages->paths[i], kinds[i], &shown, about,
                                   report->capture };

        if (page.path[0])
            apart_start(&pages->parts[i], sheet_paint_page, &page, page.path);
    }
    for (int i = 0; i < SHEET_PARTS; i++)
        view_finish(&parts[i]);
}

void sheet_end(struct sheet_pages *pages, bool drawn[SHEET_PAGES])
{
    for (int i = 0; i < SHEET_PAGES; i++)
        drawn[i] = pages->paths[i][0] && apart_end(&pages->parts[i]);
}

bool sheet_draw_sweep(const char *path, const struct sweep *sweep,
                      const struct figures *figures)
{
    return sheet_draw_page(path, SHEET_SWEEP, &(struct sheet_of_sweep){ sweep, figures },
                           (struct about){ { "device", sweep->facts.name },
                                           { "function", sweep->function.name } });
}

bool sheet_draw_ops(const char *path, const struct sheet_ops *ops)
{
    return sheet_draw_page(path, SHEET_OPS, ops,
                           (struct about){ { "device", ops->device }, { NULL, NULL } });
}

bool sheet_draw_compare(const char *path, const struct compare *compare,
                        const struct sheet_pictures *box_2)
{
    struct view view = { 0 };
    const struct sheet_of_compare shown = { compare, box_2, &view,
                                            compare_all(compare).shared };
    char names[COMPARE_SIDES * 82] = "", told[80];

    for (int i = 0; i < compare->count; i++)
        text_join(names, sizeof names, "; ", compare->labels[i].name);
    snprintf(told, sizeof told, "%d of %d rows differ", compare->differing, shown.shared);
    compare_view(compare, &view);
    bool ok =
        sheet_draw_page(path, SHEET_COMPARE, &shown,
                        (struct about){ { "devices", names }, { "compared", told } });
    view_finish(&view);
    return ok;
}

bool sheet_draw_delta(const char *path, const struct sheet_delta *delta)
{
    return sheet_draw_page(
        path, SHEET_DELTA, delta,
        (struct about){ { "case", delta->title ? delta->title : "" },
                        { "cause", delta->cause ? delta->cause : "" } });
}

bool sheet_draw_overlay(const char *path, const struct sheet_overlay *overlay)
{
    return sheet_draw_page(
        path, SHEET_OVERLAY, overlay,
        (struct about){ { "picture", overlay->name ? overlay->name : "" },
                        { "verdict", overlay->verdict ? overlay->verdict : "" } });
}

bool sheet_draw_shade(const char *path, const struct sheet_shade *shade)
{
    return sheet_draw_page(
        path, SHEET_SHADE, shade,
        (struct about){ { "device", shade->device }, { "shader", shade->title } });
}
