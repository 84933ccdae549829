// SPDX-License-Identifier: MIT

#include "shade/precise.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char letter)
{
    return isalnum((unsigned char) letter) || letter == '_';
}

// Returns true if a declaration, up to its semicolon, declares the name: it stands where
// no parenthesis is open, before the "=" of its part.
static bool declares(const char *text, const char *name)
{
    const size_t length = strlen(name);
    int depth = 0;
    bool value = false;

    for (; *text && *text != ';' && *text != '{'; text++) {
        depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
        value = depth == 0 && *text == ',' ? false : value || *text == '=';
        if (depth == 0 && !value && !is_word(text[-1]) && !strncmp(text, name, length) &&
            !is_word(text[length]))
            return true;
    }
    return false;
}

static bool is_declared_precise(const char *text, const char *name)
{
    const char *at = text;

    while (name[0] && (at = strstr(at, "precise"))) {
        at += strlen("precise");
        if (!is_word(*at) && declares(at, name))
            return true;
    }
    return false;
}

static void mark_variables(struct spirv *spirv, const char *text)
{
    for (uint32_t i = 0; i < spirv->bound; i++) {
        struct spirv_id *id = &spirv->ids[i];
        int same = 0;

        if (id->at.op != SPIRV_VARIABLE || !id->name ||
            !is_declared_precise(text, id->name))
            continue;
        for (uint32_t k = 0; k < spirv->bound; k++)
            same += spirv->ids[k].at.op == SPIRV_VARIABLE && spirv->ids[k].name &&
                    !strcmp(spirv->ids[k].name, id->name);
        id->precise = same == 1;
    }
}

static void mark_operands(struct spirv *spirv, const struct spirv_instruction *at)
{
    int type, result, first = 3;

    if (at->op == SPIRV_STORE) {
        uint32_t to = spirv_word(at, 1), value = spirv_word(at, 2);

        if (to < spirv->bound && value < spirv->bound && spirv->ids[to].precise)
            spirv->ids[value].precise = true;
        return;
    }
    if (!spirv_has_result(at->op, &type, &result) || !type ||
        spirv_word(at, result) >= spirv->bound ||
        !spirv->ids[spirv_word(at, result)].precise || at->op == SPIRV_FUNCTION_CALL ||
        at->op == SPIRV_LOAD || at->op == SPIRV_VARIABLE)
        return;
    if (at->op == SPIRV_EXT_INST)
        first = 5;
    for (int k = first; k < at->count; k++)
        if (at->words[k] < spirv->bound &&
            spirv->ids[at->words[k]].at.op != SPIRV_VARIABLE)
            spirv->ids[at->words[k]].precise = true;
}

void precise_mark(struct spirv *spirv, const char *text)
{
    mark_variables(spirv, text);
    for (int i = 0; i < spirv->function_count; i++) {
        const struct spirv_function *function = &spirv->functions[i];
        struct spirv_instruction *all =
            memory_new(function->end - function->begin, sizeof *all);
        size_t count = 0;

        for (size_t at = function->begin; at < function->end;)
            all[count++] = spirv_next(spirv, &at);
        while (count > 0)
            mark_operands(spirv, &all[--count]);
        free(all);
    }
}
