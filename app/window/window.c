// SPDX-License-Identifier: MIT

#include "window/window.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/png/png.h"
#include "device/screen.h"
#include "measure/difference.h"
#include "probe/picture.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WINDOW_WIDTH  512
#define WINDOW_HEIGHT 520
#define PERIOD_S      1.0
#define SHOTS         999
#define DIFFERENT     0xff1e5affu // orange, which no grey is

enum view { VIEW_GOT, VIEW_WANT, VIEW_DIFFERENCE };

struct window {
    struct device *device;
    struct screen *screen;
    const char *folder;
    struct survey_options asked;
    const struct probe *probe;
    enum view view;

    // The last answer. `got` is empty where nothing was painted.
    struct pixels got, shown;
    struct result result;
    struct probe_params params;
    double took_s;
};

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static bool copy(struct pixels *to, const struct pixels *from)
{
    pixels_finish(to);
    return pixels_copy(to, from);
}

static bool keep(void *context, struct result *result, const struct pixels *got,
                 const uint8_t *grey)
{
    struct window *window = context;

    (void) grey;
    if (strcmp(result->probe, window->probe->name))
        return true;
    return copy(&window->got, got);
}

// What the reference must be told to paint the same picture: the format that the
// device turned out to have.
static void set_params(struct window *window, const struct report *report)
{
    const struct result *result = &window->result;
    struct verdict found = report_combine(report, result->stage, result->precision);
    struct fp_format format = FP_BINARY32;

    if (found.fraction_bits > 0 && found.fraction_bits < format.precision)
        format.precision = found.fraction_bits + 1;
    if (found.emax > 0 && !found.emax_at_least)
        format.emax = found.emax;
    window->params = (struct probe_params){
        .stage = result->stage,
        .precision = result->precision,
        .form = result->form,
        .readout = result->readout,
        .width = window->probe->ramp >= 0 ? result->columns : WINDOW_WIDTH,
        .rows = result->bands > 0 ? result->height / result->bands : 1,
        .model = { .format = format, .round = FP_RNE },
        .precision_bits = format.precision,
    };
}

static const struct result *find_result(const struct window *window,
                                        const struct report *report)
{
    for (int i = 0; i < report->count; i++)
        if (!strcmp(report->results[i].probe, window->probe->name))
            return &report->results[i];
    return NULL;
}

// Asks the question anew. Returns false if the device broke.
static bool ask(struct window *window)
{
    struct report report = { 0 };
    struct survey_pictures pictures = { 0 };
    double start = now_s();
    bool ok;

    pixels_finish(&window->got);
    window->asked.probe = window->probe->name;
    ok = survey(window->device, &window->asked, &report, &pictures);
    window->result = (struct result){ .verdict = verdict_unknown(STATUS_SKIPPED) };
    if (find_result(window, &report))
        window->result = *find_result(window, &report);
    set_params(window, &report);
    survey_pictures_finish(&pictures);
    report_finish(&report);
    window->took_s = now_s() - start;
    return ok;
}

// As a grey level, whatever the readout.
static uint32_t look(const struct window *window, uint32_t word)
{
    if (window->got.readout == READOUT_RGBA8)
        return word;
    return probe_encode(window->probe, READOUT_RGBA8, word);
}

static bool same(const struct window *window, uint32_t got, uint32_t want)
{
    enum readout readout = window->got.readout;

    if (readout == READOUT_RGBA8)
        want = fp_bits((float) probe_value(window->probe, readout, want));
    return probe_shows(window->probe, readout, got, want);
}

// A difference is lit, the rest dimmed.
static uint32_t contrast(const struct window *window, uint32_t got, uint32_t want)
{
    if (!same(window, got, want))
        return DIFFERENT;
    return (look(window, got) >> 2 & 0x3f3f3f) | 0xff000000u;
}

static uint32_t shade(const struct window *window, uint32_t got, uint32_t want)
{
    switch (window->view) {
    case VIEW_GOT: return look(window, got);
    case VIEW_WANT: return look(window, want);
    default: return contrast(window, got, want);
    }
}

static bool paint_reference(const struct window *window, struct pixels *want)
{
    struct unit unit = unit_model();
    struct difference unused;

    return difference(window->probe, &window->params, &unit, &window->got, &unused, want);
}

// Fills window->shown; where nothing was painted it is one black pixel.
static bool compose(struct window *window)
{
    const struct pixels *got = &window->got;
    bool painted = got->words != NULL;
    struct pixels want = { 0 };
    bool ok = false;

    pixels_finish(&window->shown);
    if (!pixels_init(&window->shown, painted ? got->width : 1, painted ? got->height : 1,
                     READOUT_RGBA8))
        return false;
    window->shown.words[0] = 0xff000000u;
    if (!painted)
        return true;
    if (!paint_reference(window, &want))
        goto out;
    for (int y = 0; y < got->height; y++)
        for (int x = 0; x < got->width; x++)
            pixels_row(&window->shown, y)[x] =
                shade(window, pixels_row(got, y)[x], pixels_row(&want, y)[x]);
    ok = true;

out:
    pixels_finish(&want);
    return ok;
}

static void set_title(const struct window *window)
{
    static const char *const views[] = { "", ", the reference", ", difference" };
    const struct result *result = &window->result;
    char verdict[200], title[600];

    verdict_text(&result->verdict, verdict, sizeof(verdict));
    snprintf(title, sizeof(title), "%s %s %s%s: %s; %ld of %ld pixels differ - %s",
             window->probe->name,
             precision_name((enum precision) window->asked.precision),
             form_name((enum form) window->asked.form), views[window->view],
             result->verdict.status == STATUS_OK ? verdict : result->verdict.reason,
             result->difference.mismatches, result->difference.pixels,
             window->device->facts.renderer);
    screen_title(window->screen, title);
}

static bool refresh(struct window *window)
{
    if (!ask(window) || !compose(window) || !screen_show(window->screen, &window->shown))
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
        snprintf(path, sizeof(path), "%s/window-%03d.png", window->folder, i);
        if (access(path, F_OK) == 0)
            continue;
        if (png_write(path, &window->shown, notes, 2))
            fprintf(stderr, "fpstripe: wrote %s\n", path);
        return;
    }
    log_error("%s: there are %d screenshots already", window->folder, SHOTS);
}

static void print_help(void)
{
    fputs("n p    next, previous probe\n"
          "1 2 3  highp, mediump, lowp\n"
          "f      next form: plain, guarded, precise, published\n"
          "r      the reference's picture, and back\n"
          "d      difference against the reference, and back\n"
          "s      screenshot\n"
          "h ?    this help\n"
          "q Esc  quit\n",
          stderr);
}

static void toggle(struct window *window, enum view view)
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
    double asked_s = now_s();

    if (!refresh(window))
        return false;
    while (!guard_interrupted()) {
        int key = screen_key(window->screen, PERIOD_S / 4);

        if (!act(window, key))
            return true;
        if (key == SCREEN_NOTHING && now_s() < asked_s + period_s(window))
            continue;
        if (!refresh(window))
            return false;
        asked_s = now_s();
    }
    return true;
}

// The probe that was asked for, or the one that is made to be looked at.
static const struct probe *first_probe(const struct survey_options *options)
{
    int at = 0;

    if (options->probe && !probe_find(options->probe)->lines)
        return probe_find(options->probe);
    while (at < probe_picture_count - 1 && !probe_list[at]->shown)
        at++;
    return probe_list[at];
}

static void start(struct window *window, const struct survey_options *options)
{
    window->asked = *options;
    window->asked.every_stage = window->asked.every_readout = false;
    window->asked.keep = keep;
    window->asked.no_grey = true;
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
        log_error("%s has no window; glfw/%s and fakes have", device->facts.id,
                  api_name(api));
        return false;
    }
    window.screen = screen_open(api, WINDOW_WIDTH, WINDOW_HEIGHT);
    if (!window.screen)
        return false;
    start(&window, options);
    ok = loop(&window);
    screen_close(window.screen);
    pixels_finish(&window.shown);
    pixels_finish(&window.got);
    return ok;
}
