// SPDX-License-Identifier: MIT
//
// A libEGL in front of the system's, whose call n of an entry does what it is told. For
// -d egl:PATH, or as libEGL.so.1 in a directory of LD_LIBRARY_PATH.
//   FAULTS_EGL   path of the real libEGL (default: libEGL.so.1)
//   FAULTS       what is to go wrong: "glDrawArrays:3:segv", a list with commas. The call
//                is a number, counted from 1 in this process, or "3+" for this and all
//                later ones. "glClear@glDrawArrays:3+:noop" counts the calls of another
//                entry. The actions are those of actions.c.
//   FAULTS_LOG   a file to which the process that returns from main writes, a line each,
//                the entries and how often they were called
//   FAULTS_SAY   a file that is made when a fault is done
//   FAULTS_SEEN  a file that is made when glGetError returns that the context is lost
//   FAULTS_ONCE  a file that is made by the first process, which has no fault
//
// How it works: an entry that is asked for gets a slot, a function of its own that knows
// its number. It takes more arguments than any entry of EGL and GL has, integers and
// floating-point numbers, and hands them on: in every ABI that has a libEGL.so.1 they go
// where those of the entry's own prototype would go.

#include "../shared/real_egl.h"
#include "actions.h"
#include "retouch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS                1024
#define GL_INVALID_OPERATION 0x0502
#define GL_CONTEXT_LOST      0x0507
#define EGL_BAD_ALLOC        0x3003
#define EGL_CONTEXT_LOST     0x300e

// clang-format off
#define TAKEN                                                                            \
    long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,      \
    long k, long l, double s, double t, double u, double v, double w, double x, double y
#define GIVEN a, b, c, d, e, f, g, h, i, j, k, l, s, t, u, v, w, x, y
// clang-format on
typedef long (*entry)(TAKEN);

struct slot {
    char name[64];
    function real;
    long calls;
};
static struct slot slots[SLOTS];
static int used;
static long gl_error, egl_error; // to be told once

function eglGetProcAddress(const char *name);

// ---- the plan ----

// The action of that name, which ends at a comma.
static const struct action *find_action(const char *name)
{
    size_t length = strcspn(name, ",");

    for (int i = 0; i < action_count; i++)
        if (strlen(actions[i].name) == length && !strncmp(name, actions[i].name, length))
            return &actions[i];
    fprintf(stderr, "egl_front: no such action: %s\n", name);
    abort();
}

// Whether this is the first process, and its faults are put off.
static bool is_spared(void)
{
    static int known;
    const char *path = getenv("FAULTS_ONCE");
    FILE *file = path && !known ? fopen(path, "wx") : NULL;

    known = known ? known : file ? 2 : 1;
    if (file)
        fclose(file);
    return known == 2;
}

static int slot_of(const char *name);

// Whose calls count: those of the entry, or of that whose name begins behind an @.
static const struct slot *counted(const struct slot *slot, const char *word)
{
    char name[sizeof slot->name];

    if (*word != '@')
        return slot;
    snprintf(name, sizeof name, "%.*s", (int) strcspn(word + 1, ":"), word + 1);
    return &slots[slot_of(name)];
}

// The action of a call, or NULL.
static const struct action *planned(const struct slot *slot)
{
    const char *plan = is_spared() ? NULL : getenv("FAULTS");
    size_t length = strlen(slot->name);

    for (; plan && *plan; plan += strcspn(plan, ","), plan += *plan == ',') {
        char *at;

        if (strncmp(plan, slot->name, length) || !strchr(":@", plan[length]))
            continue;
        long calls = counted(slot, plan + length)->calls;
        long call = strtol(plan + strcspn(plan, ":") + 1, &at, 10);
        bool later = *at == '+';

        if (calls == call || (later && calls > call))
            return find_action(at + later + 1);
    }
    return NULL;
}

static long take(long *error)
{
    long told = *error;

    *error = 0;
    return told;
}

// Makes the file that a variable names.
static void make_file(const char *variable)
{
    const char *path = getenv(variable);
    FILE *file = path ? fopen(path, "w") : NULL;

    if (file)
        fclose(file);
}

// Answers instead of the real entry. Returns false if that has to answer.
static bool answers(const struct slot *slot, long *answer)
{
    bool gl = !strcmp(slot->name, "glGetError"), egl = !strcmp(slot->name, "eglGetError");

    *answer = 0;
    if (gl && action_lost)
        make_file("FAULTS_SEEN");
    if (gl && (gl_error || action_lost))
        *answer = action_lost ? GL_CONTEXT_LOST : take(&gl_error);
    else if (egl && (egl_error || action_lost))
        *answer = action_lost ? EGL_CONTEXT_LOST : take(&egl_error);
    else
        return action_lost;
    return true;
}

// Counts a call and does what is planned for it. Returns whether the real entry is to be
// called; else *answer is the entry's.
static bool enter(struct slot *slot, const struct action *action, long *answer)
{
    if (action) {
        if (!strcmp(action->name, "error") && !strncmp(slot->name, "egl", 3))
            egl_error = EGL_BAD_ALLOC;
        else if (!strcmp(action->name, "error"))
            gl_error = GL_INVALID_OPERATION;
        make_file("FAULTS_SAY");
        action->act();
        *answer = 0;
        if (!action->then)
            return false;
    }
    return !answers(slot, answer);
}

static long pass(int number, TAKEN)
{
    struct slot *slot = &slots[number];
    const long given[] = { a, b, c, d, e, f, g };
    long answer = 0;

    slot->calls++;
    const struct action *action = planned(slot);

    if (!enter(slot, action, &answer))
        return answer;
    retouch_before();
    answer = ((entry) slot->real)(GIVEN);
    for (long more = 1; action_count_told > 0 && b && more < a; more++)
        ((void **) b)[more] = *(void **) b;
    if (action_count_told > 0)
        memcpy((void *) c, &action_count_told, sizeof action_count_told);
    action_count_told = 0;
    return retouch(slot->name, action ? action->name : "", given, answer);
}

// ---- the slots ----

// clang-format off
#define SLOT(n) \
    static long slot_##n(TAKEN) { return pass(0x##n, GIVEN); }
#define NAME(n) slot_##n,
#define EACH16(X, n)                                                                     \
    X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7)                      \
    X(n##8) X(n##9) X(n##a) X(n##b) X(n##c) X(n##d) X(n##e) X(n##f)
#define EACH256(X, n)                                                                    \
    EACH16(X, n##0) EACH16(X, n##1) EACH16(X, n##2) EACH16(X, n##3)                      \
    EACH16(X, n##4) EACH16(X, n##5) EACH16(X, n##6) EACH16(X, n##7)                      \
    EACH16(X, n##8) EACH16(X, n##9) EACH16(X, n##a) EACH16(X, n##b)                      \
    EACH16(X, n##c) EACH16(X, n##d) EACH16(X, n##e) EACH16(X, n##f)
#define EACH(X) EACH256(X, 0) EACH256(X, 1) EACH256(X, 2) EACH256(X, 3)

EACH(SLOT)
static const entry functions[SLOTS] = { EACH(NAME) };
// clang-format on

// ---- the library ----

static function find(const char *name)
{
    return real_egl(getenv("FAULTS_EGL"), name);
}

static int slot_of(const char *name)
{
    for (int i = 0; i < used; i++)
        if (!strcmp(slots[i].name, name))
            return i;
    if (used == SLOTS || strlen(name) >= sizeof slots->name)
        abort();
    snprintf(slots[used].name, sizeof slots->name, "%s", name);
    slots[used].real = !strcmp(name, "eglGetProcAddress") ? NULL : find(name);
    return used++;
}

function eglGetProcAddress(const char *name)
{
    long answer = 0;
    function found = NULL;

    struct slot *own = &slots[slot_of("eglGetProcAddress")];

    own->calls++;
    if (!enter(own, planned(own), &answer))
        return NULL;
    if (!strcmp(name, "eglGetProcAddress"))
        return (function) eglGetProcAddress;
    int slot = slot_of(name);

    if (slots[slot].real)
        found = (function) functions[slot];
    return found;
}

__attribute__((destructor)) static void write_log(void)
{
    const char *path = getenv("FAULTS_LOG");
    FILE *log = path ? fopen(path, "w") : NULL;

    for (int i = 0; log && i < used; i++)
        if (slots[i].calls > 0)
            fprintf(log, "%s %ld\n", slots[i].name, slots[i].calls);
    if (log)
        fclose(log);
}
