// SPDX-License-Identifier: MIT

#include "command/sweep.h"

#include "base/closest.h"
#include "base/log.h"
#include "base/text.h"
#include "command/option.h"
#include "cuda_ref/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS_MAX 1024

static bool begins(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

bool sweep_ask_is_cpu(const struct function *function)
{
    return begins(function->name, "cpu:");
}

bool sweep_ask_is_gl(const struct function *function)
{
    return begins(function->name, "gl:");
}

// The function of that name behind its colon, first of all providers.
static const struct function *find_short(const char *word)
{
    const struct function *function;

    for (int i = 0; (function = sweep_function_at(i)); i++) {
        const char *colon = strchr(function->name, ':');

        if (colon && !strcmp(colon + 1, word))
            return function;
    }
    return NULL;
}

// Returns a similar name: the function in single precision, one with a typing error, or
// the same function of another provider.
static const char *meant(const char *word)
{
    const struct function *function;
    const char *names[FUNCTIONS_MAX], *closest;
    char single[64];
    int count = 0;

    snprintf(single, sizeof single, "%.60sf", word);
    if ((function = sweep_function_find(single)))
        return function->name;
    while (count < FUNCTIONS_MAX && (function = sweep_function_at(count)))
        names[count++] = function->name;
    if ((closest = closest_find(word, names, count)))
        return closest;
    function = find_short(strchr(word, ':') ? strchr(word, ':') + 1 : word);
    return function ? function->name : NULL;
}

const struct function *sweep_ask_function(const struct options *options)
{
    const char *word = options->argument_count > 0 ? options->arguments[0] : "";
    const struct function *function = sweep_function_find(word);
    const char *closest;

    if (function)
        return function;
    if (!word[0])
        log_error(
            "sweep: FUNCTION is missing; `fpstripe sweep --list` lists the functions");
    else if ((closest = meant(word)))
        log_error("sweep: unknown function %s; did you mean %s?", word, closest);
    else
        log_error(
            "sweep: unknown function %s; `fpstripe sweep --list` lists the functions",
            word);
    return NULL;
}

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
        const char *name = option_key(&option_list[i]);

        if (options_given(options, name) && !is_among(name, known)) {
            log_error("sweep: --%s does not apply to %s", name, who);
            return false;
        }
    }
    return true;
}

static bool say_no_domain(const struct function *function, const char *name)
{
    char all[160] = "";

    for (int kind = 0; kind < DOMAIN_KIND_COUNT; kind++)
        if (sweep_takes(function, (enum domain_kind) kind))
            text_join(all, sizeof all, ", ", domain_name((enum domain_kind) kind));
    log_error("--domain: %s is not swept over %s, but over %s", function->name, name,
              all);
    return false;
}

static bool read_domain(struct sweep_ask *ask, const struct options *options)
{
    const struct function *function = ask->backend.function;
    enum domain_kind kind = function->domain;

    if (options->domain &&
        (!domain_find(options->domain, &kind) || !sweep_takes(function, kind)))
        return say_no_domain(function, options->domain);
    ask->backend.domain = domain_whole(kind, function->bits);
    ask->backend.domain.seed = (uint32_t) options->seed;
    if (kind == function->domain && function->span) {
        ask->backend.domain.low = function->low;
        ask->backend.domain.span = function->span;
    }
    if (function->most && kind == function->domain)
        domain_limit(&ask->backend.domain, 0, function->most);
    return true;
}

// 0.5, 0x1p-1, 2^-1, inf, as the bits of a float or of a double.
static bool sweep_ask_read_number(const char *text, bool wide, uint64_t *bits)
{
    bool power = begins(text, "2^"), infinite = begins(text, "inf");
    double number;
    float narrow;
    char *end;

    if (!text[0] || !strchr("0123456789.i", text[0]))
        return false;
    number = power ? ldexp(1, (int) strtol(text + 2, &end, 10)) : strtod(text, &end);
    narrow = power ? (float) number : strtof(text, NULL);
    if (*end || end == text + 2 * power || isnan(number) ||
        (isinf(wide ? number : (double) narrow) && !infinite))
        return false;
    *bits = 0;
    memcpy(bits, wide ? (const void *) &number : &narrow, wide ? 8 : 4);
    return true;
}

// Bits in hex, or a number, which may be in hex too if it has a point or an exponent. A
// word is no float: there a number is the word.
static bool read_magnitude(const char *text, const struct sweep_ask *ask, uint64_t *bits)
{
    bool word = math_list[ask->backend.function->math].operands == MATH_WORD;
    bool hex = begins(text, "0x") || begins(text, "0X"),
         wide = function_wide(ask->backend.domain.kind);
    const char *digits = hex ? text + 2 : text;
    size_t count = strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789");

    if (!(hex || word) || digits[count] || !count)
        return !word && sweep_ask_read_number(text, wide, bits);
    *bits = count <= 16 ? strtoull(text, NULL, hex ? 16 : 10) : UINT64_MAX;
    return *bits <= (wide ? INT64_MAX : INT32_MAX);
}

static bool say_bad_inputs(const struct sweep_ask *ask, const char *text, const char *bad)
{
    bool words = math_list[ask->backend.function->math].operands == MATH_WORD;

    log_error("--inputs: %s is not LO..HI: %s%s%s", text, bad,
              bad[0] ? " is not valid; " : "",
              words ? "use integers, such as 0..1000 or 0x0..0x7fffffff"
                    : "use magnitudes, as numbers or as bits: 0.5..2, 2^-1..2^1, "
                      "0x3f000000..0x40000000");
    return false;
}

static bool read_inputs(struct sweep_ask *ask, const char *text)
{
    const char *dots = strstr(text, "..");
    struct domain *domain = &ask->backend.domain;
    char low[64];
    uint64_t from, to;

    snprintf(low, sizeof low, "%.*s", dots ? (int) (dots - text) : 0, text);
    if (!dots || !read_magnitude(low, ask, &from))
        return say_bad_inputs(ask, text, low);
    if (!read_magnitude(dots + 2, ask, &to))
        return say_bad_inputs(ask, text, dots + 2);
    if (domain_limit(domain, from, to))
        return true;
    log_error(from > to ? "--inputs: %s has no input: LO is above HI"
                        : "--inputs: %s has no input of the domain %s",
              text, domain_name(domain->kind));
    return false;
}

// "3/8": digits alone.
static bool read_shard(struct sweep_shard *shard, const char *text)
{
    size_t index = strspn(text, "0123456789");
    size_t count = text[index] == '/' ? strspn(text + index + 1, "0123456789") : 0;

    if (index >= 1 && index <= 3 && count >= 1 && count <= 3 &&
        !text[index + 1 + count]) {
        shard->index = atoi(text);
        shard->count = atoi(text + index + 1);
        if (shard->count >= 1 && shard->count <= DOMAIN_CHUNKS &&
            shard->index < shard->count)
            return true;
    }
    log_error("--shard: %s is not I/N; 8 shards are 0/8 to 7/8, and N is at most %d",
              text, DOMAIN_CHUNKS);
    return false;
}

static bool read_stage(struct sweep_ask *ask, const struct options *options)
{
    static const char *const of_gl[] = { "stage", "precision", "device", "api" };
    const int values[] = { options->survey.stage, options->survey.precision, 0, 0 };
    const char *name = ask->backend.function->name;

    for (int i = 0; i < 4; i++) {
        bool given = options_given(options, of_gl[i]);

        if (given && !sweep_ask_is_gl(ask->backend.function)) {
            log_error("sweep: --%s applies to GL functions only, not to %s", of_gl[i],
                      name);
            return false;
        }
        if (given && values[i] < 0) {
            log_error("sweep: --%s all: use one at a time", of_gl[i]);
            return false;
        }
    }
    ask->gl.stage = options_given(options, "stage") ? (enum stage) options->survey.stage
                                                    : STAGE_COMPUTE;
    ask->gl.precision = options_given(options, "precision")
                            ? (enum precision) options->survey.precision
                            : PRECISION_HIGHP;
    if (ask->gl.precision > PRECISION_LOWP) {
        log_error("sweep: --precision %s: highp, mediump or lowp",
                  precision_name(ask->gl.precision));
        return false;
    }
    if (options->device && !strcmp(options->device, "all")) {
        log_error("sweep: -d all: use one device");
        return false;
    }
    return true;
}

// Returns false, after logging why, if a seed was given for a domain without random bits.
static bool seed_applies(const struct options *options, enum domain_kind kind)
{
    if (!options_given(options, "seed") ||
        (kind != DOMAIN_BITS && kind != DOMAIN_DIVISION))
        return true;
    log_error("--seed: the domain %s has no random bits", domain_name(kind));
    return false;
}

bool sweep_ask_read(struct sweep_ask *ask, const struct options *options)
{
    *ask = (struct sweep_ask){ .shard = { 0, 1 }, .sharded = options->shard };
    ask->backend.function = sweep_ask_function(options);
    ask->backend.threads = options->threads;
    return ask->backend.function && read_domain(ask, options) &&
           (!options->inputs || read_inputs(ask, options->inputs)) &&
           (!options->shard || read_shard(&ask->shard, options->shard)) &&
           read_stage(ask, options) && seed_applies(options, ask->backend.domain.kind);
}
