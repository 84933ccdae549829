// SPDX-License-Identifier: MIT

#include "unit/fallback.h"

#include "base/log.h"

static bool fallback_can(const struct unit *unit, enum unit_op op,
                         const struct fp_model *model)
{
    (void) unit;
    (void) op;
    (void) model;
    return true;
}

static bool apply_quietly(const struct unit *unit, const struct unit_call *call)
{
    if (!unit->can(unit, call->op, &call->model))
        return false;
    log_hold(true);
    bool ok = unit->apply(unit, call);

    log_hold(false);
    return ok;
}

static bool fallback_apply(const struct unit *unit, const struct unit_call *call)
{
    struct fallback *fallback = unit->priv;
    struct unit last = unit_model();
    const struct unit *next = fallback->first;
    int depth = 0;

    while (next && !apply_quietly(next, call)) {
        next = next->next;
        depth++;
    }
    if (!fallback->used || depth > fallback->depth) {
        fallback->used = next ? next->name : last.name;
        fallback->depth = depth;
    }
    return next || last.apply(&last, call);
}

struct unit unit_fallback(struct fallback *fallback)
{
    return (struct unit){
        .name = "fallback",
        .can = fallback_can,
        .apply = fallback_apply,
        .priv = fallback,
    };
}
