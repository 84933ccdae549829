// SPDX-License-Identifier: MIT

#include "survey/ahead.h"

#include "base/clock.h"
#include "base/isolate.h"
#include "base/log.h"
#include "device/device.h"
#include "measure/measure.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define SAMPLE     4       // questions behind the first, in which a driver makes ready
#define COMPILE_NS 8000000 // of processor time, of one that is compiled; else 3 ms
#define COMPILE_MS 20      // of one that is compiled, as a rule
#define JUDGE_MS   4       // of one that was compiled here
#define LEAD_MS    100     // few take longer to compile
#define AHEAD      32      // questions of which a driver may compile

// The memory that both processes share: the survey writes it, the second process reads
// it.
struct order {
    const struct survey_options *options;
    const char *shader_dir;
    char id[sizeof(((struct device *) NULL)->path_id)]; // "": it waits
    _Atomic int asking; // the question that the survey asks
    int64_t sum;        // ns of processor time that the questions [1, SAMPLE] have cost
};

struct ahead {
    struct isolated isolated;
    struct order *order;
};

// Paints a task with as few pixels as its program allows. Returns false if the device
// is lost.
static bool paint(struct device *device, const struct task *task)
{
    struct probe_params params = task->params;
    struct measurement unused;

    bool ok = measure_paint(device, task->probe, &params, &unused);

    measure_finish(&unused);
    return ok;
}

// Returns the first task that the survey will reach only after this process has
// compiled it; -1 if none is left. Skips fragment tasks that follow a probe with
// textures: llvmpipe compiles for a sampler that was left bound, and this process has
// another one bound.
static int next_question(const struct plan *plan, const bool *painted, int asking)
{
    int left_ms = 0; // until the survey is there
    bool sampled = false;

    for (int i = 0; i < plan->count; i++) {
        const struct task *task = &plan->tasks[i];
        bool alike = !sampled || task->params.stage != STAGE_FRAGMENT;

        sampled = sampled || task->probe->textures;
        if (i < asking)
            continue;
        if (alike && !painted[i] && left_ms >= LEAD_MS)
            return i;
        left_ms += painted[i] ? JUDGE_MS : COMPILE_MS;
    }
    return -1;
}

static void paint_ahead(struct device *device, const struct plan *plan,
                        const struct order *order)
{
    static bool painted[PLAN_TASKS_MAX];
    int i;

    while ((i = next_question(plan, painted, atomic_load(&order->asking))) >= 0) {
        painted[i] = true;
        if (!paint(device, &plan->tasks[i]))
            return;
    }
}

// Returns true if the driver keeps programs that another process compiled.
static bool keeps_compiled(struct device *device, const struct plan *plan,
                           const struct order *order)
{
    bool ok = paint(device, &plan->tasks[0]);
    int64_t before = clock_thread_ns();

    for (int i = 1; ok && i <= SAMPLE; i++)
        ok = paint(device, &plan->tasks[i]);
    return ok && clock_thread_ns() - before < order->sum / 2;
}

static void ahead_work(const void *context, void *answer)
{
    static struct plan plan;
    const struct order *order = context;
    const struct device_options how = { .shader_dir = order->shader_dir };
    struct device device;

    (void) answer;
    if (!order->id[0])
        return;
    log_hold(true);
    dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    device_before_gl(NULL);
    if (device_open(&device, order->id, &how)) {
        plan_make(&plan, &device, order->options);
        if (keeps_compiled(&device, &plan, order))
            paint_ahead(&device, &plan, order);
    }
    _exit(0);
}

struct ahead *ahead_start(const struct survey_options *options, const char *shader_dir)
{
    static struct ahead ahead;
    struct order *order;
    char unused[80];

    if (!options->full || options->probe || sysconf(_SC_NPROCESSORS_ONLN) < 2)
        return NULL;
    order = mmap(NULL, sizeof *order, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                 -1, 0);
    if (order == MAP_FAILED)
        return NULL;
    *order = (struct order){ .options = options, .shader_dir = shader_dir };
    ahead = (struct ahead){ .order = order };
    if (isolate_begin(&ahead.isolated, ahead_work, order, NULL, 0, unused, sizeof unused))
        return &ahead;
    munmap(order, sizeof *order);
    return NULL;
}

void ahead_note(struct ahead *ahead, const struct device *device, int index, int64_t cost)
{
    if (!ahead)
        return;
    atomic_store(&ahead->order->asking, index + 1);
    if (index < 1 || index > SAMPLE)
        return;
    ahead->order->sum += cost;
    if (index < SAMPLE || ahead->order->sum < SAMPLE * (int64_t) COMPILE_NS)
        return;
    log_info("the driver compiles; a second process has it compile the last questions");
    snprintf(ahead->order->id, sizeof ahead->order->id, "%s", device_opened_by(device));
    isolate_again(&ahead->isolated);
}

void ahead_end(struct ahead *ahead)
{
    if (!ahead)
        return;
    isolate_leave(&ahead->isolated);
    munmap(ahead->order, sizeof *ahead->order);
}

void ahead_prepare(struct device *device, const struct plan *plan, int done,
                   int *prepared)
{
    if (!device->prepare || device->facts.software || plan->count < AHEAD)
        return;
    if (*prepared < done + 1)
        *prepared = done + 1;
    for (; *prepared < plan->count && *prepared < done + AHEAD; ++*prepared) {
        const struct task *task = &plan->tasks[*prepared];

        if (!measure_unsupported(device, task->probe, &task->params))
            device->prepare(device, task->probe, &task->params);
    }
}
