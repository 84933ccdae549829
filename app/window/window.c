// SPDX-License-Identifier: MIT

#include "window/window.h"

#include "base/clock.h"
#include "base/fp_bits.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/png/png.h"
#include "device/screen.h"
#include "probe/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WINDOW_WIDTH  512
#define WINDOW_HEIGHT 520
#define PERIOD_S      1.0
#define SHOTS         999
#define DIFFERENT     0xff1e5affu // orange, which no grey is

enum window_view { VIEW_GOT, VIEW_WANT, VIEW_DIFFERENCE };

struct window {
    struct device *device;
    struct screen *screen;
    const char *folder;
    struct survey_options asked;
    const struct probe *probe;
    enum window_view view;

    // The last answer. `got` is empty where nothing was painted, `want` where nothing
    // was compared.
    struct pixels got, want, shown;
    struct result result;
    double took_s;
};

static void keep_reference(void *context, const struct result *result,
                           const struct pixels *want)
{
    struct window *window = context;

    if (strcmp(result->probe, window->probe->name))
        return;
    pixels_finish(&window->want);
    pixels_copy(&window->want, want);
}

// Takes the result of the probe, and its picture, out of those of a survey.
static void take_result(struct window *window, const struct report *report,
                        struct pixels *drawn)
{
    window->result = (struct result){ .verdict = verdict_unknown(STATUS_SKIPPED) };
    for (int i = report->count - 1; i >= 0; i--) {
        if (!strcmp(report->results[i].probe, window->probe->name)) {
            window->result = report->results[i];
            pixels_finish(&window->got);
            window->got = drawn[i];
        } else {
            pixels_finish(&drawn[i]);
        }
    }
    free(drawn);
}

// Asks the question anew. Returns false if the device broke.
static bool window_ask(struct window *window)
{
    struct capture capture = { 0 };
    struct report report = { 0 };
    struct pixels *drawn = NULL;
    double start = 1e-9 * (double) clock_now_ns();
    bool ok;

    pixels_finish(&window->got);
    pixels_finish(&window->want);
    window->asked.probe = window->probe->name;
    window->asked.pictures = &drawn;
    ok = survey(window->device, &window->asked, &capture, &report, NULL);
    take_result(window, &report, drawn);
    report_finish(&report);
    capture_finish(&capture);
    window->took_s = 1e-9 * (double) clock_now_ns() - start;
    return ok;
}

// As a grey level, whatever the readout.
static uint32_t window_look(const struct window *window, uint32_t word)
{
    if (window->got.readout == READOUT_RGBA8)
        return word;
    return probe_encode(window->probe, READOUT_RGBA8, word);
}

static bool window_same(const struct window *window, uint32_t got, uint32_t want)
{
    enum readout readout = window->got.readout;

    if (readout == READOUT_RGBA8)
        want = fp_bits((float) probe_value(window->probe, readout, want));
    return probe_shows(window->probe, readout, got, want);
}

// A difference is lit, the rest dimmed.
static uint32_t contrast(const struct window *window, uint32_t got, uint32_t want)
{
    if (!window_same(window, got, want))
        return DIFFERENT;
    return (window_look(window, got) >> 2 & 0x3f3f3f) | 0xff000000u;
}

// The device's picture stands in where there is none of the reference.
static enum window_view view_of(const struct window *window)
{
    return window->want.words ? window->view : VIEW_GOT;
}

static uint32_t shade(const struct window *window, uint32_t got, uint32_t want)
{
    switch (view_of(window)) {
    case VIEW_GOT: return window_look(window, got);
    case VIEW_WANT: return window_look(window, want);
    default: return contrast(window, got, want);
    }
}

// Fills window->shown; where nothing was painted it is one black pixel.
static bool compose(struct window *window)
{
    const struct pixels *got = &window->got;
    const struct pixels *want = window->want.words ? &window->want : got;
    bool painted = got->words != NULL;

    pixels_finish(&window->shown);
    pixels_init(&window->shown, painted ? got->width : 1, painted ? got->height : 1,
                READOUT_RGBA8);
    window->shown.words[0] = 0xff000000u;
    for (int y = 0; painted && y < got->height; y++)
        for (int x = 0; x < got->width; x++)
            pixels_row(&window->shown, y)[x] =
                shade(window, pixels_row(got, y)[x], pixels_row(want, y)[x]);
    return true;
}

// The reference by the name of the one that answered.
static void view_text(const struct window *window, char *text, size_t size)
{
    static const char *const views[] = { "", ", the reference", ", difference" };

    if (window->view != VIEW_GOT && !window->want.words)
        snprintf(text, size, ", no reference");
    else if (window->view != VIEW_GOT)
        snprintf(text, size, "%s (%s)", views[window->view], window->result.reference);
    else
        text[0] = '\0';
}

static void set_title(const struct window *window)
{
    const struct result *result = &window->result;
    char verdict[200], view[80], title[600];

    verdict_text(&result->verdict, verdict, sizeof verdict);
    view_text(window, view, sizeof view);
    snprintf(title, sizeof title, "%s %s %s%s: %s; %ld of %ld pixels differ - %s",
             window->probe->name,
             precision_name((enum precision) window->asked.precision),
             form_name((enum form) window->asked.form), view,
             result->verdict.status == STATUS_OK ? verdict : result->verdict.reason,
             result->difference.mismatches, result->difference.pixels,
             window->device->facts.renderer);
    screen_title(window->screen, title);
}

static bool refresh(struct window *window)
{
    if (!window_ask(window) || !compose(window) ||
        !screen_show(window->screen, &window->shown))
        return false;
    set_title(window);
    return true;
}

static bool has_form(const struct probe *probe, int form)
{
    return probe->forms >> form & 1;
}

static void next_form(struct window *window)
{
    do
        window->asked.form = (window->asked.form + 1) % FORM_COUNT;
    while (!has_form(window->probe, window->asked.form));
}

static void step_probe(struct window *window, int step)
{
    int at = 0;

    while (probe_list[at] != window->probe)
        at++;
    window->probe = probe_list[(at + step + probe_picture_count) % probe_picture_count];
    if (!has_form(window->probe, window->asked.form))
        next_form(window);
}

static void save_shot(const struct window *window)
{
    const struct png_note notes[] = {
        { "Probe", window->probe->name },
        { "Device", window->device->facts.renderer },
    };
    char path[4096];

    for (int i = 1; i <= SHOTS; i++) {
        snprintf(path, sizeof path, "%s/window-%03d.png", window->folder, i);
        if (access(path, F_OK) == 0)
            continue;
        if (png_write(path, &window->shown, notes, 2))
            log_end("wrote %s", path);
        return;
    }
    log_error("%s: contains %d screenshots already; choose another directory",
              window->folder, SHOTS);
}

static void print_help(void)
{
    fputs("n p    next or previous probe\n"
          "1 2 3  highp, mediump, lowp\n"
          "f      next form: plain, guarded, precise, published\n"
          "r      show the picture of the reference, or of the device\n"
          "d      show the difference from the reference, or the picture\n"
          "s      save a screenshot\n"
          "h ?    this help\n"
          "q Esc  quit\n",
          stderr);
}

static void toggle(struct window *window, enum window_view view)
{
    window->view = window->view == view ? VIEW_GOT : view;
}

// Returns false if the key ends it.
static bool act(struct window *window, int key)
{
    switch (key) {
    case 'n': step_probe(window, 1); break;
    case 'p': step_probe(window, -1); break;
    case '1': window->asked.precision = PRECISION_HIGHP; break;
    case '2': window->asked.precision = PRECISION_MEDIUMP; break;
    case '3': window->asked.precision = PRECISION_LOWP; break;
    case 'f': next_form(window); break;
    case 'r': toggle(window, VIEW_WANT); break;
    case 'd': toggle(window, VIEW_DIFFERENCE); break;
    case 's': save_shot(window); break;
    case 'h':
    case '?': print_help(); break;
    case 'q':
    case SCREEN_ESCAPE:
    case SCREEN_CLOSED: return false;
    default: break;
    }
    return true;
}

// A slow device gets time to be looked at: at most a fifth of it is spent asking.
static double period_s(const struct window *window)
{
    return 5 * window->took_s > PERIOD_S ? 5 * window->took_s : PERIOD_S;
}

static bool loop(struct window *window)
{
    double asked_s = 1e-9 * (double) clock_now_ns();

    if (!refresh(window))
        return false;
    while (!guard_interrupted()) {
        int key = screen_key(window->screen, PERIOD_S / 4);

        if (!act(window, key))
            return true;
        if (key == SCREEN_NOTHING &&
            1e-9 * (double) clock_now_ns() < asked_s + period_s(window))
            continue;
        if (!refresh(window))
            return false;
        asked_s = 1e-9 * (double) clock_now_ns();
    }
    return true;
}

// The probe that was asked for, or the one that is made to be looked at.
static const struct probe *first_probe(const struct survey_options *options)
{
    int at = 0;

    if (options->probe && !probe_find(options->probe)->expressions)
        return probe_find(options->probe);
    while (at < probe_picture_count - 1 && !probe_list[at]->shown)
        at++;
    return probe_list[at];
}

static void window_start(struct window *window, const struct survey_options *options)
{
    window->asked = *options;
    window->asked.every_stage = window->asked.every_readout = false;
    window->asked.compared = keep_reference;
    window->asked.progress = NULL;
    window->asked.context = window;
    window->probe = first_probe(options);
    if (window->asked.stage < 0)
        window->asked.stage = STAGE_FRAGMENT;
    if (window->asked.precision < 0)
        window->asked.precision = PRECISION_HIGHP;
    if (window->asked.form < 0 || !has_form(window->probe, window->asked.form)) {
        window->asked.form = FORM_COUNT - 1;
        next_form(window);
    }
}

bool window_run(struct device *device, const struct survey_options *options,
                const char *folder)
{
    struct window window = { .device = device, .folder = folder };
    enum api api = device->facts.api;
    bool ok;

    if (strncmp(device->facts.id, "glfw/", 5) && api != API_FAKE) {
        log_error("%s cannot draw to a window; use glfw/%s or a simulated device",
                  device->facts.id, api_name(api));
        return false;
    }
    window.screen = screen_open(api, WINDOW_WIDTH, WINDOW_HEIGHT);
    if (!window.screen)
        return false;
    window_start(&window, options);
    ok = loop(&window);
    screen_close(window.screen);
    pixels_finish(&window.shown);
    pixels_finish(&window.want);
    pixels_finish(&window.got);
    return ok;
}
