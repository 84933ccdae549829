// SPDX-License-Identifier: MIT
//
// How it works: a recursive descent in which each expression becomes a value, the steps
// that compute its components. The GLSL is written along with it, token by token; an
// expression that rounds is put into GUARD(...) when its end is known. A function that
// has a formula is a second text, parsed with its arguments as the variables x, y and
// z. After the first error every function returns at once.

#include "expression/formula.h"

#include "base/closest.h"
#include "base/fp_bits.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GLSL_BYTES (48 * FORMULA_TEXT) // what GUARD and longer names make of a text
#define WORD_BYTES 32                  // of a name, with its zero
#define ARGUMENTS  4

// What an expression computes, and where its text and its GLSL begin.
struct value {
    enum formula_base base;
    int size; // components
    int steps[4];
    int begin, glsl;
};

struct variable {
    char name[WORD_BYTES];
    struct value value;
};

enum token { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_SIGN };

struct parser {
    struct formula *formula;
    const char *text;     // the user's, or the formula of `function`
    const char *function; // NULL: the user's
    const char *real;
    enum token token; // the next one, in text[begin, end)
    int begin, end, last_end, depth;
    int called;     // in a formula: where the user calls the function
    char component; // of a vector, if the formula is of one
    bool chained;
    struct variable *variables; // [count]
    int count;
    char *glsl; // NULL in a formula: nothing is written
    int glsl_used;
};

struct type_name {
    const char *name;
    enum formula_base base;
    int size;
};

static const struct type_name type_names[] = {
    { "float", FORMULA_FLOAT, 1 }, { "int", FORMULA_INT, 1 },
    { "uint", FORMULA_UINT, 1 },   { "bool", FORMULA_BOOL, 1 },
    { "vec2", FORMULA_FLOAT, 2 },  { "vec3", FORMULA_FLOAT, 3 },
    { "vec4", FORMULA_FLOAT, 4 },  { "ivec2", FORMULA_INT, 2 },
    { "ivec3", FORMULA_INT, 3 },   { "ivec4", FORMULA_INT, 4 },
    { "uvec2", FORMULA_UINT, 2 },  { "uvec3", FORMULA_UINT, 3 },
    { "uvec4", FORMULA_UINT, 4 },  { "bvec2", FORMULA_BOOL, 2 },
    { "bvec3", FORMULA_BOOL, 3 },  { "bvec4", FORMULA_BOOL, 4 },
};
#define TYPE_NAMES ((int) (sizeof type_names / sizeof *type_names))

static const char *type_text(const struct value *value)
{
    for (int i = 0; i < TYPE_NAMES; i++)
        if (type_names[i].base == value->base && type_names[i].size == value->size)
            return type_names[i].name;
    return "";
}

static bool has_failed(const struct parser *parser)
{
    return parser->formula->column > 0;
}

// Keeps the first error, at a byte of the text; returns a value that is none.
static struct value fail(struct parser *parser, int at, const char *format, ...)
    LOG_PRINTF(3, 4);

static struct value fail(struct parser *parser, int at, const char *format, ...)
{
    struct formula *formula = parser->formula;
    va_list list;

    assert(!parser->function || formula->step_count >= FORMULA_STEPS);
    if (!has_failed(parser)) {
        va_start(list, format);
        vsnprintf(formula->reason, sizeof formula->reason, format, list);
        va_end(list);
        formula->column = (parser->function ? parser->called : at) + 1;
    }
    parser->token = TOKEN_END;
    return (struct value){ .size = 1 };
}

// ---- tokens, and the GLSL ----

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int number_end(const char *text, int at)
{
    bool hex = text[at] == '0' && (text[at + 1] | 0x20) == 'x';

    while (is_letter(text[at]) || is_digit(text[at]) || text[at] == '.' ||
           ((text[at] == '+' || text[at] == '-') && (text[at - 1] | 0x20) == 'e' && !hex))
        at++;
    return at;
}

static int sign_length(const char *text)
{
    static const char pairs[][3] = { "<=", ">=", "==", "!=", "&&", "||", "^^",
                                     "<<", ">>", "++", "--", "//", "/*" };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (!strncmp(text, pairs[i], 2))
            return 2;
    return 1;
}

static void next_token(struct parser *parser)
{
    const char *text = parser->text;
    int at = parser->end;

    if (has_failed(parser))
        return;
    parser->last_end = parser->end;
    while (text[at] == ' ' || text[at] == '\t' || text[at] == '\n')
        at++;
    parser->begin = parser->end = at;
    if (is_letter(text[at]) && (text[at] != '$' || parser->function)) {
        parser->token = TOKEN_NAME;
        while (is_letter(text[parser->end]) || is_digit(text[parser->end]))
            parser->end++;
    } else if (is_digit(text[at]) || (text[at] == '.' && is_digit(text[at + 1]))) {
        parser->token = TOKEN_NUMBER;
        parser->end = number_end(text, at);
    } else if (!text[at]) {
        parser->token = TOKEN_END;
    } else {
        parser->token = TOKEN_SIGN;
        parser->end += sign_length(text + at);
    }
}

static bool token_is(const struct parser *parser, const char *sign)
{
    int length = parser->end - parser->begin;

    return parser->token == TOKEN_SIGN && (int) strlen(sign) == length &&
           !strncmp(parser->text + parser->begin, sign, (size_t) length);
}

// Copies the token, cut to WORD_BYTES - 1.
static void token_text(const struct parser *parser, char word[WORD_BYTES])
{
    snprintf(word, WORD_BYTES, "%.*s", parser->end - parser->begin,
             parser->text + parser->begin);
}

static struct value fail_token(struct parser *parser, const char *wanted)
{
    char word[WORD_BYTES];

    token_text(parser, word);
    if (parser->token == TOKEN_END)
        return fail(parser, parser->begin, "the text ends; want %s", wanted);
    return fail(parser, parser->begin, "'%s'; want %s", word, wanted);
}

// Writes GLSL at `at`, before what stands behind it.
static void insert_glsl(struct parser *parser, int at, const char *text)
{
    int length = (int) strlen(text);

    if (!parser->glsl || has_failed(parser))
        return;
    if (parser->glsl_used + length >= GLSL_BYTES) {
        fail(parser, parser->begin, "the expression is too long");
        return;
    }
    memmove(parser->glsl + at + length, parser->glsl + at,
            (size_t) (parser->glsl_used - at));
    memcpy(parser->glsl + at, text, (size_t) length);
    parser->glsl_used += length;
}

static void write_glsl(struct parser *parser, const char *text)
{
    insert_glsl(parser, parser->glsl_used, text);
}

// Takes a sign into the GLSL too. Returns false if it is another one.
static bool take(struct parser *parser, const char *sign)
{
    if (!token_is(parser, sign))
        return false;
    write_glsl(parser, sign);
    next_token(parser);
    return true;
}

static void want(struct parser *parser, const char *sign)
{
    char wanted[WORD_BYTES];

    snprintf(wanted, sizeof wanted, "'%s'", sign);
    if (!has_failed(parser) && !take(parser, sign))
        fail_token(parser, wanted);
}

// ---- values ----

static struct value value_here(const struct parser *parser, enum formula_base base,
                               int size)
{
    return (struct value){ base, size, { 0 }, parser->begin, parser->glsl_used };
}

// Adds a step for component `k` of `value`, or finds the step that does the same. Its
// text ends where the last token does.
static int add_step(struct parser *parser, const struct value *value, int k,
                    struct formula_step step)
{
    struct formula *formula = parser->formula;

    for (int i = 0; i < formula->step_count; i++) {
        const struct formula_step *have = &formula->steps[i];

        if (have->op == step.op && have->base == step.base && have->word == step.word &&
            !memcmp(have->args, step.args, sizeof step.args))
            return i;
    }
    if (formula->step_count == FORMULA_STEPS) {
        fail(parser, parser->begin, "more than %d operations", FORMULA_STEPS);
        return 0;
    }
    step.component = value->size > 1 ? "xyzw"[k] : parser->component;
    step.begin = value->begin;
    step.length = parser->last_end - value->begin;
    step.text = parser->text;
    step.function = parser->function;
    formula->steps[formula->step_count] = step;
    return formula->step_count++;
}

// Returns the step of component k; a scalar has one for all.
static int component(const struct value *value, int k)
{
    return value->steps[value->size > 1 ? k : 0];
}

// Fills the components of `out` with an operation on those of `args`.
static void apply(struct parser *parser, struct value *out, enum formula_op op,
                  const struct value *const args[3])
{
    for (int k = 0; k < out->size; k++) {
        struct formula_step step = { .op = op, .base = out->base };

        for (int i = 0; i < 3; i++)
            step.args[i] = args[i] ? component(args[i], k) : -1;
        out->steps[k] = add_step(parser, out, k, step);
    }
}

// Puts the GLSL of a value of floats into GUARD(...), which has no effect in the plain
// form.
static void guard(struct parser *parser, const struct value *value)
{
    if (value->base != FORMULA_FLOAT || !parser->glsl)
        return;
    insert_glsl(parser, value->glsl, "GUARD(");
    write_glsl(parser, ")");
}

static struct value convert(struct parser *parser, struct value value,
                            enum formula_base base)
{
    struct value out = value;

    out.base = base;
    if (base == value.base)
        return out;
    parser->formula->from_ints |= base == FORMULA_FLOAT && value.base != FORMULA_BOOL;
    apply(parser, &out, FORMULA_CONVERT, (const struct value *[3]){ &value });
    return out;
}

static struct value parse_expression(struct parser *parser);

// ---- literals and names ----

static void write_real(struct parser *parser, const char *word)
{
    bool wide = !strcmp(parser->real, "double"), own = strcmp(parser->real, "float") != 0;

    write_glsl(parser, own && !wide ? "float16_t(" : "");
    write_glsl(parser, word);
    write_glsl(parser, wide ? "lf" : own ? ")" : "");
}

static uint64_t read_integer(struct parser *parser, const char *word, bool is_unsigned)
{
    char *end;
    unsigned long long number = strtoull(word, &end, 0);

    if (*end && !(is_unsigned && !end[1]))
        fail(parser, parser->begin, "'%s' is no number of GLSL", word);
    else if (number > UINT32_MAX)
        fail(parser, parser->begin, "%s does not fit into 32 bits", word);
    return number;
}

// Reads a number to binary64; what rounds it to the format is the model.
static uint64_t read_float(struct parser *parser, char *word)
{
    char *end;
    double number;
    size_t length = strlen(word);

    if (length > 1 && (word[length - 1] | 0x20) == 'f')
        word[length - 1] = '\0';
    number = strtod(word, &end);
    if (*end)
        fail(parser, parser->begin, "'%s' is no number of GLSL", word);
    else if (!(number < (strcmp(parser->real, "double") ? 0x1p128 : INFINITY)))
        fail(parser, parser->begin, "%s is infinite", word);
    return fp_bits64(number);
}

static struct value parse_number(struct parser *parser)
{
    char word[WORD_BYTES];
    struct value value = value_here(parser, FORMULA_INT, 1);
    struct formula_step step = { .op = FORMULA_LITERAL, .args = { -1, -1, -1 } };

    token_text(parser, word);
    bool hex = word[0] == '0' && (word[1] | 0x20) == 'x';
    bool is_unsigned = (word[strlen(word) - 1] | 0x20) == 'u';

    if (parser->end - parser->begin >= WORD_BYTES)
        return fail(parser, parser->begin, "a number of more than %d characters",
                    WORD_BYTES - 1);
    if (!hex && strpbrk(word, ".eEfF")) {
        value.base = FORMULA_FLOAT;
        step.word = read_float(parser, word);
        write_real(parser, word);
    } else {
        value.base = is_unsigned ? FORMULA_UINT : FORMULA_INT;
        step.word = read_integer(parser, word, is_unsigned);
        write_glsl(parser, word);
    }
    next_token(parser);
    step.base = value.base;
    value.steps[0] = add_step(parser, &value, 0, step);
    guard(parser, &value);
    return value;
}

static struct variable *find_variable(struct parser *parser, const char *name)
{
    for (int i = parser->count - 1; i >= 0; i--)
        if (!strcmp(parser->variables[i].name, name))
            return &parser->variables[i];
    return NULL;
}

static int operand_number(const struct parser *parser, const char *name)
{
    bool is_one = !parser->function && name[0] >= 'a' && name[0] <= 'd' && !name[1];

    return is_one ? name[0] - 'a' : -1;
}

// Returns why a name means nothing.
static struct value fail_name(struct parser *parser, int at, const char *name)
{
    static const char *const absent[] = { "ldexp",   "frexp",   "modf",
                                          "refract", "texture", "texelFetch",
                                          "dFdx",    "dFdy",    "fwidth" };
    const char *names[100], *closest;
    int count = 0;

    assert(formula_function_count <= 100);
    for (int i = 0; i < formula_function_count; i++)
        if (formula_functions[i].name[0] != '$')
            names[count++] = formula_functions[i].name;
    closest = closest_find(name, names, count);
    if (!strncmp(name, "mat", 3))
        return fail(parser, at, "%s: matrices are not supported", name);
    if (!strcmp(name, "round"))
        return fail(parser, at, "round() of a half is up to the device; use roundEven()");
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (!strcmp(name, absent[i]))
            return fail(parser, at, "%s() is not supported", name);
    if (closest && name[1])
        return fail(parser, at, "'%s' is unknown; did you mean %s?", name, closest);
    return fail(parser, at, "'%s' is not supported; operands are a to d", name);
}

static struct value parse_variable(struct parser *parser, const char *name)
{
    const struct variable *variable = find_variable(parser, name);
    int operand = operand_number(parser, name);
    struct value value = value_here(parser, FORMULA_FLOAT, 1);
    struct formula_step step = { .op = FORMULA_OPERAND,
                                 .args = { -1, -1, -1 },
                                 .word = (uint64_t) operand };
    char glsl[WORD_BYTES];

    if (operand < 0 && !variable)
        return fail_name(parser, parser->begin, name);
    if (operand == 3 && parser->chained)
        return fail(parser, parser->begin,
                    "d is the 1 by which this precision multiplies; use a, b and c");
    snprintf(glsl, sizeof glsl, operand < 0 ? "v%d" : "operand(%d)",
             operand < 0 ? (int) (variable - parser->variables) : operand);
    write_glsl(parser, glsl);
    next_token(parser);
    if (operand < 0) {
        int begin = value.begin, at = value.glsl;

        value = variable->value;
        value.begin = begin;
        value.glsl = at;
        return value;
    }
    parser->formula->operands |= 1u << operand;
    value.steps[0] = add_step(parser, &value, 0, step);
    return value;
}

// ---- constructors and calls ----

// Reads the arguments behind "(", at most `most`. Returns their number.
static int parse_arguments(struct parser *parser, struct value *args, int most)
{
    int count = 0;

    want(parser, "(");
    do {
        if (count == most)
            fail(parser, parser->begin, "more than %d arguments", most);
        if (has_failed(parser))
            return 0;
        args[count++] = parse_expression(parser);
    } while (take(parser, ","));
    want(parser, ")");
    return count;
}

// Returns what stands before "float" or "vec2" where floats are of another type.
static const char *type_prefix(const struct parser *parser)
{
    return !strcmp(parser->real, "float")    ? ""
           : !strcmp(parser->real, "double") ? "d"
                                             : "f16";
}

static struct value parse_constructor(struct parser *parser, const struct type_name *type)
{
    struct value args[ARGUMENTS], value = value_here(parser, type->base, type->size);
    bool is_real = type->base == FORMULA_FLOAT;
    int count, filled = 0;

    write_glsl(parser, is_real && type->size > 1 ? type_prefix(parser) : "");
    write_glsl(parser, is_real && type->size == 1 ? parser->real : type->name);
    next_token(parser);
    count = parse_arguments(parser, args, ARGUMENTS);
    for (int i = 0; i < count && !has_failed(parser); i++) {
        int at = args[i].begin;
        struct value from;

        args[i].begin = value.begin; // a conversion has the text of the whole call
        from = convert(parser, args[i], type->base);
        if (filled >= type->size)
            return fail(parser, at, "%s() has an argument too many", type->name);
        for (int k = 0; k < from.size && filled < type->size; k++)
            value.steps[filled++] = from.steps[k];
    }
    if (count == 1 && args[0].size == 1)
        while (filled < type->size)
            value.steps[filled++] = value.steps[0];
    if (filled < type->size)
        return fail(parser, value.begin, "%s() has %d components, not %d", type->name,
                    filled, type->size);
    return value;
}

// Returns the number of components of a call, or 0 if the function does not take these.
static int call_size(const struct formula_function *function, const struct value *args,
                     int count)
{
    int size = 1, scalar = 0;

    if (count != function->arguments || !(function->bases & 1u << args[0].base))
        return 0;
    for (int i = 0; i < count; i++)
        size = args[i].size > size ? args[i].size : size;
    for (int i = 0; i < count; i++) {
        bool is_last = i == count - 1 && function->last_is_bool, may_be_scalar;
        enum formula_base base = is_last ? FORMULA_BOOL : args[0].base;

        may_be_scalar = function->scalars & 1u << i;
        if (args[i].base != base || (args[i].size != size && !may_be_scalar))
            return 0;
        if (may_be_scalar && scalar && args[i].size != scalar)
            return 0;
        scalar = may_be_scalar ? args[i].size : scalar;
    }
    return !function->sizes || function->sizes & 1u << (args[0].size - 1) ? size : 0;
}

static struct value parse_results(struct parser *parser);

// Parses the formula of a function for arguments of these types.
static struct value expand_formula(struct parser *parser,
                                   const struct formula_function *function,
                                   const struct value *args, char letter)
{
    static const char *const names[3] = { "x", "y", "z" };
    struct variable variables[4]; // a formula may have one of its own
    int size = args[0].size;
    struct parser inner = {
        .formula = parser->formula,
        .text = function->text[size - 1] ? function->text[size - 1] : function->text[0],
        .function = function->name,
        .real = parser->real,
        .variables = variables,
        .count = function->arguments,
        .called = parser->function ? parser->called : parser->begin,
        .component = letter,
    };

    for (int i = 0; i < function->arguments; i++) {
        snprintf(variables[i].name, sizeof variables[i].name, "%s", names[i]);
        variables[i].value = args[i];
    }
    next_token(&inner);
    return parse_results(&inner);
}

// The formula of each component, or of the vectors.
static struct value expand_all(struct parser *parser,
                               const struct formula_function *function,
                               const struct value *args, int size)
{
    struct value out = { .size = size };

    if (function->whole)
        return expand_formula(parser, function, args, '\0');
    for (int k = 0; k < size && !has_failed(parser); k++) {
        struct value scalars[3], one;

        for (int i = 0; i < function->arguments; i++) {
            scalars[i] = args[i];
            scalars[i].steps[0] = component(&args[i], k);
            scalars[i].size = 1;
        }
        one = expand_formula(parser, function, scalars, size > 1 ? "xyzw"[k] : '\0');
        out.base = one.base;
        out.steps[k] = one.steps[0];
    }
    return out;
}

static struct value call_function(struct parser *parser,
                                  const struct formula_function *function,
                                  struct value value, const struct value *args, int size)
{
    struct value out = { .base = function->given ? function->gives : args[0].base,
                         .size = size };

    parser->formula->fma |= function->op == FORMULA_FMA && !function->text[0];
    parser->formula->bits |= function->op == FORMULA_REINTERPRET;
    out.begin = value.begin;
    if (function->text[0] || function->whole)
        out = expand_all(parser, function, args, size);
    else
        apply(parser, &out, function->op,
              (const struct value *[3]){ &args[0],
                                         function->arguments > 1 ? &args[1] : NULL,
                                         function->arguments > 2 ? &args[2] : NULL });
    out.begin = value.begin;
    out.glsl = value.glsl;
    guard(parser, &out);
    return out;
}

static struct value parse_call(struct parser *parser, const char *name)
{
    struct value args[ARGUMENTS] = { 0 }, value = value_here(parser, FORMULA_FLOAT, 1);
    char types[100] = "";
    bool known = false;
    int count;

    for (int i = 0; i < formula_function_count; i++)
        known |= !strcmp(formula_functions[i].name, name);
    if (!known)
        return fail_name(parser, parser->begin, name);
    write_glsl(parser, name);
    next_token(parser);
    count = parse_arguments(parser, args, ARGUMENTS);
    for (int i = 0; i < formula_function_count && !has_failed(parser); i++) {
        int size = call_size(&formula_functions[i], args, count);

        if (!strcmp(formula_functions[i].name, name) && size > 0)
            return call_function(parser, &formula_functions[i], value, args, size);
    }
    for (int i = 0; i < count; i++)
        snprintf(types + strlen(types), sizeof types - strlen(types), "%s%s",
                 i > 0 ? ", " : "", type_text(&args[i]));
    return fail(parser, value.begin, "there is no %s(%s)", name, types);
}

static struct value parse_name(struct parser *parser)
{
    char word[WORD_BYTES];
    struct parser ahead = *parser;

    token_text(parser, word);
    if (parser->end - parser->begin >= WORD_BYTES)
        return fail(parser, parser->begin, "a name of more than %d characters",
                    WORD_BYTES - 1);
    next_token(&ahead);
    for (int i = 0; i < TYPE_NAMES; i++)
        if (!strcmp(type_names[i].name, word))
            return parse_constructor(parser, &type_names[i]);
    if (!strcmp(word, "true") || !strcmp(word, "false")) {
        struct value value = value_here(parser, FORMULA_BOOL, 1);
        struct formula_step step = { .op = FORMULA_LITERAL,
                                     .base = FORMULA_BOOL,
                                     .args = { -1, -1, -1 },
                                     .word = word[0] == 't' };

        write_glsl(parser, word);
        next_token(parser);
        value.steps[0] = add_step(parser, &value, 0, step);
        return value;
    }
    return token_is(&ahead, "(") ? parse_call(parser, word)
                                 : parse_variable(parser, word);
}

// ---- operators ----

static struct value parse_primary(struct parser *parser)
{
    struct value value = value_here(parser, FORMULA_FLOAT, 1);

    if (parser->token == TOKEN_NUMBER)
        return parse_number(parser);
    if (parser->token == TOKEN_NAME)
        return parse_name(parser);
    if (!take(parser, "("))
        return fail_token(parser, "an operand, a number or '('");

    struct value inner = parse_expression(parser);

    want(parser, ")");
    inner.begin = value.begin;
    inner.glsl = value.glsl;
    return inner;
}

static struct value swizzle(struct parser *parser, struct value value)
{
    static const char *const sets[] = { "xyzw", "rgba", "stpq" };
    char word[WORD_BYTES];
    struct value out = value;

    token_text(parser, word);
    for (int s = 0; s < 3; s++) {
        if (strspn(word, sets[s]) != strlen(word) || strlen(word) > 4 || !word[0])
            continue;
        out.size = (int) strlen(word);
        for (int k = 0; k < out.size; k++) {
            int from = (int) (strchr(sets[s], word[k]) - sets[s]);

            if (from >= value.size || value.size == 1)
                break;
            out.steps[k] = value.steps[from];
            if (k < out.size - 1)
                continue;
            write_glsl(parser, word);
            next_token(parser);
            return out;
        }
    }
    return fail(parser, parser->begin, "'%s' are no components of a %s", word,
                type_text(&value));
}

static struct value parse_unary(struct parser *parser)
{
    struct value value, out = value_here(parser, FORMULA_FLOAT, 1);
    char sign = parser->token == TOKEN_SIGN && parser->end - parser->begin == 1
                    ? parser->text[parser->begin]
                    : '\0';

    if (++parser->depth > FORMULA_DEPTH)
        return fail(parser, parser->begin, "nested more than %d deep", FORMULA_DEPTH);
    if (!sign || !strchr("+-!~", sign)) {
        value = parse_primary(parser);
        while (take(parser, "."))
            value = swizzle(parser, value);
        parser->depth--;
        return value;
    }
    // "- -a" must not become a decrement.
    write_glsl(parser, (char[]){ ' ', sign, '\0' });
    next_token(parser);
    value = parse_unary(parser);
    parser->depth--;
    out.base = value.base;
    out.size = value.size;
    bool fits = sign == '!'   ? value.base == FORMULA_BOOL && value.size == 1
                : sign == '~' ? value.base == FORMULA_INT || value.base == FORMULA_UINT
                              : value.base != FORMULA_BOOL;

    if (!fits)
        return fail(parser, out.begin, "'%c' of a %s", sign, type_text(&value));
    if (sign == '+')
        memcpy(out.steps, value.steps, sizeof out.steps);
    else
        apply(parser, &out, sign == '-' ? FORMULA_NEGATE : FORMULA_NOT,
              (const struct value *[3]){ &value });
    return out;
}

#define LEVELS    10
#define ON_FLOATS (1u << FORMULA_FLOAT)
#define ON_INTS   (1u << FORMULA_INT | 1u << FORMULA_UINT)
#define ON_BOOLS  (1u << FORMULA_BOOL)

static const struct sign_of {
    const char *sign;
    int level; // the higher, the closer it binds
    unsigned bases;
    enum formula_op op;
    bool compares, swaps; // gives a bool; its arguments change places
} operators[] = {
    { "||", 0, ON_BOOLS, FORMULA_OR, 0, 0 },
    { "^^", 1, ON_BOOLS, FORMULA_XOR, 0, 0 },
    { "&&", 2, ON_BOOLS, FORMULA_AND, 0, 0 },
    { "|", 3, ON_INTS, FORMULA_OR, 0, 0 },
    { "^", 4, ON_INTS, FORMULA_XOR, 0, 0 },
    { "&", 5, ON_INTS, FORMULA_AND, 0, 0 },
    { "==", 6, ON_FLOATS | ON_INTS | ON_BOOLS, FORMULA_EQUAL, true, 0 },
    { "!=", 6, ON_FLOATS | ON_INTS | ON_BOOLS, FORMULA_UNEQUAL, true, 0 },
    { "<", 7, ON_FLOATS | ON_INTS, FORMULA_LESS, true, 0 },
    { "<=", 7, ON_FLOATS | ON_INTS, FORMULA_LESS_EQUAL, true, 0 },
    { ">", 7, ON_FLOATS | ON_INTS, FORMULA_LESS, true, true },
    { ">=", 7, ON_FLOATS | ON_INTS, FORMULA_LESS_EQUAL, true, true },
    { "<<", 8, ON_INTS, FORMULA_LEFT, 0, 0 },
    { ">>", 8, ON_INTS, FORMULA_RIGHT, 0, 0 },
    { "+", 9, ON_FLOATS | ON_INTS, FORMULA_ADD, 0, 0 },
    { "-", 9, ON_FLOATS | ON_INTS, FORMULA_SUB, 0, 0 },
    { "*", LEVELS, ON_FLOATS | ON_INTS, FORMULA_MUL, 0, 0 },
    { "/", LEVELS, ON_FLOATS | ON_INTS, FORMULA_DIV, 0, 0 },
    { "%", LEVELS, ON_INTS, FORMULA_REMAINDER, 0, 0 },
};

static const struct sign_of *find_sign(const struct parser *parser)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (token_is(parser, operators[i].sign))
            return &operators[i];
    return NULL;
}

static bool sign_fits(const struct sign_of *sign, const struct value *left,
                      const struct value *right)
{
    bool shifts = sign->op == FORMULA_LEFT || sign->op == FORMULA_RIGHT;
    bool one = left->size == 1 && right->size == 1;

    if (!(sign->bases & 1u << left->base) || !(sign->bases & 1u << right->base) ||
        (left->base != right->base && !shifts))
        return false;
    if (sign->compares || left->base == FORMULA_BOOL)
        return one;
    return left->size == right->size || right->size == 1 || (left->size == 1 && !shifts);
}

static struct value combine(struct parser *parser, const struct sign_of *sign,
                            struct value left, struct value right, int at)
{
    struct value out = left;
    bool swaps = sign->swaps;

    if (has_failed(parser))
        return out;
    if (!sign_fits(sign, &left, &right))
        return fail(parser, at, "%s %s %s: these types do not go together%s",
                    type_text(&left), sign->sign, type_text(&right),
                    left.base == FORMULA_INT || right.base == FORMULA_INT
                        ? "; a float literal is 2.0"
                        : "");
    out.size = left.size > right.size ? left.size : right.size;
    out.base = sign->compares ? FORMULA_BOOL : left.base;
    apply(parser, &out, sign->op,
          (const struct value *[3]){ swaps ? &right : &left, swaps ? &left : &right });
    guard(parser, &out);
    return out;
}

static struct value parse_binary(struct parser *parser, int level)
{
    const struct sign_of *sign;
    struct value left = parse_unary(parser);

    while ((sign = find_sign(parser)) != NULL && sign->level >= level) {
        int at = parser->begin;

        take(parser, sign->sign);
        left = combine(parser, sign, left, parse_binary(parser, sign->level + 1), at);
    }
    return left;
}

static struct value parse_expression(struct parser *parser)
{
    struct value test = parse_binary(parser, 0), yes, no, out;
    int at = parser->begin;

    if (++parser->depth > FORMULA_DEPTH)
        return fail(parser, parser->begin, "nested more than %d deep", FORMULA_DEPTH);
    if (take(parser, "?")) {
        yes = parse_expression(parser);
        want(parser, ":");
        no = parse_expression(parser);
        if (test.base != FORMULA_BOOL || test.size != 1 || yes.base != no.base ||
            yes.size != no.size)
            return fail(parser, at, "%s ? %s : %s: these types do not go together",
                        type_text(&test), type_text(&yes), type_text(&no));
        out = yes;
        out.begin = test.begin;
        out.glsl = test.glsl;
        apply(parser, &out, FORMULA_SELECT,
              (const struct value *[3]){ &test, &yes, &no });
        test = out;
    }
    parser->depth--;
    return test;
}

// ---- statements and results ----

// Writes the declaration of a variable before its expression.
static void declare(struct parser *parser, const struct value *value, const char *name)
{
    char text[3 * WORD_BYTES];
    const char *prefix = type_prefix(parser), *precision = prefix[0] ? "" : "PRECISION ";

    if (value->base == FORMULA_FLOAT && value->size == 1)
        snprintf(text, sizeof text, "EXACT REAL %s = ", name);
    else if (value->base == FORMULA_FLOAT)
        snprintf(text, sizeof text, "EXACT %s%s%s %s = ", precision, prefix,
                 type_text(value), name);
    else
        snprintf(text, sizeof text,
                 "%s%s %s = ", value->base == FORMULA_BOOL ? "" : "highp ",
                 type_text(value), name);
    insert_glsl(parser, value->glsl, text);
}

// Reads "NAME = EXPRESSION;" if the text goes on so.
static bool parse_statement(struct parser *parser)
{
    struct parser ahead = *parser;
    struct value value;
    char name[WORD_BYTES], glsl[WORD_BYTES];
    int at = parser->begin;

    token_text(parser, name);
    next_token(&ahead);
    if (parser->token != TOKEN_NAME || !token_is(&ahead, "="))
        return false;
    if (operand_number(parser, name) >= 0 || parser->end - parser->begin >= WORD_BYTES) {
        fail(parser, at, "'%s' cannot be a variable", name);
        return false;
    }
    if (parser->count == FORMULA_NAMES) {
        fail(parser, at, "more than %d variables", FORMULA_NAMES);
        return false;
    }
    next_token(parser);
    next_token(parser);
    value = parse_expression(parser);
    snprintf(glsl, sizeof glsl, "v%d", parser->count);
    declare(parser, &value, glsl);
    want(parser, ";");
    snprintf(parser->variables[parser->count].name, WORD_BYTES, "%s", name);
    parser->variables[parser->count++].value = value;
    return !has_failed(parser);
}

// Writes the call that stores a result.
static void store(struct parser *parser, const struct value *value, int k)
{
    static const char *const calls[] = { "result(%d, r%d%s);", "result_int(%d, r%d);",
                                         "result_bits(%d, r%d);",
                                         "result_bits(%d, r%d ? 1u : 0u);" };
    char glsl[WORD_BYTES];

    snprintf(glsl, sizeof glsl, "r%d", k);
    declare(parser, value, glsl);
    write_glsl(parser, ";");
    snprintf(glsl, sizeof glsl, calls[value->base], k, k,
             parser->chained ? " * again(3)" : "");
    write_glsl(parser, glsl);
}

// Returns the value of the last expression; the results of the user's text are noted.
static struct value parse_results(struct parser *parser)
{
    while (parse_statement(parser))
        ;
    return parse_expression(parser);
}

static void note_results(struct parser *parser)
{
    struct formula *formula = parser->formula;
    struct value value = parse_results(parser);

    for (;;) {
        if (value.size > 1)
            fail(parser, value.begin, "a result is a scalar; use a component of this %s",
                 type_text(&value));
        if (formula->result_count == FORMULA_RESULTS)
            fail(parser, value.begin, "more than %d results", FORMULA_RESULTS);
        if (has_failed(parser))
            return;
        formula->results[formula->result_count] = value.steps[0];
        store(parser, &value, formula->result_count++);
        if (!token_is(parser, ","))
            break;
        next_token(parser);
        value = parse_expression(parser);
    }
    if (token_is(parser, ";"))
        next_token(parser);
    if (parser->token != TOKEN_END)
        fail_token(parser, "an operator or the end");
}

bool formula_parse(struct formula *formula, const char *text, const char *real,
                   bool chained)
{
    static struct variable variables[FORMULA_NAMES];
    struct parser parser = {
        .formula = formula, .real = real, .variables = variables, .chained = chained
    };

    *formula = (struct formula){ 0 };
    snprintf(formula->text, sizeof formula->text, "%s", text);
    formula->steps = memory_new(FORMULA_STEPS, sizeof *formula->steps);
    formula->glsl = parser.glsl = memory_new(GLSL_BYTES, 1);
    parser.text = formula->text;
    if (strlen(text) > FORMULA_TEXT)
        fail(&parser, FORMULA_TEXT, "the text has more than %d bytes", FORMULA_TEXT);
    next_token(&parser);
    note_results(&parser);
    return !has_failed(&parser);
}

void formula_finish(struct formula *formula)
{
    free(formula->steps);
    free(formula->glsl);
    *formula = (struct formula){ 0 };
}
