// SPDX-License-Identifier: MIT

#include "tests/compare/html/opposed.h"

#include "compare/private.h"
#include "tests/compare/invented_sides.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH  512
#define ROWS   10
#define BANDS  26
#define HEIGHT (BANDS * ROWS)

#define LENGTH(array) (sizeof array / sizeof(*(array)))

static const char *const hostile[] = {
    "<script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(1)>' onmouseover='alert(1)",
    "&lt;b&gt; &amp; &#60;i&#62; AT&T",
    "bell\a esc\033[31m tab\t feed\n del\177 c1\302\205",
    "right\342\200\256ot-left \342\201\246isolate \342\200\217mark",
    "no UTF-8: \377\376 \300\274script\300\276 \355\240\200 \364\220\200\200 \342\202",
    "-->]]><!-- {{7*7}} ${7*7} javascript:alert(1) url(/nowhere)",
};

static const char *const lengthy[] = { "Renderer_of_a_name_that_has_no_blank_in_it",
                                       "a name of many words " };

const char *opposed_name(enum opposed_case which)
{
    static const char *const names[] = { "two",  "twenty",  "same",
                                         "long", "hostile", "bare" };

    return names[which];
}

struct device {
    const char *name, *renderer, *verdict, *twins;
    int fraction_bits;
    bool truncates, software, simulated;
};

static const struct device devices[] = {
    { "llvmpipe, ES 3.2", "llvmpipe (LLVM 15.0.6, 256 bits)",
      "24-bit significand, rounds to nearest even",
      "GeForce desktop; AMD Radeon HD 3650; ARM Mali-T604", 23, false, true, false },
    { "tegra3, simulated", "simulated: tegra3", "14-bit significand, truncates",
      "NVIDIA Tegra 3, fragment shader", 13, true, false, true },
    { "H200, GL 4.6", "NVIDIA H200/PCIe/SSE2",
      "24-bit significand, rounds to nearest even", "GeForce desktop", 23, false, false,
      false },
    { "mali400, simulated", "simulated: mali400", "11-bit significand, rounds to nearest",
      "", 10, false, false, true },
    { "GC4000, ES 3.0", "Vivante GC4000", "24-bit significand, truncates",
      "Vivante GC4000; VideoCore IV", 23, true, false, false },
};

// Returns fract(2^band + x), for a device whose sums keep so many fraction bits.
static double stripe(const struct device *device, int band, double x)
{
    const double quantum = ldexp(1, band - device->fraction_bits);
    const double cut = device->truncates ? floor(x / quantum) : nearbyint(x / quantum);
    const double sum = cut * quantum;

    return sum - floor(sum);
}

static uint8_t *draw(const struct device *device)
{
    uint8_t *grey = calloc(HEIGHT, WIDTH);

    assert(grey);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH && (HEIGHT - 1 - y) % ROWS < ROWS - 1; x++)
            grey[y * WIDTH + x] = (uint8_t) lrint(
                255 * stripe(device, (HEIGHT - 1 - y) / ROWS, 1 - (x + 0.5) / WIDTH));
    return grey;
}

static void fill_report(struct report *report, const struct device *device, int side)
{
    report->complete = side != 3;
    report->device.api = side % 3 == 2 ? API_GL : API_ES3;
    snprintf(report->device.id, sizeof report->device.id, "egl:%d/es3", side);
    snprintf(report->device.vendor, sizeof report->device.vendor, "Mesa");
    snprintf(report->device.renderer, sizeof report->device.renderer, "%s",
             device->renderer);
    snprintf(report->device.version, sizeof report->device.version,
             "OpenGL ES 3.2 Mesa 22.3.6");
    snprintf(report->device.glsl, sizeof report->device.glsl, "OpenGL ES GLSL ES 3.20");
    snprintf(report->reference_kind, sizeof report->reference_kind, "recorded");
    snprintf(report->reference_name, sizeof report->reference_name,
             "answers of an NVIDIA H200, compute capability 9.0, driver 580.159.04");
}

static void fill_label(struct compare_label *label, const struct device *device, int side)
{
    snprintf(label->name, sizeof label->name,
             side < (int) LENGTH(devices) ? "%s" : "%s (%d)", device->name, side);
    snprintf(label->device, sizeof label->device, "%s, ES 3.2, Mesa 22.3.6",
             device->renderer);
    snprintf(label->verdict, sizeof label->verdict, "%s", device->verdict);
    snprintf(label->twins, sizeof label->twins, "%s", device->twins);
    label->kind = device->simulated  ? "simulated"
                  : device->software ? "software"
                                     : "hardware";
}

// Returns the group of a side: that of the first side with an equal picture.
static int group_of(const struct compare_picture *pictures, int side)
{
    int groups = 0;

    for (int i = 0; i < side; i++) {
        if (pictures[i].group < 0)
            continue;
        if (!memcmp(pictures[i].grey, pictures[side].grey, (size_t) WIDTH * HEIGHT))
            return pictures[i].group;
        groups = pictures[i].group >= groups ? pictures[i].group + 1 : groups;
    }
    return groups;
}

// Adds a set of pictures. Side i draws as device i * turn; one side lacks the second
// picture.
static void add_set(struct compare *compare, const char *name, const char *words,
                    int turn)
{
    const int index = compare->set_count++;
    struct compare_set *set = &compare->sets[index];

    snprintf(set->name, sizeof set->name, "%s", name);
    snprintf(set->words, sizeof set->words, "%s", words);
    if (words[0])
        set->where = (struct compare_where){ 13, 128, 256, 10, 12 };
    set->pictures = calloc((size_t) compare->count, sizeof *set->pictures);
    assert(set->pictures);
    for (int i = 0; i < compare->count; i++) {
        struct compare_picture *picture = &set->pictures[i];

        picture->group = -1;
        if (i == 3 && index == 1)
            continue;
        picture->width = WIDTH;
        picture->height = HEIGHT;
        picture->bands = BANDS;
        picture->grey = draw(&devices[(size_t) (i * turn) % LENGTH(devices)]);
        picture->group = group_of(set->pictures, i);
    }
}

static const char *const sections[] = { "verdict",     "pictures", "operations",
                                        "contraction", "folding",  "subnormals" };
static const char *const answers[] = {
    "24 bits, rne", "14 bits, truncate", "fused", "faithful 0.8 ulp", "flushed", "folded"
};
static const char *const questions[] = {
    "fragment highp",          "fragment mediump",    "a * b + c, plain",
    "(a + b) - a, guarded",    "1.0 / x, precise",    "vertex highp",
    "a tiny product, guarded", "fma(a, b, c), plain",
};

// Fills in the findings of the sides in row r: some rows differ, some were not
// measured.
static void fill_cells(struct compare_row *row, int r, int count, bool same)
{
    for (int i = 0; i < count; i++) {
        struct compare_cell *cell = &row->cells[i];

        cell->group = same || r % 3 == 2 ? 0 : (i * (1 + r % 2)) % (1 + r % 5);
        if (count > 2 && (i + r) % 11 == 7)
            cell->group = -1;
    }
    row->groups = sense_renumber(row->cells, count);
    for (int i = 0; i < count; i++) {
        const int group = row->cells[i].group;

        snprintf(row->cells[i].text, sizeof row->cells[i].text, "%s",
                 group < 0 ? "-" : answers[(size_t) (group + r) % LENGTH(answers)]);
    }
}

static void add_rows(struct compare *compare, int rows, bool same)
{
    compare->rows = calloc((size_t) rows, sizeof *compare->rows);
    assert(compare->rows);
    for (int r = 0; r < rows; r++) {
        struct compare_row *row = &compare->rows[compare->row_count++];

        row->section = sections[(size_t) r * LENGTH(sections) / (size_t) rows];
        row->weight = 900 - r * 37 % 800;
        snprintf(row->name, sizeof row->name, "%s",
                 questions[(size_t) r % LENGTH(questions)]);
        row->cells = calloc((size_t) compare->count, sizeof *row->cells);
        assert(row->cells);
        fill_cells(row, r, compare->count, same);
        compare->differing += row->groups > 1;
        if (row->groups > 1 && r % 4)
            snprintf(row->brief, sizeof row->brief, "contracts 3 of 8 shapes on A and D");
        if (row->groups > 1 && r % 4)
            snprintf(row->words, sizeof row->words, "%s",
                     r % 4 == 1 ? "contracts 3 of 8 shapes; the other contracts none"
                                : "mediump is 10 bits here, 23 there");
    }
}

static void init(struct opposed *opposed, int count)
{
    struct compare *compare = &opposed->compare;

    compare->count = count;
    compare->sides = calloc((size_t) count, sizeof *compare->sides);
    compare->labels = calloc((size_t) count, sizeof *compare->labels);
    assert(compare->sides && compare->labels);
    for (int i = 0; i < count; i++) {
        const struct device *device = &devices[(size_t) i % LENGTH(devices)];

        compare->sides[i] = &opposed->folders[i];
        fill_report(&opposed->folders[i].report, device, i);
        fill_label(&compare->labels[i], device, i);
    }
}

// The strings that replace all others, one after the other; repeatedly if `fill`.
struct spoiler {
    const char *const *from;
    int kinds, next;
    bool fill;
};

static void spoil(struct spoiler *spoiler, char *to, size_t size)
{
    const char *from = spoiler->from[spoiler->next++ % spoiler->kinds];
    const size_t length = strlen(from);

    for (size_t i = 0; i + 1 < size; i++)
        to[i] = i < length || spoiler->fill ? from[i % length] : 0;
    to[size - 1] = 0;
}

#define SPOIL(array) spoil(spoiler, array, sizeof array)

static void spoil_side(struct opposed *opposed, int side, struct spoiler *spoiler)
{
    struct compare_label *label = &opposed->compare.labels[side];
    struct report *report = &opposed->folders[side].report;

    SPOIL(label->name);
    SPOIL(label->device);
    SPOIL(label->verdict);
    SPOIL(label->twins);
    SPOIL(report->device.id);
    SPOIL(report->device.vendor);
    SPOIL(report->device.renderer);
    SPOIL(report->device.version);
    SPOIL(report->device.glsl);
    SPOIL(report->device.driver);
    SPOIL(report->reference_kind);
    SPOIL(report->reference_name);
    SPOIL(report->equals);
}

static void spoil_all(struct opposed *opposed, struct spoiler *spoiler)
{
    struct compare *compare = &opposed->compare;

    for (int i = 0; i < compare->count; i++)
        spoil_side(opposed, i, spoiler);
    for (int r = 0; r < compare->row_count; r++) {
        compare->rows[r].section = spoiler->from[r * spoiler->kinds / compare->row_count];
        SPOIL(compare->rows[r].name);
        SPOIL(compare->rows[r].words);
        SPOIL(compare->rows[r].brief);
        for (int i = 0; i < compare->count; i++)
            SPOIL(compare->rows[r].cells[i].text);
    }
    for (int i = 0; i < compare->set_count; i++) {
        SPOIL(compare->sets[i].name);
        SPOIL(compare->sets[i].words);
    }
}

struct opposed *opposed_make(enum opposed_case which)
{
    struct opposed *opposed = calloc(1, sizeof *opposed);

    assert(opposed);
    init(opposed, which == OPPOSED_TWENTY ? 20 : which == OPPOSED_LONG ? 3 : 2);
    if (which == OPPOSED_BARE)
        return opposed;
    add_set(&opposed->compare, "stripes, fract(2^B + x), fragment highp",
            which == OPPOSED_SAME ? ""
                                  : "stripe 13, columns 128-383: to nearest against "
                                    "toward zero; stripes 10-12: 23 bits against 13",
            which != OPPOSED_SAME);
    if (which == OPPOSED_TWENTY) {
        add_set(&opposed->compare, "stripes, fract(2^B + x), fragment mediump", "", 2);
        add_set(&opposed->compare, "width, (2^i + 1) - 2^i, fragment highp", "", 0);
    }
    add_rows(&opposed->compare, which == OPPOSED_TWENTY ? 240 : 60,
             which == OPPOSED_SAME);
    if (which == OPPOSED_LONG)
        spoil_all(opposed, &(struct spoiler){ lengthy, LENGTH(lengthy), 0, true });
    if (which == OPPOSED_HOSTILE)
        spoil_all(opposed, &(struct spoiler){ hostile, LENGTH(hostile), 0, false });
    return opposed;
}

void opposed_free(struct opposed *opposed)
{
    compare_finish(&opposed->compare);
    free(opposed);
}

char *opposed_page(const struct opposed *opposed)
{
    return compared_written(&opposed->compare, compare_html);
}

char *opposed_page_of(enum opposed_case which)
{
    struct opposed *opposed = opposed_make(which);
    char *page = opposed_page(opposed);

    opposed_free(opposed);
    return page;
}

int opposed_count(const char *page, const char *what)
{
    int count = 0;

    for (const char *at = page; (at = strstr(at, what)); at += strlen(what))
        count++;
    return count;
}
