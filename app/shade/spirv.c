// SPDX-License-Identifier: MIT

#include "shade/spirv.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPIRV_MAGIC    0x07230203u
#define SPIRV_FRAGMENT 4
#define SPIRV_2D       1

enum spirv_decoration {
    SPIRV_RELAXED = 0,
    SPIRV_BUILT_IN = 11,
    SPIRV_NO_CONTRACTION = 42,
};

static bool refuse(struct spirv *spirv, const char *format, ...) LOG_PRINTF(2, 3);

static bool refuse(struct spirv *spirv, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    if (!spirv->fault[0])
        vsnprintf(spirv->fault, sizeof spirv->fault, format, list);
    va_end(list);
    return false;
}

// ---- strings ----

// Returns the string that begins at word `k`, or NULL if its end is not in the
// instruction. Words are little-endian on every machine that this program runs on.
static const char *string_at(const struct spirv_instruction *at, int k)
{
    const char *text = k < at->count ? (const char *) &at->words[k] : NULL;
    size_t room = text ? (size_t) (at->count - k) * 4 : 0;

    return text && memchr(text, '\0', room) ? text : NULL;
}

// ---- results ----

static bool spirv_is_between(int op, int low, int high)
{
    return op >= low && op <= high;
}

bool spirv_has_result(int op, int *type, int *result)
{
    bool typed = op == SPIRV_UNDEF || op == SPIRV_EXT_INST ||
                 spirv_is_between(op, SPIRV_CONSTANT_TRUE, SPIRV_FUNCTION_PARAMETER) ||
                 op == SPIRV_FUNCTION_CALL || op == SPIRV_VARIABLE || op == 60 ||
                 op == SPIRV_LOAD || spirv_is_between(op, SPIRV_ACCESS_CHAIN, 70) ||
                 spirv_is_between(op, SPIRV_VECTOR_EXTRACT_DYNAMIC, 98) ||
                 spirv_is_between(op, 100, 215) || op == SPIRV_PHI;
    bool bare = op == 7 || op == SPIRV_EXT_INST_IMPORT || op == SPIRV_LABEL ||
                spirv_is_between(op, SPIRV_TYPE_VOID, 38);

    *type = typed ? 1 : 0;
    *result = typed ? 2 : 1;
    return typed || bare;
}

// ---- types ----

struct spirv_instruction spirv_type(const struct spirv *spirv, uint32_t id)
{
    return id < spirv->bound ? spirv->ids[id].at : (struct spirv_instruction){ 0 };
}

static uint32_t slots_of(const struct spirv *spirv, uint32_t id)
{
    return id < spirv->bound ? spirv->ids[id].slots : 0;
}

// Returns the length of an array type, 0 if it is no constant.
static uint32_t array_length(const struct spirv *spirv,
                             const struct spirv_instruction *at)
{
    struct spirv_instruction length = spirv_type(spirv, spirv_word(at, 3));

    return length.op == SPIRV_CONSTANT && length.count == 4 ? length.words[3] : 0;
}

static bool is_numeric(const struct spirv *spirv, uint32_t id, int op)
{
    return id < spirv->bound && spirv->ids[id].at.op == op;
}

// Returns true if the types of which a type is made were defined before it.
static bool has_parts(const struct spirv *spirv, const struct spirv_instruction *at)
{
    const int last = at->op == SPIRV_TYPE_STRUCT ? at->count - 1 : 2;

    for (int k = 2; k <= last; k++) {
        struct spirv_instruction part = spirv_type(spirv, spirv_word(at, k));

        if (part.op < SPIRV_TYPE_VOID || part.op > SPIRV_TYPE_FUNCTION)
            return false;
    }
    return true;
}

// Returns true for the image of a sampler2D; a sampler is one scalar, the number of its
// texture. Other images have none.
static bool is_plain_image(const struct spirv *spirv, const struct spirv_instruction *at)
{
    return is_numeric(spirv, spirv_word(at, 2), SPIRV_TYPE_FLOAT) && at->count >= 9 &&
           at->words[3] == SPIRV_2D && at->words[4] == 0 && at->words[5] == 0 &&
           at->words[6] == 0 && at->words[7] == 1;
}

// Sets how many scalars a type has. Types of which no value is computed have none.
static bool measure_type(struct spirv *spirv, const struct spirv_instruction *at,
                         struct spirv_id *id)
{
    uint32_t element = spirv_word(at, 2), count = spirv_word(at, 3);
    uint64_t slots = 0;

    if (at->op >= SPIRV_TYPE_VECTOR && at->op <= SPIRV_TYPE_STRUCT &&
        at->op != SPIRV_TYPE_IMAGE && at->op != SPIRV_TYPE_SAMPLER &&
        !has_parts(spirv, at))
        return refuse(spirv, "a type is made of what is no type");
    switch (at->op) {
    case SPIRV_TYPE_INT:
    case SPIRV_TYPE_FLOAT:
        if (element != 32)
            return refuse(spirv, "numbers of %u bits are not supported", element);
        slots = 1;
        break;
    case SPIRV_TYPE_BOOL: slots = 1; break;
    case SPIRV_TYPE_IMAGE: slots = is_plain_image(spirv, at); break;
    case SPIRV_TYPE_SAMPLED_IMAGE: slots = slots_of(spirv, element); break;
    case SPIRV_TYPE_VECTOR:
        if (count < 2 || count > 4 || slots_of(spirv, element) != 1)
            return refuse(spirv, "malformed vector type");
        slots = count;
        break;
    case SPIRV_TYPE_MATRIX:
        if (count < 2 || count > 4 || !is_numeric(spirv, element, SPIRV_TYPE_VECTOR))
            return refuse(spirv, "malformed matrix type");
        slots = (uint64_t) count * slots_of(spirv, element);
        break;
    case SPIRV_TYPE_ARRAY:
        slots = (uint64_t) array_length(spirv, at) * slots_of(spirv, element);
        break;
    case SPIRV_TYPE_STRUCT:
        for (int k = 2; k < at->count; k++)
            slots += slots_of(spirv, at->words[k]);
        break;
    default: break;
    }
    if (slots > SPIRV_SLOTS_MAX)
        return refuse(spirv, "a type has more than %d numbers", SPIRV_SLOTS_MAX);
    id->slots = (uint32_t) slots;
    return true;
}

// ---- instructions ----

struct spirv_instruction spirv_next(const struct spirv *spirv, size_t *at)
{
    const uint32_t *words = spirv->words + *at;
    struct spirv_instruction next = { words, (int) (words[0] & 0xffff),
                                      (int) (words[0] >> 16) };

    *at += (size_t) next.count;
    return next;
}

static bool define(struct spirv *spirv, const struct spirv_instruction *at)
{
    int type, result;
    uint32_t number;

    if (!spirv_has_result(at->op, &type, &result))
        return true;
    number = spirv_word(at, result);
    if (number == 0 || number >= spirv->bound)
        return refuse(spirv, "an id is outside the bound");
    if (spirv->ids[number].at.words)
        return refuse(spirv, "id %u is defined twice", number);
    if (type && (spirv_word(at, type) == 0 || spirv_word(at, type) >= spirv->bound))
        return refuse(spirv, "id %u has no type", number);
    if (spirv_is_between(at->op, SPIRV_TYPE_VOID, SPIRV_TYPE_FUNCTION) &&
        !measure_type(spirv, at, &spirv->ids[number]))
        return false;
    spirv->ids[number].at = *at;
    spirv->ids[number].type = type ? at->words[type] : 0;
    return true;
}

static bool decorate(struct spirv *spirv, const struct spirv_instruction *at)
{
    uint32_t target = spirv_word(at, 1);
    struct spirv_id *id = &spirv->ids[target];

    if (target == 0 || target >= spirv->bound || at->count < 3)
        return refuse(spirv, "malformed decoration");
    switch (at->words[2]) {
    case SPIRV_RELAXED: id->relaxed = true; break;
    case SPIRV_NO_CONTRACTION: id->precise = true; break;
    case SPIRV_BUILT_IN: id->built_in = (int) (spirv_word(at, 3) & 0xffff); break;
    default: break;
    }
    return true;
}

static bool spirv_read_head(struct spirv *spirv, const struct spirv_instruction *at)
{
    uint32_t target = spirv_word(at, 1);
    const char *name;

    switch (at->op) {
    case SPIRV_NAME:
        name = string_at(at, 2);
        if (target == 0 || target >= spirv->bound || !name)
            return refuse(spirv, "malformed name");
        spirv->ids[target].name = name;
        return true;
    case SPIRV_DECORATE: return decorate(spirv, at);
    case SPIRV_EXT_INST_IMPORT:
        name = string_at(at, 2);
        if (name && !strcmp(name, "GLSL.std.450"))
            spirv->glsl = target;
        return true;
    case SPIRV_ENTRY_POINT:
        if (target != SPIRV_FRAGMENT || spirv->main)
            return refuse(spirv, "it is not the module of one fragment shader");
        spirv->main = spirv_word(at, 2);
        return true;
    default: return true;
    }
}

static bool note_function(struct spirv *spirv, size_t begin, size_t at,
                          const struct spirv_instruction *read, bool *inside)
{
    if (read->op == SPIRV_FUNCTION) {
        if (*inside)
            return refuse(spirv, "a function begins inside another");
        *inside = true;
        spirv->functions =
            memory_resize(spirv->functions, (size_t) spirv->function_count + 1,
                          sizeof *spirv->functions);
        spirv->functions[spirv->function_count] =
            (struct spirv_function){ spirv_word(read, 2), begin, begin };
    } else if (read->op == SPIRV_FUNCTION_END) {
        if (!*inside)
            return refuse(spirv, "a function ends that did not begin");
        *inside = false;
        spirv->functions[spirv->function_count++].end = at;
    }
    return true;
}

static bool spirv_read_words(struct spirv *spirv)
{
    bool inside = false;

    for (size_t at = 5; at < spirv->count;) {
        size_t begin = at, length = spirv->words[at] >> 16;
        struct spirv_instruction read;

        if (length == 0 || length > spirv->count - at)
            return refuse(spirv, "word %zu: an instruction of %zu words", at, length);
        read = spirv_next(spirv, &at);
        if (!define(spirv, &read) || !spirv_read_head(spirv, &read) ||
            !note_function(spirv, begin, at, &read, &inside))
            return false;
    }
    return inside ? refuse(spirv, "a function has no end") : true;
}

bool spirv_read(struct spirv *spirv, const uint32_t *words, size_t count)
{
    *spirv = (struct spirv){ .words = words, .count = count };
    if (count < 5 || count > SPIRV_WORDS_MAX || words[0] != SPIRV_MAGIC)
        return refuse(spirv, "it does not begin as SPIR-V");
    if (words[3] == 0 || words[3] > SPIRV_BOUND_MAX)
        return refuse(spirv, "its bound is %u", words[3]);
    spirv->bound = words[3];
    spirv->ids = memory_new(spirv->bound, sizeof *spirv->ids);
    for (uint32_t i = 0; i < spirv->bound; i++)
        spirv->ids[i] = (struct spirv_id){ .name = "", .built_in = -1 };
    if (!spirv_read_words(spirv))
        return false;
    if (!spirv_function(spirv, spirv->main))
        return refuse(spirv, "it has no entry point");
    return true;
}

void spirv_finish(struct spirv *spirv)
{
    free(spirv->ids);
    free(spirv->functions);
    *spirv = (struct spirv){ 0 };
}

const char *spirv_member_name(const struct spirv *spirv, uint32_t type, uint32_t member)
{
    for (size_t at = 5; at < spirv->count;) {
        struct spirv_instruction read = spirv_next(spirv, &at);
        const char *name = read.op == SPIRV_MEMBER_NAME ? string_at(&read, 3) : NULL;

        if (name && spirv_word(&read, 1) == type && spirv_word(&read, 2) == member)
            return name;
    }
    return "";
}

const struct spirv_function *spirv_function(const struct spirv *spirv, uint32_t id)
{
    for (int i = 0; i < spirv->function_count; i++)
        if (spirv->functions[i].id == id)
            return &spirv->functions[i];
    return NULL;
}
