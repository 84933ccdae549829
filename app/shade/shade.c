// SPDX-License-Identifier: MIT

#include "shade/shade.h"

#include "base/clock.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "shade/captured.h"
#include "shade/compile.h"
#include "shade/opens.h"
#include "shade/precise.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SHADE_THREADS  64
#define SHADE_MEASURED 10 // lines whose lost bits are measured

// ---- a shader ----

static bool shade_compile(struct shade *shade)
{
    size_t count;

    if (!compile(&shade->input, shade->name, &shade->words, &count))
        return false;
    if (spirv_read(&shade->spirv, shade->words, count)) {
        precise_mark(&shade->spirv, shade->input.text);
        return true;
    }
    log_error("%s: %s", shade->name, shade->spirv.fault);
    return false;
}

bool shade_take(struct shade *shade, const char *name, const char *text)
{
    *shade = (struct shade){ .name = name };
    if (input_take(&shade->input, name, text) && shade_compile(shade))
        return true;
    shade_close(shade);
    return false;
}

bool shade_open(struct shade *shade, const char *path)
{
    *shade = (struct shade){ .name = path };
    if (input_read(&shade->input, path) && shade_compile(shade))
        return true;
    shade_close(shade);
    return false;
}

bool shade_program(const struct shade *shade, const struct lower_traits *traits,
                   struct program *program)
{
    char fault[200];
    uint32_t line;

    if (lower(&shade->spirv, traits, program, fault, &line))
        return true;
    if (line > 0)
        log_error("%s:%u: %s", shade->name, line, fault);
    else
        log_error("%s: %s", shade->name, fault);
    return false;
}

void shade_close(struct shade *shade)
{
    input_finish(&shade->input);
    spirv_finish(&shade->spirv);
    free(shade->words);
    *shade = (struct shade){ 0 };
}

// ---- a device ----

// Returns the word of a deviation that is not simulated here, or NULL.
static const char *not_simulated(const struct traits *traits)
{
    if (traits->inside_bits > traits->model.format.precision)
        return "excess";
    if (traits->coarse_bits)
        return "coarse";
    if (traits->constants)
        return "constants";
    return traits->programs ? "programs" : NULL;
}

static bool shade_settle(struct shade_device *device, enum program_precision k,
                         const char *id)
{
    static const enum precision precisions[] = {
        [PROGRAM_HIGH] = PRECISION_HIGHP, [PROGRAM_MEDIUM] = PRECISION_MEDIUMP
    };
    struct fake_arithmetic *arithmetic = &device->arithmetic[k];
    struct machine_precision *precision = &device->machine.precisions[k];
    const char *word;

    fake_arithmetic(&device->device, precisions[k], arithmetic);
    if (k == PROGRAM_MEDIUM && device->traits->medium_keeps_subnormals)
        arithmetic->traits.model.flush_in = arithmetic->traits.model.flush_out = false;
    *precision =
        (struct machine_precision){ .traits = arithmetic->traits,
                                    .unit = arithmetic->unit,
                                    .plain = arithmetic->plain,
                                    .int_bits = arithmetic->traits.integer_bits };
    word = not_simulated(&arithmetic->traits);
    if (word)
        log_error("%s: shade does not simulate '%s'", id, word);
    return !word;
}

static bool say_no_traits(const char *name)
{
    char list[200] = "";

    for (int i = 0; lower_traits_at(i)->name; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
                 lower_traits_at(i)->name);
    log_error("formulas '%s' are unknown; use one of %s", name, list);
    return false;
}

bool shade_device_open(struct shade_device *device, const char *id, const char *traits)
{
    *device = (struct shade_device){ .traits = lower_traits_find(traits) };
    if (!device->traits)
        return say_no_traits(traits);
    if (strncmp(id, "fake:", 5) != 0) {
        log_error("%s: not a simulated device (fake:...)", id);
        return false;
    }
    if (!fake_open(&device->device, id))
        return false;
    if (shade_settle(device, PROGRAM_HIGH, id) &&
        shade_settle(device, PROGRAM_MEDIUM, id))
        return true;
    shade_device_close(device);
    return false;
}

void shade_device_exact(struct shade_device *device)
{
    const struct fp_model model = { .format = FP_BINARY32 };

    *device = (struct shade_device){ .traits = lower_traits_at(0),
                                     .machine = { .exact = true } };
    for (int k = 0; k < PROGRAM_PRECISIONS; k++)
        device->machine.precisions[k] = (struct machine_precision){
            .traits = TRAITS_NONE(model), .plain = true, .int_bits = 32
        };
}

bool shade_device_capture(struct shade_device *device, const char *path)
{
    struct captured *captured = captured_open(path);

    *device = (struct shade_device){ 0 };
    if (!captured)
        return false;
    if (!shade_device_open(device, captured->fake, "glsl")) {
        captured_close(captured);
        return false;
    }
    device->captured = captured;
    device->traits = &captured->traits;
    device->machine.captured = true;
    for (int k = 0; k < PROGRAM_PRECISIONS; k++)
        device->machine.keeps_subnormals[k] = captured->keeps_subnormals[k];
    if (captured->keeps_subnormals[PROGRAM_MEDIUM])
        shade_settle(device, PROGRAM_MEDIUM, captured->fake);
    for (int i = 0; i < MACHINE_TABLES; i++)
        device->machine.tables[i] = captured->tables[i];
    return true;
}

void shade_device_close(struct shade_device *device)
{
    captured_close(device->captured);
    if (device->device.close)
        device->device.close(&device->device);
    *device = (struct shade_device){ 0 };
}

// ---- uniforms ----

static void set_uniforms(struct machine *machine, const struct shade_scene *scene)
{
    for (uint32_t i = 0; i < machine->program->external_count; i++) {
        const struct program_external *external = &machine->program->externals[i];
        double *numbers;

        if (external->source != PROGRAM_UNIFORM)
            continue;
        numbers = memory_new(external->count, sizeof *numbers);
        shade_uniform(scene, machine->program, external, numbers);
        machine_set(machine, i, numbers);
        free(numbers);
    }
}

// ---- pictures ----

static void take_tile(const struct machine *machine, const struct shade_scene *scene,
                      int x, int y, double *out)
{
    for (int i = 0; i < MACHINE_LANES; i++) {
        int column = machine_x(x, i), row = machine_y(y, i);
        double *pixel =
            out + 4 * ((size_t) row * (size_t) scene->width + (size_t) column);

        if (column >= scene->width || row >= scene->height)
            continue;
        if (machine->open && scene->open)
            scene->open[(size_t) row * (size_t) scene->width + (size_t) column] =
                opens_pixel(machine, i);
        for (int k = 0; k < 4; k++)
            pixel[k] = machine->discarded[i] ? 0.0 : machine_result(machine, k)[i];
    }
}

// A picture that several threads draw, rows of tiles in turn.
struct drawing {
    const struct program *program;
    const struct machine_device *device;
    const struct shade_scene *scene;
    const bool *rounds;
    double *out;
    struct trace *trace;    // NULL: the picture is drawn; else it is only followed
    pthread_mutex_t adding; // to the trace
    int64_t deadline_ns;
    atomic_int next; // row
    atomic_bool late, stopped;
};

static void shade_draw_row(struct drawing *drawing, struct machine *machine, int y)
{
    for (int x = 0; x < drawing->scene->width && !drawing->stopped; x += MACHINE_SIDE) {
        if (machine_run(machine, x, y) && !guard_interrupted()) {
            take_tile(machine, drawing->scene, x, y, drawing->out);
            continue;
        }
        drawing->late |= machine->late;
        drawing->stopped = true;
    }
}

static void shade_start_machine(const struct drawing *drawing, struct machine *machine,
                                const struct machine_device *device)
{
    machine_init(machine, drawing->program, device);
    machine->width = drawing->scene->width;
    machine->height = drawing->scene->height;
    machine->rounds = drawing->rounds;
    machine->textures = drawing->scene->textures;
    machine->deadline_ns = drawing->deadline_ns;
    set_uniforms(machine, drawing->scene);
}

static void trace_rows(struct drawing *drawing)
{
    const struct shade_scene *scene = drawing->scene;
    struct machine machine, exact;
    struct machine_device exactly = *drawing->device;
    struct tracer tracer;
    int y;

    exactly.exact = true;
    shade_start_machine(drawing, &machine, drawing->device);
    shade_start_machine(drawing, &exact, &exactly);
    tracer_init(&tracer, drawing->trace, &exact, &machine);
    machine_start(&exact);
    machine_start(&machine);
    trace_started(&tracer);
    while (!drawing->stopped && (y = drawing->next++ * MACHINE_SIDE) < scene->height)
        for (int x = 0; x < scene->width && !drawing->stopped; x += MACHINE_SIDE)
            if (!tracer_run(&tracer, &exact, &machine, x, y) || guard_interrupted()) {
                drawing->late |= machine.late || exact.late;
                drawing->stopped = true;
            }
    pthread_mutex_lock(&drawing->adding);
    tracer_finish(&tracer);
    pthread_mutex_unlock(&drawing->adding);
    machine_finish(&machine);
    machine_finish(&exact);
}

static void *shade_draw_rows(void *context)
{
    struct drawing *drawing = context;
    const struct shade_scene *scene = drawing->scene;
    struct machine machine;
    int y;

    if (drawing->trace) {
        trace_rows(drawing);
        return NULL;
    }
    shade_start_machine(drawing, &machine, drawing->device);
    machine_start(&machine);
    while (!drawing->stopped && (y = drawing->next++ * MACHINE_SIDE) < scene->height)
        shade_draw_row(drawing, &machine, y);
    machine_finish(&machine);
    return NULL;
}

// Starts as many threads as there are processors and rows; this one works too.
static void draw_by_threads(struct drawing *drawing)
{
    pthread_t threads[SHADE_THREADS];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int rows = (drawing->scene->height + MACHINE_SIDE - 1) / MACHINE_SIDE, count = 0;

    while (count < SHADE_THREADS && count + 1 < rows && count + 1 < processors &&
           pthread_create(&threads[count], NULL, shade_draw_rows, drawing) == 0)
        count++;
    shade_draw_rows(drawing);
    while (count > 0)
        pthread_join(threads[--count], NULL);
}

// Returns the time at which --timeout ends what begins now; 0: never.
static int64_t deadline_of(const struct shade_scene *scene)
{
    return scene->timeout_s ? clock_now_ns() + scene->timeout_s * INT64_C(1000000000) : 0;
}

static bool shade_draw_all(struct drawing *drawing)
{
    drawing->deadline_ns = deadline_of(drawing->scene);
    draw_by_threads(drawing);
    if (drawing->late)
        log_error("the shader was not done after %d s (--timeout); it may loop for ever",
                  drawing->scene->timeout_s);
    return !drawing->stopped;
}

bool shade_draw(const struct program *program, const struct machine_device *device,
                const struct shade_scene *scene, const bool *rounds, double *out)
{
    struct drawing drawing = {
        .program = program, .device = device, .scene = scene, .rounds = rounds, .out = out
    };

    return shade_draw_all(&drawing);
}

// Follows the exact machine and the device's through the picture; adds to `trace`.
static bool trace_picture(const struct shade_pictures *of, const bool *rounds,
                          struct trace *trace)
{
    struct drawing drawing = { .program = of->program,
                               .device = of->device,
                               .scene = of->scene,
                               .rounds = rounds,
                               .trace = trace };
    bool ok;

    pthread_mutex_init(&drawing.adding, NULL);
    ok = shade_draw_all(&drawing);
    pthread_mutex_destroy(&drawing.adding);
    return ok;
}

// ---- comparing ----

static double shown(double x)
{
    return x > 0 ? fmin(x, 1.0) : 0.0;
}

struct shade_difference shade_compare(const struct shade_scene *scene, const double *got,
                                      const double *want, double limit)
{
    struct shade_difference difference = { .pixels =
                                               (long) scene->width * scene->height };
    double sum = 0;

    for (long i = 0; i < difference.pixels; i++) {
        double most = 0;

        for (int k = 0; k < 4; k++)
            most = fmax(most, fabs(shown(got[4 * i + k]) - shown(want[4 * i + k])));
        sum += most;
        difference.changed += most > limit;
        if (most > difference.largest) {
            difference.largest = most;
            difference.x = (int) (i % scene->width);
            difference.y = (int) (i / scene->width);
        }
    }
    difference.mean = sum / (double) difference.pixels;
    return difference;
}

// By the pixels that they change; where those are as many, by how much.
static int worse_first(const void *a, const void *b)
{
    const struct shade_blame *x = a, *y = b;

    if (x->difference.changed != y->difference.changed)
        return x->difference.changed < y->difference.changed ? 1 : -1;
    if (x->difference.mean < y->difference.mean)
        return 1;
    if (x->difference.mean > y->difference.mean)
        return -1;
    return x->line < y->line ? -1 : x->line > y->line;
}

// Marks the lines that have operations which round.
static bool *rounding_lines(const struct program *program)
{
    bool *lines = memory_new(program->line_count + 1, sizeof *lines);

    for (uint32_t i = 0; i < program->insn_count; i++)
        if (program_rounds(program->insns[i].op) || program_wraps(program->insns[i].op))
            lines[program->insns[i].line] = true;
    return lines;
}

// What the blame of lines needs while it is found.
struct blaming {
    const struct shade_pictures *of;
    struct shade_blames *blames;
    bool *rounds; // [line_count + 1]: lines that round
    double *got;  // a picture
};

static bool draw_blamed(struct blaming *blaming, struct shade_difference *difference)
{
    const struct shade_pictures *of = blaming->of;

    if (!shade_draw(of->program, of->device, of->scene, blaming->rounds, blaming->got))
        return false;
    *difference =
        shade_compare(of->scene, blaming->got, of->exact, blaming->blames->limit);
    return true;
}

static bool blame_each(struct blaming *blaming, const bool *lines)
{
    struct shade_blames *blames = blaming->blames;
    const int64_t deadline_ns = deadline_of(blaming->of->scene);

    for (uint32_t line = 1; line < blaming->of->program->line_count; line++) {
        struct shade_blame *blame = &blames->lines[blames->count];
        bool ok;

        if (!lines[line])
            continue;
        if (deadline_ns && clock_now_ns() > deadline_ns) {
            blames->untried++;
            continue;
        }
        blaming->rounds[line] = true;
        ok = draw_blamed(blaming, &blame->difference);
        blaming->rounds[line] = false;
        if (!ok)
            return false;
        blame->line = line;
        blames->count++;
    }
    qsort(blames->lines, (size_t) blames->count, sizeof *blames->lines, worse_first);
    while (blames->blamed < blames->count &&
           blames->lines[blames->blamed].difference.changed > 0)
        blames->blamed++;
    return true;
}

// Lets the lines that change most round together until a pixel passes the limit, and then
// takes out each that is not needed for that.
static bool blame_together(struct blaming *blaming)
{
    struct shade_blames *blames = blaming->blames;
    struct shade_difference difference = { 0 };
    int count = 0, kept = 0;

    while (count < blames->count && difference.changed == 0) {
        blaming->rounds[blames->lines[count++].line] = true;
        if (!draw_blamed(blaming, &difference))
            return false;
    }
    if (difference.changed == 0)
        return true;
    for (int i = 0; i < count; i++) {
        struct shade_blame blame = blames->lines[i];

        blaming->rounds[blame.line] = false;
        if (!draw_blamed(blaming, &difference))
            return false;
        if (difference.changed > 0)
            continue;
        blaming->rounds[blame.line] = true;
        memmove(&blames->lines[kept + 1], &blames->lines[kept],
                (size_t) (i - kept) * sizeof blame);
        blames->lines[kept++] = blame;
    }
    blames->blamed = kept;
    blames->together = kept > 1;
    return true;
}

// Follows the blamed lines, each rounding alone, to the operations that lose most.
static bool measure_lines(struct blaming *blaming)
{
    const struct shade_pictures *of = blaming->of;
    struct shade_blames *blames = blaming->blames;
    bool ok = true;

    memset(blaming->rounds, 0, of->program->line_count);
    for (int i = 0; i < blames->blamed && i < SHADE_MEASURED && ok; i++) {
        struct shade_blame *blame = &blames->lines[i];
        struct trace trace;

        trace_init(&trace, of->program, blame->line);
        blaming->rounds[blame->line] = true;
        ok = trace_picture(of, blaming->rounds, &trace);
        blaming->rounds[blame->line] = false;
        blame->median = trace_median(&trace);
        blame->worst = trace.worst.bits;
        blame->event = trace.worst;
        trace_finish(&trace);
    }
    return ok;
}

bool shade_find_blame(const struct shade_pictures *pictures, struct shade_blames *blames)
{
    const struct program *program = pictures->program;
    const struct shade_scene *scene = pictures->scene;
    bool *lines = rounding_lines(program), ok = true;
    struct blaming blaming = {
        pictures, blames, memory_new((size_t) program->line_count + 1, sizeof(bool)),
        memory_new(4 * (size_t) scene->width * (size_t) scene->height, sizeof(double))
    };

    blames->lines = memory_new((size_t) program->line_count + 1, sizeof *blames->lines);
    blames->count = blames->untried = blames->blamed = 0;
    trace_init(&blames->trace, program, 0);
    if (shade_compare(scene, pictures->got, pictures->exact, blames->limit).changed > 0)
        ok = blame_each(&blaming, lines) &&
             (blames->blamed > 0 || blame_together(&blaming)) && measure_lines(&blaming);
    ok = ok && trace_picture(pictures, NULL, &blames->trace);
    free(blaming.got);
    free(blaming.rounds);
    free(lines);
    return ok;
}

void shade_blames_finish(struct shade_blames *blames)
{
    free(blames->lines);
    trace_finish(&blames->trace);
    *blames = (struct shade_blames){ 0 };
}
