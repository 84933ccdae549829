// SPDX-License-Identifier: MIT
//
// How it works: question and answer lie in memory that both processes share, a chunk of
// operands at a time; what is sent is only that there is one.

#include "cuda_ref/apart.h"

#include "base/isolate.h"
#include "base/log.h"
#include "cuda_ref/driver.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHUNK ((size_t) 1 << 18) // words

// What both know.
struct apart {
    bool open;                 // is asked for; else:
    const struct unary *unary; // NULL: op
    enum unit_op op;
    struct fp_model model;
    size_t count;
    bool ok; // the answer
    char error[200];
    struct cuda_facts facts;
    uint64_t out[CHUNK], in[3][CHUNK];
};

static struct apart *apart;
static struct isolated process;
static pid_t apart_owner;
static pthread_mutex_t apart_lock = PTHREAD_MUTEX_INITIALIZER;

// ---- the process of its own ----

static bool apart_do(void)
{
    static struct unit unit;
    const struct unit_call call = { .op = apart->op,
                                    .model = apart->model,
                                    .out = apart->out,
                                    .a = apart->in[0],
                                    .b = apart->in[1],
                                    .c = apart->in[2],
                                    .count = apart->count };

    if (apart->open)
        return cuda_unit_open(&unit, &apart->facts);
    if (apart->unary)
        return cuda_unit_unary(&unit, apart->unary, apart->model.round, apart->out,
                               apart->in[0], apart->count);
    return unit.apply(&unit, &call);
}

static void apart_serve(void)
{
    apart->ok = apart_do();
    snprintf(apart->error, sizeof apart->error, "%s", log_last_error());
}

// ---- this process ----

static bool apart_ask(void)
{
    isolate_again(&process);
    if (!driver_wait_ahead(&process, apart->open ? "the GPU" : apart->facts.who.gpu))
        return false;
    if (!apart->ok)
        log_error("%s", apart->error);
    return apart->ok;
}

static bool apart_usable(void)
{
    if (process.child && apart_owner == getpid())
        return true;
    if (process.child)
        log_error("cuda: not in a forked process");
    else
        log_error("cuda: %s was lost", apart->facts.who.gpu);
    return false;
}

static bool apart_chunks(uint64_t *out, const uint64_t *const in[3], size_t count)
{
    size_t done = 0;

    for (; done < count && apart_usable(); done += apart->count) {
        apart->count = count - done < CHUNK ? count - done : CHUNK;
        size_t size = apart->count * sizeof *out;

        for (int k = 0; k < 3; k++)
            if (in[k])
                memcpy(apart->in[k], in[k] + done, size);
        if (!apart_ask())
            return false;
        memcpy(out + done, apart->out, size);
    }
    return done >= count;
}

static bool apart_apply(const struct unit *unit, const struct unit_call *call)
{
    int arity = unit_op_arity(call->op);
    const uint64_t *const in[3] = { call->a, arity > 1 ? call->b : NULL,
                                    arity > 2 ? call->c : NULL };

    assert(cuda_unit_can(unit, call->op, &call->model));
    pthread_mutex_lock(&apart_lock);
    apart->unary = NULL;
    apart->op = call->op;
    apart->model = call->model;
    bool ok = apart_chunks(call->out, in, call->count);

    pthread_mutex_unlock(&apart_lock);
    return ok;
}

bool cuda_apart_unary(const struct unit *unit, const struct unary *unary,
                      enum fp_round round, uint64_t *out, const uint64_t *a, size_t count)
{
    const uint64_t *const in[3] = { a };

    (void) unit;
    assert(unary_can(unary, round));
    pthread_mutex_lock(&apart_lock);
    apart->unary = unary;
    apart->model.round = round;
    bool ok = apart_chunks(out, in, count);

    pthread_mutex_unlock(&apart_lock);
    return ok;
}

void cuda_apart_ahead(void)
{
    if (!apart)
        apart = mmap(NULL, sizeof *apart, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (apart == MAP_FAILED)
        apart = NULL;
    if (apart)
        driver_ask_ahead(apart_serve);
}

bool cuda_apart_open(struct unit *unit, struct cuda_facts *facts)
{
    *unit = (struct unit){ 0 };
    assert(!process.child);
    cuda_apart_ahead();
    if (!apart) {
        log_error("cuda: no memory to share: %s", strerror(errno));
        return false;
    }
    apart_owner = getpid();
    apart->open = true;
    bool ok = driver_take_ahead(&process) && apart_ask();

    apart->open = false;
    if (ok) {
        *facts = apart->facts;
        *unit = (struct unit){ "cuda", NULL, cuda_unit_can, apart_apply, NULL };
    } else {
        isolate_leave(&process);
    }
    return ok;
}

void cuda_apart_close(struct unit *unit)
{
    isolate_leave(&process);
    *unit = (struct unit){ 0 };
}
