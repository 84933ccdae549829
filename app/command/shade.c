// SPDX-License-Identifier: MIT

#include "shade/shade.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/shade_views.h"
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_SIZE  256
#define DEFAULT_LIMIT (1.0 / 255.0)
#define TIME_MAX      1e7 // seconds

struct session {
    const struct options *options;
    struct shade_set sets[OPTIONS_SETS];
    const struct texture **textures;
    struct shade shade;
    struct program program;
    struct shade_device device, exact;
    struct device real; // opened if the device is not simulated
    struct shade_view view;
};

// ---- options ----

static bool is_simulated(const struct options *options)
{
    return !options->device || !strncmp(options->device, "fake:", 5);
}

static bool read_number(const char *text, double low, double high, double *number)
{
    char *end;

    *number = strtod(text, &end);
    return end != text && !*end && *number >= low && *number <= high;
}

static bool read_size(const char *text, struct shade_scene *scene)
{
    char rest;

    scene->width = scene->height = DEFAULT_SIZE;
    if (!text || (sscanf(text, "%dx%d%c", &scene->width, &scene->height, &rest) == 2 &&
                  scene->width > 0 && scene->width <= SHADE_SIZE_MAX &&
                  scene->height > 0 && scene->height <= SHADE_SIZE_MAX))
        return true;
    log_error("--size %s: use WIDTHxHEIGHT, each from 1 to %d", text, SHADE_SIZE_MAX);
    return false;
}

// Reads "2/255" or "0.01".
static bool read_limit(const char *text, double *limit)
{
    int level, used = 0;

    *limit = DEFAULT_LIMIT;
    if (!text)
        return true;
    if (sscanf(text, "%d/255%n", &level, &used) == 1 && used > 0 && !text[used] &&
        level >= 0 && level <= 255) {
        *limit = level / 255.0;
        return true;
    }
    if (read_number(text, 0.0, 1.0, limit))
        return true;
    log_error("--max-difference %s: use N/255, or a number from 0 to 1", text);
    return false;
}

static bool read_sets(struct session *session)
{
    const struct options *options = session->options;
    struct shade_scene *scene = &session->view.scene;

    scene->sets = session->sets;
    scene->set_count = options->sets.count;
    for (int i = 0; i < options->sets.count; i++)
        if (!shade_read_set(&session->sets[i], options->sets.words[i]))
            return false;
    return true;
}

// Reads "61.3", or a range, "0..3600".
static bool read_time(const char *text, struct shade_view *view)
{
    const char *dots = text ? strstr(text, "..") : NULL;
    char from[32];

    if (!text)
        return true;
    snprintf(from, sizeof from, "%.*s", dots ? (int) (dots - text) : 31, text);
    view->has_times = dots;
    if (read_number(from, 0.0, TIME_MAX, dots ? &view->from : &view->scene.time) &&
        (!dots ||
         (read_number(dots + 2, 0.0, TIME_MAX, &view->to) && view->from < view->to)))
        return true;
    log_error("--time %s: use seconds from 0 to %g, or a range, 0..3600", text, TIME_MAX);
    return false;
}

static bool understand(struct session *session)
{
    const struct options *options = session->options;
    struct shade_scene *scene = &session->view.scene;

    scene->timeout_s = options->timeout_s;
    if (options->argument_count == 0) {
        log_error("shade needs a fragment shader: FILE.frag");
        return false;
    }
    if (!read_time(options->time, &session->view))
        return false;
    if (session->view.has_times && (options->output || !is_simulated(options))) {
        log_error("--time with a range needs a simulated device, and writes no pictures");
        return false;
    }
    return read_size(options->size, scene) &&
           read_limit(options->max_difference, &session->view.limit) &&
           read_sets(session);
}

// ---- a real device ----

static bool open_real(void *context)
{
    struct session *session = context;
    bool malformed;

    return device_pick(&session->real, session->options->device,
                       (enum api) session->options->api, NULL, &malformed);
}

static bool draw_real(void *context)
{
    struct session *session = context;

    if (shade_draw_real(&session->real, &session->shade, &session->program,
                        &session->view.scene, session->view.got))
        return true;
    log_error("%s: %.*s", session->real.facts.id,
              (int) strcspn(session->real.reason, "\n"), session->real.reason);
    return false;
}

static bool call_guarded(struct session *session, bool (*call)(void *context))
{
    return guard_succeeds(call, session, session->options->timeout_s, "the driver");
}

// ---- the work ----

// Whether highp has more bits than mediump, and the device is a simulated one.
static bool find_highp(struct session *session)
{
    const struct machine_precision *precisions = session->device.machine.precisions;

    return is_simulated(session->options) &&
           precisions[PROGRAM_HIGH].traits.model.format.precision >
               precisions[PROGRAM_MEDIUM].traits.model.format.precision;
}

// Draws with every qualifier highp, into the picture of the device, which is drawn later.
static bool draw_highp(struct session *session)
{
    struct shade_view *view = &session->view;
    const struct machine_device highp = breaks_highp(&session->device.machine);

    if (!view->has_highp)
        return true;
    if (!shade_draw(&session->program, &highp, &view->scene, NULL, view->got))
        return false;
    view->highp_difference =
        shade_compare(&view->scene, view->got, view->exact, view->limit);
    return true;
}

static bool search_breaks(struct session *session, const struct machine_device *device,
                          struct breaks *breaks)
{
    const struct shade_view *view = &session->view;
    const struct breaks_search search = { &session->program,
                                          &session->exact.machine,
                                          device,
                                          &view->scene,
                                          view->from,
                                          view->to,
                                          view->limit };

    return breaks_find(&search, breaks);
}

static int try_times(struct session *session)
{
    struct shade_view *view = &session->view;
    const struct machine_device highp = breaks_highp(&session->device.machine);

    if (search_breaks(session, &session->device.machine, &view->breaks) &&
        (!view->has_highp || search_breaks(session, &highp, &view->highp_breaks)))
        return COMMAND_DONE;
    return guard_interrupted() ? command_interrupted("nothing was written")
                               : COMMAND_BAD_INPUT;
}

static int draw_simulated(struct session *session)
{
    struct shade_view *view = &session->view;

    if (!draw_highp(session) ||
        !shade_draw(&session->program, &session->device.machine, &view->scene, NULL,
                    view->got) ||
        !shade_find_blame(
            &(struct shade_pictures){ &session->program, &session->device.machine,
                                      &view->scene, view->exact, view->got },
            &view->blames))
        return guard_interrupted() ? command_interrupted("nothing was written")
                                   : COMMAND_BAD_INPUT;
    return COMMAND_DONE;
}

// Draws exactly and on the device, and compares.
static int command_shade_draw(struct session *session)
{
    struct shade_view *view = &session->view;
    size_t size = 4 * (size_t) view->scene.width * (size_t) view->scene.height;
    int status = COMMAND_DONE;

    view->blames.limit = view->limit;
    view->exact = memory_new(size, sizeof *view->exact);
    view->got = memory_new(size, sizeof *view->got);
    if (!shade_draw(&session->program, &session->exact.machine, &view->scene, NULL,
                    view->exact))
        return COMMAND_BAD_INPUT;
    if (is_simulated(session->options))
        status = draw_simulated(session);
    else if (!call_guarded(session, draw_real))
        status = COMMAND_NO_DEVICE;
    if (status == COMMAND_DONE)
        view->difference =
            shade_compare(&view->scene, view->got, view->exact, view->limit);
    return status;
}

static int open_devices(struct session *session)
{
    const struct options *options = session->options;
    const char *id = options->device ? options->device : "fake:mali400";
    const char *formulas = options->formulas ? options->formulas : "glsl";

    shade_device_exact(&session->exact);
    if (!is_simulated(options)) {
        if (!call_guarded(session, open_real))
            return COMMAND_NO_DEVICE;
        session->device.traits = lower_traits_find("glsl");
        session->view.device = &session->real.facts;
        return COMMAND_DONE;
    }
    if (!shade_device_open(&session->device, id, formulas))
        return COMMAND_USAGE;
    session->view.device = &session->device.device.facts;
    return COMMAND_DONE;
}

static int write_all(struct session *session)
{
    const struct options *options = session->options;
    const struct shade_view *view = &session->view;

    if (options->output && !shade_views_write(view, options->output, options->raw))
        return COMMAND_NO_OUTPUT;
    if (options->json)
        shade_views_json(view);
    else
        shade_views_text(view);
    if (options->max_difference &&
        (view->breaks.any || view->difference.largest > view->limit))
        return COMMAND_UNEXPECTED;
    return COMMAND_DONE;
}

static int shade_work(struct session *session)
{
    const char *path = session->options->arguments[0];
    int status = open_devices(session);

    if (status != COMMAND_DONE)
        return status;
    if (!shade_open(&session->shade, path) ||
        !shade_program(&session->shade, session->device.traits, &session->program))
        return COMMAND_BAD_INPUT;
    if (!shade_check_sets(&session->view.scene, &session->program))
        return COMMAND_USAGE;
    session->textures = shade_textures(&session->view.scene, &session->program);
    session->view.scene.textures = session->textures;
    session->view.path = path;
    session->view.program = &session->program;
    session->view.spirv = &session->shade.spirv;
    session->view.form = session->shade.input.form;
    session->view.formulas = session->device.traits->name;
    session->view.simulated = is_simulated(session->options);
    session->view.source = session->shade.input.source;
    session->view.has_highp = find_highp(session);
    status = session->view.has_times ? try_times(session) : command_shade_draw(session);
    return status == COMMAND_DONE ? write_all(session) : status;
}

static int shade_run(const struct options *options)
{
    static struct session session;
    int status;

    session = (struct session){ .options = options };
    status = understand(&session) ? shade_work(&session) : COMMAND_USAGE;
    if (guard_lost())
        return status;
    shade_blames_finish(&session.view.blames);
    free(session.view.exact);
    free(session.view.got);
    for (int i = 0; i < OPTIONS_SETS; i++)
        shade_set_finish(&session.sets[i]);
    free(session.textures);
    program_finish(&session.program);
    shade_close(&session.shade);
    shade_device_close(&session.device);
    return status;
}

static const struct option_note shade_notes[] = {
    { "device",
      "device to draw as: simulated, fake:mali400 or another id that `fpstripe explain "
      "models` describes (default: fake:mali400); or a real one, as for run",
      NULL },
    { "output",
      "directory for exact.png, device.png, difference.png, and the sheet shade.png",
      NULL },
    { "timeout", "stop if a picture takes S seconds (default: 120; 0: never)", NULL },
    { NULL, NULL, NULL },
};

const struct command command_shade = {
    .name = "shade",
    .summary = "find the lines of your shader that lose precision on a device",
    .details =
        "FILE is a fragment shader in GLSL ES or GLSL, also as Shadertoy and The Book of "
        "Shaders have them; docs/shade.md says what is supported. The shader is drawn "
        "exactly, in binary64, and as the device computes it. For each line, the blame "
        "is what changes if the operations of that line alone round.\n"
        "Exit status: 0 done, 1 a pixel differs by more than --max-difference, 3 no such "
        "device, 4 FILE is no shader that is supported, 5 output not written.\n",
    .arguments = "FILE",
    .argument_count = 1,
    .options = (const char *const[]){ "device", "api", "formulas", "size", "time", "set",
                                      "max-difference", "output", "raw", "json",
                                      "timeout", "verbose", "help", NULL },
    .notes = shade_notes,
    .run = shade_run,
};
