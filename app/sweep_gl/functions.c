// SPDX-License-Identifier: MIT

#include "sweep_gl/functions.h"

#include "base/log.h"
#include "cuda_ref/sweep.h"
#include "sweep/backend.h"

#include <assert.h>
#include <string.h>

// Who has functions, in the order of the list.
struct provider {
    const struct function *(*functions)(int *count);
    bool (*open)(struct backend *backend, const struct backend_ask *ask);
};

static const struct provider providers[] = {
    { sweep_cpu_functions, sweep_cpu_open },
    { cuda_sweep_functions, cuda_sweep_open },
    { sweep_gl_functions, sweep_gl_open },
};

#define PROVIDERS (int) (sizeof providers / sizeof *providers)

// The provider of function `index`, and its place in that one's list; NULL past the last.
static const struct provider *provider_at(int index, const struct function **function)
{
    for (int i = 0; i < PROVIDERS; i++) {
        int count;
        const struct function *list = providers[i].functions(&count);

        if (index < count) {
            *function = &list[index];
            return &providers[i];
        }
        index -= count;
    }
    return NULL;
}

const struct function *sweep_function_at(int index)
{
    const struct function *function = NULL;

    assert(index >= 0);
    provider_at(index, &function);
    return function;
}

const struct function *sweep_function_find(const char *name)
{
    const struct function *function;

    for (int i = 0; (function = sweep_function_at(i)); i++)
        if (!strcmp(function->name, name))
            return function;
    return NULL;
}

bool sweep_open(struct backend *backend, const struct backend_ask *ask)
{
    const struct provider *provider;
    const struct function *function;

    for (int i = 0; (provider = provider_at(i, &function)); i++)
        if (!strcmp(function->name, ask->function->name)) {
            if (!provider->open(backend, ask))
                return false;
            if (!backend->function)
                backend->function = ask->function;
            return true;
        }
    log_error("%s: this build has no backend for the function", ask->function->name);
    *backend = (struct backend){ 0 };
    return false;
}
