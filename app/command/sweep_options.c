// SPDX-License-Identifier: MIT

#include "command/sweep_options.h"

#include "base/log.h"
#include "command/option.h"
#include "cuda_ref/division.h"

#include <string.h>

static bool is_among(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(*names, name))
            return true;
    return false;
}

bool sweep_options_known(const struct options *options, const char *who,
                         const char *const *known)
{
    for (int i = 0; i < option_count; i++) {
        const char *name = option_list[i].name;

        if (options_given(options, name) && !is_among(name, known)) {
            log_error("sweep: %s knows no --%s", who, name);
            return false;
        }
    }
    return true;
}

// Divisions of CUDA are judged right or wrong, no error is known.
static bool has_errors(const struct function *function)
{
    int count;
    const struct function *divisions = cuda_division_functions(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(divisions[i].name, function->name))
            return false;
    return true;
}

bool sweep_options_mean(const struct options *options, const struct backend_ask *ask)
{
    enum domain_kind kind = ask->domain.kind;

    if (options_given(options, "seed") &&
        (kind == DOMAIN_BITS || kind == DOMAIN_DIVISION)) {
        log_error("--seed: nothing is drawn of the domain %s, which is asked whole",
                  domain_name(kind));
        return false;
    }
    if (options->above && !has_errors(ask->function)) {
        log_error("--above: results of %s are judged right or wrong; no error is told",
                  ask->function->name);
        return false;
    }
    return true;
}
