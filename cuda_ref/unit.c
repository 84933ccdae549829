// SPDX-License-Identifier: MIT
//
// Operands travel in chunks through four buffers that are allocated when the unit is
// opened, so that a GPU without memory is found out while another reference can still
// be chosen.

#include "cuda_ref/unit.h"

#include "base/fp_bits.h"
#include "base/log.h"
#include "base/memory.h"
#include "cuda_ref/driver.h"
#include "cuda_ref/kernels.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK        ((size_t) 1 << 18) // words
#define BLOCK        256                // threads
#define NAME_SIZE    32
#define BUFFER_COUNT 4 // out, a, b, c

struct cuda {
    struct driver driver;
    pthread_mutex_t lock;
    void *module;
    uint64_t buffers[BUFFER_COUNT];
};

// What a kernel is launched on.
struct work {
    char name[NAME_SIZE]; // the kernel's
    int direction;
    uint64_t *out;
    const uint64_t *operands[3]; // NULL where there is none
    size_t count;
};

// As unit.cu numbers them; -1 where CUDA has no such direction.
static int direction_of(enum fp_round round)
{
    switch (round) {
    case FP_RNE: return 0;
    case FP_RTZ: return 1;
    case FP_RUP: return 2;
    case FP_RDN: return 3;
    default: return -1;
    }
}

// NULL if CUDA has no such format.
static const char *format_name(struct fp_format format)
{
    for (int type = UNARY_BINARY16; type <= UNARY_BINARY64; type++) {
        struct fp_format known = unary_type_format((enum unary_type) type);

        if (known.precision == format.precision && known.emax == format.emax)
            return unary_type_name((enum unary_type) type);
    }
    return NULL;
}

static bool copy_in(struct cuda *cuda, const struct work *work, size_t first, size_t size)
{
    for (int k = 0; k < 3; k++)
        if (work->operands[k] && !driver_put(&cuda->driver, cuda->buffers[1 + k],
                                             work->operands[k] + first, size, work->name))
            return false;
    return true;
}

static bool launch(struct cuda *cuda, const struct work *work, size_t count)
{
    uint64_t *buffers = cuda->buffers;
    unsigned long long words = count;
    int direction = work->direction;
    void *parameters[] = { &buffers[0], &buffers[1], &buffers[2],
                           &buffers[3], &words,      &direction };
    struct driver_grid grid = { (unsigned) ((count + BLOCK - 1) / BLOCK), 1, BLOCK };
    void *function;

    return driver_find(&cuda->driver, cuda->module, work->name, &function) &&
           driver_launch(&cuda->driver, function, grid, parameters, work->name) &&
           driver_wait(&cuda->driver, work->name);
}

static bool run_chunks(struct cuda *cuda, const struct work *work)
{
    for (size_t first = 0; first < work->count; first += CHUNK) {
        size_t count = work->count - first < CHUNK ? work->count - first : CHUNK;
        size_t size = count * sizeof(uint64_t);

        if (!copy_in(cuda, work, first, size) || !launch(cuda, work, count) ||
            !driver_get(&cuda->driver, work->out + first, cuda->buffers[0], size,
                        work->name))
            return false;
    }
    return true;
}

static bool run(struct cuda *cuda, const struct work *work)
{
    pthread_mutex_lock(&cuda->lock);
    bool ok = driver_enter(&cuda->driver);

    if (ok) {
        ok = run_chunks(cuda, work);
        driver_leave(&cuda->driver);
    }
    pthread_mutex_unlock(&cuda->lock);
    return ok;
}

bool cuda_unit_can(const struct unit *unit, enum unit_op op, const struct fp_model *model)
{
    (void) unit;
    if ((unsigned) op >= UNIT_OP_COUNT || direction_of(model->round) < 0 ||
        model->flush_in || model->flush_out || !format_name(model->format))
        return false;
    if (model->format.precision != FP_BINARY16.precision)
        return true;
    return model->round == FP_RNE && op != UNIT_DIV && op != UNIT_SQRT;
}

static bool cuda_apply(const struct unit *unit, const struct unit_call *call)
{
    assert(cuda_unit_can(unit, call->op, &call->model));
    int arity = unit_op_arity(call->op);
    struct work work = {
        .direction = direction_of(call->model.round),
        .out = call->out,
        .operands = { call->a, arity > 1 ? call->b : NULL, arity > 2 ? call->c : NULL },
        .count = call->count,
    };

    snprintf(work.name, sizeof work.name, "%s_%s", unit_op_name(call->op),
             format_name(call->model.format));
    return run(unit->priv, &work);
}

bool cuda_unit_unary(const struct unit *unit, const struct unary *unary,
                     enum fp_round round, uint64_t *out, const uint64_t *a, size_t count)
{
    assert(unary_can(unary, round));
    struct work work = {
        .direction = direction_of(round), .out = out, .operands = { a }, .count = count
    };

    snprintf(work.name, sizeof work.name, "%s", unary->name);
    return run(unit->priv, &work);
}

// The machine code, and where there is none for this GPU, or a driver does not read
// what the toolkit wrote, the PTX.
static bool load_kernels(struct cuda *cuda, bool *compiled)
{
    const struct driver_calls *call = &cuda->driver.call;
    int result =
        kernels_fatbin_size ? call->module_load(&cuda->module, kernels_fatbin) : -1;

    *compiled = result != 0;
    if (result == 0)
        return true;
    if (result > 0)
        log_info("cuda: the machine code is not for this GPU and driver (%d)", result);
    return driver_ok(&cuda->driver, call->module_load(&cuda->module, kernels_ptx),
                     "cuModuleLoadData");
}

static bool allocate(struct cuda *cuda)
{
    for (int i = 0; i < BUFFER_COUNT; i++)
        if (!driver_allocate(&cuda->driver, &cuda->buffers[i], CHUNK * sizeof(uint64_t),
                             ""))
            return false;
    return true;
}

// One addition, so that a GPU on which nothing runs is not taken for a reference.
static bool try_out(struct cuda *cuda)
{
    uint64_t one = fp_bits(1.0f), sum = 0;
    const struct work work = {
        .name = "add_binary32", .out = &sum, .operands = { &one, &one }, .count = 1
    };

    if (!run_chunks(cuda, &work))
        return false;
    if (sum == fp_bits(2.0f))
        return true;
    log_error("cuda: %s adds 1 to 1 and gives %08llx", cuda->driver.gpu,
              (unsigned long long) sum);
    return false;
}

static bool prepare(struct cuda *cuda, bool *compiled)
{
    if (!driver_enter(&cuda->driver))
        return false;
    bool ok = load_kernels(cuda, compiled) && allocate(cuda) && try_out(cuda);

    driver_leave(&cuda->driver);
    return ok;
}

static void state_facts(const struct driver *driver, bool compiled,
                        struct cuda_facts *facts)
{
    struct recorded_facts *who = &facts->who;

    *facts = (struct cuda_facts){ .compiled = compiled };
    snprintf(who->gpu, sizeof who->gpu, "%s", driver->gpu);
    snprintf(who->capability, sizeof who->capability, "%d.%d", driver->capability / 10,
             driver->capability % 10);
    snprintf(facts->api, sizeof facts->api, "%d.%d", driver->version / 1000,
             driver->version % 1000 / 10);
    snprintf(who->driver, sizeof who->driver, "%s",
             driver->kernel_side[0] ? driver->kernel_side : facts->api);
    snprintf(who->toolkit, sizeof who->toolkit, "%s", kernels_ptx_toolkit);
}

// Whatever fails here changes nothing, and why the unit is closed has been said.
static void close_cuda(struct cuda *cuda)
{
    struct driver *driver = &cuda->driver;

    if (driver_usable(driver) && driver->call.context_push(driver->context) == 0) {
        driver_give_back(driver, cuda->buffers, BUFFER_COUNT, cuda->module);
        driver_leave(driver);
    }
    driver_close(driver);
    pthread_mutex_destroy(&cuda->lock);
    free(cuda);
}

bool cuda_unit_open(struct unit *unit, struct cuda_facts *facts)
{
    struct cuda *cuda = memory_new(1, sizeof *cuda);
    bool compiled = false;

    *unit = (struct unit){ 0 };
    pthread_mutex_init(&cuda->lock, NULL);
    if (!driver_open_at(&cuda->driver, 0) || !prepare(cuda, &compiled)) {
        close_cuda(cuda);
        return false;
    }
    if (facts)
        state_facts(&cuda->driver, compiled, facts);
    *unit = (struct unit){
        .name = "cuda", .can = cuda_unit_can, .apply = cuda_apply, .priv = cuda
    };
    return true;
}

void cuda_unit_close(struct unit *unit)
{
    if (unit->priv)
        close_cuda(unit->priv);
    *unit = (struct unit){ 0 };
}
