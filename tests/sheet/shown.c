// SPDX-License-Identifier: MIT

#include "tests/sheet/shown.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 40 // of a comparison

double shown_value(const struct shown_stripes *stripes, int band, double x)
{
    double quantum = ldexp(1, band - stripes->fraction_bits);
    double sum = (ldexp(1, band) + x) / quantum;

    sum = (stripes->chops ? floor(sum) : nearbyint(sum)) * quantum;
    return sum - floor(sum);
}

uint8_t *shown_stripes(struct shown_stripes stripes)
{
    const int height = stripes.bands * stripes.rows;
    uint8_t *grey = malloc((size_t) stripes.width * (size_t) height);

    assert(grey);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < stripes.width; x++) {
            int band = stripes.bands - 1 - y / stripes.rows;
            double value = shown_value(&stripes, band, 1 - (x + 0.5) / stripes.width);
            bool parts = stripes.rows > 1 && y % stripes.rows < (stripes.rows + 9) / 10;
            grey[y * stripes.width + x] = parts ? 0 : (uint8_t) (255 * value + 0.5);
        }
    return grey;
}

// ---- comparisons ----

#define DEVICES 4

static const struct device {
    const char *name, *device, *twins;
    int fraction_bits, group; // of pictures
    bool chops, software, simulated;
} devices[DEVICES] = {
    { "llvmpipe, ES 3.2", "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2 Mesa 22.3.6",
      "Kepler, Maxwell and 11 others", 23, 0, false, true, false },
    { "Tegra 3, fragment", "fake:tegra3, 13 fraction bits, toward zero", "Tegra 3", 13, 1,
      true, false, true },
    { "H200, GL 4.6", "NVIDIA H200/PCIe/SSE2, OpenGL 4.6.0 NVIDIA 580.159.04", "", 23, 0,
      false, false, false },
    { "half, chopped", "fake:rtz,p=11", "", 10, 2, true, false, true },
};

static const struct device *device_of(enum shown_kind kind, int side)
{
    return &devices[kind == SHOWN_SAME ? 0 : side % DEVICES];
}

static struct verdict verdict_of(const struct device *device)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);

    verdict.fraction_bits = device->fraction_bits;
    verdict.survivors = VERDICT_RULE(device->chops ? FP_RTZ : FP_RNE);
    verdict.pattern = verdict_pattern(verdict.survivors);
    return verdict;
}

static void fill(char *text, size_t size, char letter)
{
    memset(text, letter, size - 1);
    for (size_t i = 11; i + 1 < size; i += 12)
        text[i] = ' ';
    text[size - 1] = 0;
}

static void make_side(struct compare *compare, enum shown_kind kind, int side)
{
    const struct device *device = device_of(kind, side);
    struct compare_label *label = &compare->labels[side];
    struct report_folder *folder = calloc(1, sizeof *folder);

    assert(folder);
    folder->report.headline = verdict_of(device);
    compare->sides[side] = folder;
    snprintf(label->name, sizeof label->name, "%s%s", device->name,
             side < DEVICES ? "" : " II");
    snprintf(label->device, sizeof label->device, "%s", device->device);
    snprintf(label->twins, sizeof label->twins, "%s", device->twins);
    verdict_text(&folder->report.headline, label->verdict, sizeof label->verdict);
    label->kind = device->simulated  ? "simulated"
                  : device->software ? "software"
                                     : "hardware";
    if (kind != SHOWN_LONG)
        return;
    fill(label->name, sizeof label->name, 'W');
    fill(label->device, sizeof label->device, 'W');
    fill(label->verdict, sizeof label->verdict, 'W');
    fill(label->twins, sizeof label->twins, 'W');
    folder->report.headline = verdict_unknown(STATUS_UNSUPPORTED);
}

void shown_replace(struct compare_picture *picture, struct shown_stripes stripes)
{
    free(picture->grey);
    picture->width = stripes.width;
    picture->bands = stripes.bands;
    picture->height = stripes.bands * stripes.rows;
    picture->grey = shown_stripes(stripes);
}

static void make_picture(struct compare_picture *picture, enum shown_kind kind, int side)
{
    static const int odd[][3] = { { 16, 26, 1 },   { 2048, 26, 4 }, { 512, 1, 1 },
                                  { 1, 1, 1 },     { 64, 64, 7 },   { 777, 13, 64 },
                                  { 16384, 3, 1 }, { 512, 26, 20 } };
    const struct device *device = device_of(kind, side);
    struct shown_stripes stripes = { 512, 26, 20, device->fraction_bits, device->chops };

    picture->group = device->group;
    if (kind == SHOWN_ODD) {
        stripes.width = odd[side % 8][0];
        stripes.bands = odd[side % 8][1];
        stripes.rows = odd[side % 8][2];
        picture->group = side;
    }
    shown_replace(picture, stripes);
}

static void make_set(struct compare *compare, enum shown_kind kind)
{
    struct compare_set *set = &compare->sets[0];

    compare->set_count = 1;
    snprintf(set->name, sizeof set->name, "stripes, fract(2^B + x), fragment highp");
    if (kind != SHOWN_SAME)
        snprintf(set->words, sizeof set->words,
                 "stripe 22, columns 128-383: to nearest against toward zero");
    if (kind == SHOWN_LONG) {
        fill(set->name, sizeof set->name, 'W');
        fill(set->words, sizeof set->words, 'W');
    }
    set->pictures = calloc((size_t) compare->count, sizeof *set->pictures);
    assert(set->pictures);
    for (int i = 0; i < compare->count; i++) {
        if (kind == SHOWN_ODD && i % 5 == 4)
            set->pictures[i].group = -1;
        else
            make_picture(&set->pictures[i], kind, i);
    }
}

static void make_cells(struct compare *compare, enum shown_kind kind, int at)
{
    static const char *const answers[] = { "24 bits, rne", "14 bits, rtz", "11 bits, rtz",
                                           "not a number", "folded" };
    struct compare_row *row = &compare->rows[at];

    row->cells = calloc((size_t) compare->count, sizeof *row->cells);
    assert(row->cells);
    for (int i = 0; i < compare->count; i++) {
        struct compare_cell *cell = &row->cells[i];
        int group = kind == SHOWN_SAME || at % 4 == 3 ? 0 : i * (at + 1) % (at % 5 + 2);
        bool asked = kind != SHOWN_ODD || (i + at) % 3;

        cell->group = asked ? group : -1;
        if (asked && group >= row->groups)
            row->groups = group + 1;
        snprintf(cell->text, sizeof cell->text, "%s", asked ? answers[group % 5] : "-");
        if (kind == SHOWN_LONG)
            fill(cell->text, sizeof cell->text, 'W');
    }
}

static void make_row(struct compare *compare, enum shown_kind kind, int at)
{
    static const char *const names[] = { "fragment highp", "fragment mediump",
                                         "a * b + c, plain", "inversesqrt(x)",
                                         "subnormals, vertex" };
    struct compare_row *row = &compare->rows[at];

    make_cells(compare, kind, at);
    row->section = at < 8 ? "verdict" : at < 20 ? "operations" : "functions";
    row->weight = 1000 - 25 * (at % 20) - at;
    snprintf(row->name, sizeof row->name, "%s %d", names[at % 5], at);
    if (row->groups > 1 && at % 3)
        snprintf(row->words, sizeof row->words,
                 "mediump is 10 bits here, 23 there; stripe %d tells", at % 26);
    if (kind == SHOWN_LONG) {
        fill(row->name, sizeof row->name, 'W');
        fill(row->words, sizeof row->words, 'W');
    }
    compare->differing += row->groups > 1;
}

// Moves the rows that differ to the front of their sections.
static void order_rows(struct compare *compare)
{
    for (int i = 1; i < compare->row_count; i++)
        for (int j = i; j > 0; j--) {
            struct compare_row *row = &compare->rows[j], *before = row - 1, moved = *row;

            if (strcmp(before->section, row->section) != 0 || row->groups < 2 ||
                before->groups > 1)
                break;
            *row = *before;
            *before = moved;
        }
}

struct compare *shown_make(enum shown_kind kind, int sides)
{
    struct compare *compare = calloc(1, sizeof *compare);

    assert(compare);
    compare->count = sides;
    compare->sides = calloc((size_t) sides, sizeof *compare->sides);
    compare->labels = calloc((size_t) sides, sizeof *compare->labels);
    assert(compare->sides && compare->labels);
    for (int i = 0; i < sides; i++)
        make_side(compare, kind, i);
    if (kind != SHOWN_PICTURELESS)
        make_set(compare, kind);
    if (kind == SHOWN_PICTURES)
        return compare;
    compare->row_count = ROWS;
    compare->rows = calloc(ROWS, sizeof *compare->rows);
    assert(compare->rows);
    for (int i = 0; i < ROWS; i++)
        make_row(compare, kind, i);
    order_rows(compare);
    return compare;
}

void shown_free(struct compare *compare)
{
    for (int i = 0; i < compare->set_count; i++) {
        for (int side = 0; side < compare->count; side++)
            free(compare->sets[i].pictures[side].grey);
        free(compare->sets[i].pictures);
    }
    for (int i = 0; i < compare->row_count; i++)
        free(compare->rows[i].cells);
    for (int i = 0; i < compare->count; i++)
        free((void *) (uintptr_t) compare->sides[i]);
    free(compare->rows);
    free(compare->labels);
    free(compare->sides);
    free(compare);
}

// ---- a golden ----

struct shown_delta shown_delta(struct shown_stripes stripes, long pixel)
{
    const size_t count =
        (size_t) stripes.width * (size_t) stripes.bands * (size_t) stripes.rows;
    struct shown_delta made = { .want = shown_stripes(stripes),
                                .differs = calloc(count, 1) };

    stripes.chops = pixel < 0;
    made.got = shown_stripes(stripes);
    assert(made.differs);
    if (pixel >= 0)
        made.got[pixel] ^= 0x40;
    made.delta = (struct sheet_delta){ .title = "stripes fragment highp plain",
                                       .cause = "the sums are cut",
                                       .want_note = "24-bit significand",
                                       .got_note = "an older driver",
                                       .width = stripes.width,
                                       .height = stripes.bands * stripes.rows,
                                       .want = made.want,
                                       .got = made.got,
                                       .differs = made.differs };
    for (size_t i = 0; i < count; i++) {
        made.differs[i] = made.got[i] != made.want[i];
        made.delta.mismatches += made.differs[i];
    }
    return made;
}

void shown_delta_free(struct shown_delta *made)
{
    free(made->want);
    free(made->got);
    free(made->differs);
    *made = (struct shown_delta){ 0 };
}

// ---- foreign pictures ----

// Where (x, y) of the upright picture comes to lie in the shot.
static void put(const struct shown_shot *made, double x, double y, double out[2])
{
    double width = made->stripes.width, height = made->stripes.bands * made->stripes.rows;

    if (made->mirrored)
        x = width - x;
    for (int i = 0; i < made->quarter_turns; i++) {
        double before = x;
        x = height - y;
        y = before;
        before = width;
        width = height;
        height = before;
    }
    out[0] = x + made->border;
    out[1] = y + made->border - made->cut;
}

static void see_stripe(const struct shown_stripes *stripes, int band,
                       struct analyze_stripe *seen)
{
    int above = stripes->fraction_bits - band;

    *seen = (struct analyze_stripe){ .seen = above > 7   ? ANALYZE_SMOOTH
                                             : above > 0 ? ANALYZE_STEPS
                                                         : ANALYZE_BLACK,
                                     .steps = above > 0 && above <= 7 ? 1 << above : 0,
                                     .left = above > 7 };
    if (seen->seen == ANALYZE_STEPS && stripes->chops)
        seen->left = 1 - 1.0 / seen->steps;
}

static void place(const struct shown_shot *made, struct analyze_place *out)
{
    const double width = made->stripes.width;
    const double height = made->stripes.bands * made->stripes.rows;
    double zero[2], along[2], up[2];

    put(made, 0, height, zero);
    put(made, width, height, along);
    put(made, 0, 0, up);
    *out = (struct analyze_place){
        .x0 = zero[0],
        .y0 = zero[1],
        .ux = along[0] - zero[0],
        .uy = along[1] - zero[1],
        .vx = up[0] - zero[0],
        .vy = up[1] - zero[1],
        .quarter_turns = made->quarter_turns,
        .mirrored = made->mirrored,
    };
}

static void paint(const struct shown_shot *made, struct shot *shot)
{
    const int width = made->stripes.width;
    const int height = made->stripes.bands * made->stripes.rows;
    const bool lies = made->quarter_turns % 2;
    uint8_t *grey = shown_stripes(made->stripes);

    shot->width = (lies ? height : width) + 2 * made->border;
    shot->height = (lies ? width : height) + 2 * made->border - made->cut;
    shot->grey = malloc((size_t) shot->width * (size_t) shot->height);
    assert(shot->grey);
    memset(shot->grey, made->ground, (size_t) shot->width * (size_t) shot->height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double at[2];
            put(made, x + 0.5, y + 0.5, at);
            int row = (int) floor(at[1]), column = (int) floor(at[0]);
            if (row >= 0 && row < shot->height)
                shot->grey[(size_t) row * (size_t) shot->width + (size_t) column] =
                    grey[y * width + x];
        }
    free(grey);
}

struct shown_seen shown_see(const struct shown_shot *made)
{
    struct shown_seen seen = { 0 };
    struct analyze_answer *answer = &seen.answer;

    paint(made, &seen.shot);
    answer->conclusive = true;
    answer->found = true;
    answer->fraction_bits = made->stripes.fraction_bits;
    answer->survivors = VERDICT_RULE(made->stripes.chops ? FP_RTZ : FP_RNE);
    answer->pattern = verdict_pattern(answer->survivors);
    answer->confidence = 0.97;
    answer->stripes = made->stripes.bands;
    place(made, &answer->place);
    for (int i = 0; i < made->stripes.bands && i < ANALYZE_STRIPES_MAX; i++) {
        double v = (i + 0.5) / made->stripes.bands;
        double y = answer->place.y0 + 0.5 * answer->place.uy + v * answer->place.vy;
        if (y >= 0 && y <= seen.shot.height)
            see_stripe(&made->stripes, i, &answer->stripe[i]);
    }
    return seen;
}

void shown_seen_free(struct shown_seen *seen)
{
    free(seen->shot.grey);
    *seen = (struct shown_seen){ 0 };
}

struct sheet_overlay shown_overlay(const struct shown_seen *seen)
{
    return (struct sheet_overlay){ .name = "a-phone.png",
                                   .verdict = "24-bit significand, rounds to nearest",
                                   .twins = "NVIDIA Tegra 3, fragment shader",
                                   .shot = &seen->shot,
                                   .answer = &seen->answer };
}
