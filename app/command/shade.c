// SPDX-License-Identifier: MIT

#include "shade/shade.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/shade_views.h"
#include "config.h"
#include "shade/captured.h"

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
    struct shade_device exact;
    struct shade_view common; // of all devices
    struct one {
        struct session *session;
        const char *id;             // NULL: the best real device
        struct shade_device device; // opened if it is simulated, or a capture
        struct program captured;    // the program of a capture, whose formulas differ
        uint32_t *open;             // its open pixels, owned
        struct device real;         // else
        struct shade_view *view;
    } ones[OPTIONS_DEVICES];
    struct shade_view views[OPTIONS_DEVICES];
    int count;
};

// ---- options ----

static bool is_simulated(const char *id)
{
    return !strncmp(id, "fake:", 5);
}

// Returns true if the device is not asked, but computed.
static bool is_computed(const char *id)
{
    return is_simulated(id) || shade_is_capture(id);
}

static const struct program *program_for(const struct one *one)
{
    return one->device.captured ? &one->captured : &one->session->program;
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
    struct shade_scene *scene = &session->common.scene;

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
    struct shade_scene *scene = &session->common.scene;

    scene->timeout_s = options->timeout_s;
    if (options->argument_count == 0) {
        log_error("shade needs a fragment shader: FILE.frag");
        return false;
    }
    if (!read_time(options->time, &session->common))
        return false;
    session->common.expected_path = options->expect;
    for (int i = 0; i < session->count; i++)
        if (session->common.has_times &&
            (options->output || options->expect || !is_computed(session->ones[i].id))) {
            log_error("--time with a range needs simulated devices, and no pictures");
            return false;
        }
    if (options->expect && session->count > 1) {
        log_error("--expect needs one device");
        return false;
    }
    return read_size(options->size, scene) &&
           read_limit(options->max_difference, &session->common.limit) &&
           read_sets(session);
}

// ---- a real device ----

static bool open_real(void *context)
{
    struct one *one = context;
    bool malformed;

    return device_pick(&one->real, one->id, (enum api) one->session->options->api, NULL,
                       &malformed);
}

static bool draw_real(void *context)
{
    struct one *one = context;
    const struct session *session = one->session;

    if (shade_draw_real(&one->real, &session->shade, &session->program, &one->view->scene,
                        one->view->got))
        return true;
    log_error("%s: %.*s", one->real.facts.id, (int) strcspn(one->real.reason, "\n"),
              one->real.reason);
    return false;
}

static bool call_guarded(struct one *one, bool (*call)(void *context))
{
    return guard_succeeds(call, one, one->session->options->timeout_s, "the driver");
}

// ---- the work ----

static int refused(void)
{
    return guard_interrupted() ? command_interrupted("nothing was written")
                               : COMMAND_BAD_INPUT;
}

// Whether highp has more bits than mediump, and the device is a simulated one.
static bool find_highp(const struct one *one)
{
    const struct machine_precision *precisions = one->device.machine.precisions;

    return is_computed(one->id) &&
           precisions[PROGRAM_HIGH].traits.model.format.precision >
               precisions[PROGRAM_MEDIUM].traits.model.format.precision;
}

// Draws with every qualifier highp, into the picture of the device, which is drawn later.
static bool draw_highp(struct one *one)
{
    struct shade_view *view = one->view;
    const struct machine_device highp = breaks_highp(&one->device.machine);

    if (!view->has_highp)
        return true;
    if (!shade_draw(program_for(one), &highp, &view->scene, NULL, view->got))
        return false;
    view->highp_difference =
        shade_compare(&view->scene, view->got, view->exact, view->limit);
    return true;
}

static bool search_breaks(struct one *one, const struct machine_device *device,
                          struct breaks *breaks)
{
    const struct shade_view *view = one->view;
    const struct breaks_search search = { program_for(one), &one->session->exact.machine,
                                          device,           &view->scene,
                                          view->from,       view->to,
                                          view->limit };

    return breaks_find(&search, breaks);
}

static int try_times(struct one *one)
{
    struct shade_view *view = one->view;
    const struct machine_device highp = breaks_highp(&one->device.machine);

    if (search_breaks(one, &one->device.machine, &view->breaks) &&
        (!view->has_highp || search_breaks(one, &highp, &view->highp_breaks)))
        return COMMAND_DONE;
    return refused();
}

static int draw_simulated(struct one *one)
{
    struct shade_view *view = one->view;
    const struct program *program = program_for(one);
    struct shade_scene scene = view->scene;

    if (one->device.captured) {
        view->program = program;
        view->open = one->open =
            memory_new((size_t) scene.width * (size_t) scene.height, sizeof *one->open);
        scene.open = one->open;
    }
    if (!draw_highp(one) ||
        !shade_draw(program, &one->device.machine, &scene, NULL, view->got))
        return refused();
    shade_views_take_open(view);
    if (!shade_find_blame(&(struct shade_pictures){ program, &one->device.machine,
                                                    &view->scene, view->exact,
                                                    view->got },
                          &view->blames))
        return refused();
    return COMMAND_DONE;
}

static size_t picture_size(const struct session *session)
{
    const struct shade_scene *scene = &session->common.scene;

    return 4 * (size_t) scene->width * (size_t) scene->height;
}

static int draw_one(struct one *one)
{
    struct shade_view *view = one->view;
    int status = COMMAND_DONE;

    view->blames.limit = view->limit;
    view->got = memory_new(picture_size(one->session), sizeof *view->got);
    if (is_computed(one->id))
        status = draw_simulated(one);
    else if (!call_guarded(one, draw_real))
        status = COMMAND_NO_DEVICE;
    if (status == COMMAND_DONE)
        view->difference =
            shade_compare(&view->scene, view->got, view->exact, view->limit);
    if (status == COMMAND_DONE && view->expected_path &&
        !shade_views_expect(view, view->expected_path))
        status = COMMAND_USAGE;
    return status;
}

static int open_one(struct one *one)
{
    const struct options *options = one->session->options;

    if (shade_is_capture(one->id)) {
        if (!shade_device_capture(&one->device, one->id))
            return COMMAND_BAD_INPUT;
        one->view->device = &one->device.captured->facts;
        return COMMAND_DONE;
    }
    if (!is_simulated(one->id)) {
        one->view->device = &one->real.facts;
        return call_guarded(one, open_real) ? COMMAND_DONE : COMMAND_NO_DEVICE;
    }
    if (!shade_device_open(&one->device, one->id,
                           options->formulas ? options->formulas : "glsl"))
        return COMMAND_USAGE;
    one->view->device = &one->device.device.facts;
    return COMMAND_DONE;
}

// Reads the shader, and draws the exact picture.
static int prepare(struct session *session)
{
    const char *path = session->options->arguments[0], *formulas;
    struct shade_view *common = &session->common;

    formulas = session->options->formulas ? session->options->formulas : "glsl";
    if (!shade_open(&session->shade, path) ||
        !shade_program(&session->shade, lower_traits_find(formulas), &session->program))
        return COMMAND_BAD_INPUT;
    if (!shade_check_sets(&common->scene, &session->program))
        return COMMAND_USAGE;
    session->textures = shade_textures(&common->scene, &session->program);
    common->scene.textures = session->textures;
    common->path = path;
    common->program = &session->program;
    common->spirv = &session->shade.spirv;
    common->form = session->shade.input.form;
    common->formulas = formulas;
    common->source = session->shade.input.source;
    shade_device_exact(&session->exact);
    if (common->has_times)
        return COMMAND_DONE;
    common->exact = memory_new(picture_size(session), sizeof *common->exact);
    return shade_draw(&session->program, &session->exact.machine, &common->scene, NULL,
                      common->exact)
               ? COMMAND_DONE
               : refused();
}

static int write_all(struct session *session)
{
    const struct options *options = session->options;
    const struct shade_view *views = session->views;
    const bool limited = options->max_difference && !options->expect;

    if (options->output &&
        !shade_views_write(views, session->count, options->output, options->raw))
        return COMMAND_NO_OUTPUT;
    if (options->json)
        shade_views_json(views, session->count);
    else
        shade_views_text(views, session->count);
    for (int i = 0; i < session->count; i++)
        if ((limited &&
             (views[i].breaks.any || views[i].difference.largest > views[i].limit)) ||
            views[i].expected.changed > 0)
            return COMMAND_UNEXPECTED;
    return COMMAND_DONE;
}

static int shade_work(struct session *session)
{
    int status = COMMAND_DONE;

    for (int i = 0; i < session->count && status == COMMAND_DONE; i++)
        status = open_one(&session->ones[i]);
    if (status == COMMAND_DONE)
        status = prepare(session);
    for (int i = 0; i < session->count && status == COMMAND_DONE; i++) {
        struct one *one = &session->ones[i];
        const struct facts *facts = one->view->device;

        *one->view = session->common;
        one->view->device = facts;
        one->view->simulated = is_computed(one->id);
        if (one->device.captured) {
            one->view->formulas = "captured";
            if (!shade_program(&session->shade, one->device.traits, &one->captured))
                status = COMMAND_BAD_INPUT;
        }
        one->view->has_highp = find_highp(one);
        if (status == COMMAND_DONE)
            status = one->view->has_times ? try_times(one) : draw_one(one);
    }
    return status == COMMAND_DONE ? write_all(session) : status;
}

static void shade_name_devices(struct session *session)
{
    const struct options_words *devices = &session->options->devices;

    session->count = devices->count > 0 ? devices->count : 1;
    for (int i = 0; i < session->count; i++)
        session->ones[i] =
            (struct one){ .session = session,
                          .id = devices->count > 0 ? devices->words[i] : "fake:mali400",
                          .view = &session->views[i] };
}

static void shade_finish(struct session *session)
{
    for (int i = 0; i < session->count; i++) {
        shade_blames_finish(&session->views[i].blames);
        free(session->views[i].got);
        free(session->views[i].opened);
        free(session->ones[i].open);
        program_finish(&session->ones[i].captured);
        shade_device_close(&session->ones[i].device);
    }
    free(session->common.exact);
    for (int i = 0; i < OPTIONS_SETS; i++)
        shade_set_finish(&session->sets[i]);
    free(session->textures);
    program_finish(&session->program);
    shade_close(&session->shade);
}

static int shade_run(const struct options *options)
{
    static struct session session;
    int status;

    session = (struct session){ .options = options };
    shade_name_devices(&session);
    status = understand(&session) ? shade_work(&session) : COMMAND_USAGE;
    if (!guard_lost())
        shade_finish(&session);
    return status;
}

static const struct option_note shade_notes[] = {
    { "device",
      "device to draw as: simulated, fake:mali400 or another id that `fpstripe explain "
      "models` describes (default: fake:mali400); a capture, its folder or its "
      "capture.json; or a real one, as for run; may be given several times",
      NULL },
    { "output",
      "directory for exact.png, device.png, difference.png, the same with alpha, and the "
      "sheet shade.png; with several devices, device-1.png and so on",
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
        "Exit status: 0 done, 1 a pixel differs by more than --max-difference from the "
        "exact picture, or from that of --expect, 3 no such device, 4 FILE is no shader that is supported, 5 output not written.\n",
    .arguments = "FILE",
    .argument_count = 1,
    .options = (const char *const[]){ "device", "api", "formulas", "size", "time", "set",
                                      "max-difference", "expect-picture", "output", "raw",
                                      "json", "timeout", "verbose", "help", NULL },
    .notes = shade_notes,
    .run = shade_run,
};
