// SPDX-License-Identifier: MIT

#include "shade/phrase.h"

#include <stdio.h>
#include <string.h>

#define PHRASE_DEEPEST 4 // operations inside each other

struct phrase {
    const struct spirv *spirv;
    char *text;
    size_t size, used;
};

static void phrase_id(struct phrase *phrase, uint32_t id, int depth);

static void phrase_put(struct phrase *phrase, const char *words)
{
    size_t length = strlen(words);

    if (phrase->used + length >= phrase->size)
        length = phrase->size - 1 - phrase->used;
    memcpy(phrase->text + phrase->used, words, length);
    phrase->used += length;
    phrase->text[phrase->used] = '\0';
}

// A name as the user wrote it: without what the upgrade put in front, and without the
// types that glslang appends to the names of functions.
static void put_name(struct phrase *phrase, const char *name)
{
    char words[64];

    if (!strcmp(name, "shade_coord"))
        name = "gl_FragCoord";
    else if (!strncmp(name, "shade_", 6))
        name += 6;
    snprintf(words, sizeof words, "%.*s", (int) strcspn(name, "("), name);
    phrase_put(phrase, words[0] ? words : "...");
}

static void phrase_component(struct phrase *phrase, uint32_t k)
{
    const char name[3] = { '.', k < 4 ? "xyzw"[k] : '?', '\0' };

    phrase_put(phrase, name);
}

static void phrase_list(struct phrase *phrase, const char *name,
                        const struct spirv_instruction *at, int first, int depth)
{
    phrase_put(phrase, name);
    phrase_put(phrase, "(");
    for (int k = first; k < at->count; k++) {
        phrase_put(phrase, k > first ? ", " : "");
        phrase_id(phrase, at->words[k], depth);
    }
    phrase_put(phrase, ")");
}

// ---- operations ----

struct sign {
    int op;
    const char *sign;
    int binds; // 1: as a comparison, 2: as a sum, 3: as a product
};

static const struct sign signs[] = {
    { SPIRV_F_ADD, " + ", 2 },
    { SPIRV_I_ADD, " + ", 2 },
    { SPIRV_F_SUB, " - ", 2 },
    { SPIRV_I_SUB, " - ", 2 },
    { SPIRV_F_MUL, " * ", 3 },
    { SPIRV_I_MUL, " * ", 3 },
    { SPIRV_F_DIV, " / ", 3 },
    { SPIRV_S_DIV, " / ", 3 },
    { SPIRV_U_DIV, " / ", 3 },
    { SPIRV_U_MOD, " % ", 3 },
    { SPIRV_S_MOD, " % ", 3 },
    { SPIRV_VECTOR_TIMES_SCALAR, " * ", 3 },
    { SPIRV_MATRIX_TIMES_SCALAR, " * ", 3 },
    { SPIRV_VECTOR_TIMES_MATRIX, " * ", 3 },
    { SPIRV_MATRIX_TIMES_VECTOR, " * ", 3 },
    { SPIRV_MATRIX_TIMES_MATRIX, " * ", 3 },
    { SPIRV_F_ORD_LESS, " < ", 1 },
    { SPIRV_F_ORD_GREATER, " > ", 1 },
    { SPIRV_F_ORD_LESS_EQUAL, " <= ", 1 },
    { SPIRV_F_ORD_GREATER_EQUAL, " >= ", 1 },
    { SPIRV_F_ORD_EQUAL, " == ", 1 },
    { SPIRV_F_UNORD_NOT_EQUAL, " != ", 1 },
};

static const struct sign *phrase_sign(const struct phrase *phrase, uint32_t id)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (id < phrase->spirv->bound && phrase->spirv->ids[id].at.op == signs[i].op &&
            phrase->spirv->ids[id].at.count == 5)
            return &signs[i];
    return NULL;
}

static void phrase_operator(struct phrase *phrase, const struct spirv_instruction *at,
                            const struct sign *operation, int depth)
{
    for (int k = 0; k < 2; k++) {
        const uint32_t id = at->words[3 + k];
        const struct sign *inside = phrase_sign(phrase, id);
        const bool wraps = inside && inside->binds < operation->binds + k;

        phrase_put(phrase, k ? operation->sign : "");
        phrase_put(phrase, wraps ? "(" : "");
        phrase_id(phrase, id, depth);
        phrase_put(phrase, wraps ? ")" : "");
    }
}

// The functions of GLSL.std.450, from number 1.
static const char *const phrase_functions[] = {
    "",
    "round",
    "roundEven",
    "trunc",
    "abs",
    "abs",
    "sign",
    "sign",
    "floor",
    "ceil",
    "fract",
    "radians",
    "degrees",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "atan",
    "pow",
    "exp",
    "log",
    "exp2",
    "log2",
    "sqrt",
    "inversesqrt",
    "determinant",
    "inverse",
    "modf",
    "modf",
    "min",
    "min",
    "min",
    "max",
    "max",
    "max",
    "clamp",
    "clamp",
    "clamp",
    "mix",
    "mix",
    "step",
    "smoothstep",
    "fma",
    "frexp",
    "frexp",
    "ldexp",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "length",
    "distance",
    "cross",
    "normalize",
    "faceforward",
    "reflect",
    "refract",
};

static void phrase_function(struct phrase *phrase, const struct spirv_instruction *at,
                            int depth)
{
    const uint32_t number = spirv_word(at, 4);
    const size_t count = sizeof phrase_functions / sizeof *phrase_functions;

    phrase_list(phrase, number < count ? phrase_functions[number] : "...", at, 5, depth);
}

// ---- values ----

static void phrase_constant(struct phrase *phrase, const struct spirv_instruction *at)
{
    const struct spirv_instruction type = spirv_type(phrase->spirv, at->words[1]);
    const uint32_t word = spirv_word(at, 3);
    char words[32];
    float number;

    memcpy(&number, &word, sizeof number);
    if (type.op == SPIRV_TYPE_FLOAT)
        snprintf(words, sizeof words, "%.7g", (double) number);
    else
        snprintf(words, sizeof words, "%d", (int) word);
    phrase_put(phrase, words);
    if (type.op == SPIRV_TYPE_FLOAT && !strpbrk(words, ".en"))
        phrase_put(phrase, ".0");
}

static const char *constructor_of(const struct phrase *phrase, uint32_t type)
{
    static const char *const vectors[] = { "vec2", "vec3", "vec4" };
    const struct spirv_instruction at = spirv_type(phrase->spirv, type);

    if (at.op == SPIRV_TYPE_VECTOR && at.words[3] >= 2 && at.words[3] <= 4)
        return vectors[at.words[3] - 2];
    return at.op == SPIRV_TYPE_FLOAT ? "float" : at.op == SPIRV_TYPE_INT ? "int" : "";
}

static void phrase_chain(struct phrase *phrase, const struct spirv_instruction *at,
                         int depth)
{
    phrase_id(phrase, at->words[3], depth + 1);
    for (int k = 4; k < at->count; k++) {
        const struct spirv_instruction index = spirv_type(phrase->spirv, at->words[k]);

        if (index.op == SPIRV_CONSTANT && k + 1 == at->count && spirv_word(&index, 3) < 4)
            phrase_component(phrase, spirv_word(&index, 3));
        else
            phrase_put(phrase, "[...]");
    }
}

static void phrase_shuffle(struct phrase *phrase, const struct spirv_instruction *at,
                           int depth)
{
    char names[8] = ".";

    phrase_id(phrase, at->words[3], depth);
    for (int k = 5; k < at->count && k < 9; k++)
        names[k - 4] = at->words[k] < 4 ? "xyzw"[at->words[k]] : '?';
    phrase_put(phrase, names);
}

static void phrase_texture(struct phrase *phrase, const struct spirv_instruction *at,
                           const char *name)
{
    phrase_put(phrase, name);
    phrase_put(phrase, "(");
    phrase_id(phrase, at->words[3], 2);
    phrase_put(phrase, ", ...)");
}

static void phrase_value(struct phrase *phrase, const struct spirv_instruction *at,
                         uint32_t id, int depth)
{
    const struct sign *operation = phrase_sign(phrase, id);

    if (operation) {
        phrase_operator(phrase, at, operation, depth);
        return;
    }
    switch (at->op) {
    case SPIRV_CONSTANT: phrase_constant(phrase, at); break;
    case SPIRV_LOAD: phrase_id(phrase, at->words[3], depth + 1); break;
    case SPIRV_ACCESS_CHAIN:
    case SPIRV_IN_BOUNDS_ACCESS_CHAIN: phrase_chain(phrase, at, depth); break;
    case SPIRV_CONSTANT_COMPOSITE:
    case SPIRV_COMPOSITE_CONSTRUCT:
        phrase_list(phrase, constructor_of(phrase, at->words[1]), at, 3, depth);
        break;
    case SPIRV_COMPOSITE_EXTRACT:
        phrase_id(phrase, at->words[3], depth + 1);
        phrase_component(phrase, spirv_word(at, 4));
        break;
    case SPIRV_VECTOR_SHUFFLE: phrase_shuffle(phrase, at, depth); break;
    case SPIRV_EXT_INST: phrase_function(phrase, at, depth); break;
    case SPIRV_DOT: phrase_list(phrase, "dot", at, 3, depth); break;
    case SPIRV_F_MOD: phrase_list(phrase, "mod", at, 3, depth); break;
    case SPIRV_IMAGE_SAMPLE_IMPLICIT_LOD:
    case SPIRV_IMAGE_SAMPLE_EXPLICIT_LOD:
    case SPIRV_IMAGE_SAMPLE_PROJ_IMPLICIT_LOD:
    case SPIRV_IMAGE_SAMPLE_PROJ_EXPLICIT_LOD:
        phrase_texture(phrase, at, "texture");
        break;
    case SPIRV_IMAGE_FETCH: phrase_texture(phrase, at, "texelFetch"); break;
    case SPIRV_IMAGE_GATHER: phrase_texture(phrase, at, "textureGather"); break;
    case SPIRV_IMAGE: phrase_id(phrase, at->words[3], depth + 1); break;
    case SPIRV_DPDX: phrase_list(phrase, "dFdx", at, 3, depth); break;
    case SPIRV_DPDY: phrase_list(phrase, "dFdy", at, 3, depth); break;
    case SPIRV_FWIDTH: phrase_list(phrase, "fwidth", at, 3, depth); break;
    case SPIRV_F_NEGATE:
        phrase_put(phrase, "-");
        phrase_id(phrase, at->words[3], depth);
        break;
    case SPIRV_CONVERT_S_TO_F:
    case SPIRV_CONVERT_U_TO_F: phrase_list(phrase, "float", at, 3, depth); break;
    case SPIRV_FUNCTION_CALL:
        put_name(phrase, phrase->spirv->ids[at->words[3]].name);
        phrase_put(phrase, "(...)");
        break;
    default: phrase_put(phrase, "..."); break;
    }
}

static void phrase_id(struct phrase *phrase, uint32_t id, int depth)
{
    const struct spirv_id *known;

    if (id >= phrase->spirv->bound || !phrase->spirv->ids[id].at.words || depth <= 0) {
        phrase_put(phrase, "...");
        return;
    }
    known = &phrase->spirv->ids[id];
    if (known->name && known->name[0])
        put_name(phrase, known->name);
    else if (known->at.count > 3)
        phrase_value(phrase, &known->at, id, depth - 1);
    else
        phrase_put(phrase, "...");
}

void phrase_write(const struct spirv *spirv, uint32_t id, char *text, size_t size)
{
    struct phrase phrase = { .spirv = spirv, .text = text, .size = size };

    text[0] = '\0';
    if (id > 0)
        phrase_id(&phrase, id, PHRASE_DEEPEST);
}
