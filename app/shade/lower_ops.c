// SPDX-License-Identifier: MIT
//
// The arithmetic of SPIR-V: a table of instructions that work component by component, and
// those that do not.

#include "base/memory.h"
#include "shade/lower_private.h"

#include <stdlib.h>
#include <string.h>

#define PARTS 64 // scalars of an operand: up to a matrix and some

// ---- component by component ----

enum way {
    FLOATS, // operands rounded to the precision of the result
    INTS,   // operands and result wrapped to it
    UINTS,
    SHIFTS, // of ints, the second operand is as it comes
    USHIFTS,
    TESTS, // of floats: rounded if both operands are mediump
    INT_TESTS,
    UINT_TESTS,
    BITS,   // as they come
    TO_INT, // operands rounded, the result wrapped
    TO_UINT,
};

enum { SWAPPED = 1, NEGATED = 2 };

struct row {
    enum spirv_op from;
    enum program_op to;
    enum way way;
    int operands, flags;
};

static const struct row rows[] = {
    { SPIRV_F_NEGATE, PROGRAM_NEG, FLOATS, 1, 0 },
    { SPIRV_F_ADD, PROGRAM_ADD, FLOATS, 2, 0 },
    { SPIRV_F_SUB, PROGRAM_SUB, FLOATS, 2, 0 },
    { SPIRV_F_MUL, PROGRAM_MUL, FLOATS, 2, 0 },
    { SPIRV_F_DIV, PROGRAM_DIV, FLOATS, 2, 0 },
    { SPIRV_CONVERT_S_TO_F, PROGRAM_INT_TO_FLOAT, FLOATS, 1, 0 },
    { SPIRV_CONVERT_U_TO_F, PROGRAM_UINT_TO_FLOAT, FLOATS, 1, 0 },
    { SPIRV_CONVERT_F_TO_S, PROGRAM_TO_INT, TO_INT, 1, 0 },
    { SPIRV_CONVERT_F_TO_U, PROGRAM_TO_UINT, TO_UINT, 1, 0 },
    { SPIRV_S_NEGATE, PROGRAM_INT_SUB, INTS, 1, SWAPPED },
    { SPIRV_I_ADD, PROGRAM_INT_ADD, INTS, 2, 0 },
    { SPIRV_I_SUB, PROGRAM_INT_SUB, INTS, 2, 0 },
    { SPIRV_I_MUL, PROGRAM_INT_MUL, INTS, 2, 0 },
    { SPIRV_S_DIV, PROGRAM_INT_DIV, INTS, 2, 0 },
    { SPIRV_U_DIV, PROGRAM_UINT_DIV, UINTS, 2, 0 },
    { SPIRV_S_REM, PROGRAM_INT_REM, INTS, 2, 0 },
    { SPIRV_S_MOD, PROGRAM_INT_MOD, INTS, 2, 0 },
    { SPIRV_U_MOD, PROGRAM_UINT_MOD, UINTS, 2, 0 },
    { SPIRV_SHIFT_LEFT, PROGRAM_SHIFT_LEFT, SHIFTS, 2, 0 },
    { SPIRV_SHIFT_RIGHT_ARITHMETIC, PROGRAM_SHIFT_RIGHT, SHIFTS, 2, 0 },
    { SPIRV_SHIFT_RIGHT_LOGICAL, PROGRAM_USHIFT_RIGHT, USHIFTS, 2, 0 },
    { SPIRV_OR, PROGRAM_OR, INTS, 2, 0 },
    { SPIRV_XOR, PROGRAM_XOR, INTS, 2, 0 },
    { SPIRV_AND, PROGRAM_AND, INTS, 2, 0 },
    { SPIRV_NOT, PROGRAM_NOT, INTS, 1, 0 },
    { SPIRV_BIT_REVERSE, PROGRAM_BIT_REVERSE, BITS, 1, 0 },
    { SPIRV_BIT_COUNT, PROGRAM_BIT_COUNT, BITS, 1, 0 },
    { SPIRV_IS_NAN, PROGRAM_IS_NAN, BITS, 1, 0 },
    { SPIRV_IS_INF, PROGRAM_IS_INF, BITS, 1, 0 },
    { SPIRV_LOGICAL_EQUAL, PROGRAM_INT_EQUAL, BITS, 2, 0 },
    { SPIRV_LOGICAL_NOT_EQUAL, PROGRAM_XOR, BITS, 2, 0 },
    { SPIRV_LOGICAL_OR, PROGRAM_OR, BITS, 2, 0 },
    { SPIRV_LOGICAL_AND, PROGRAM_AND, BITS, 2, 0 },
    { SPIRV_LOGICAL_NOT, PROGRAM_INT_EQUAL, BITS, 1, 0 },
    { SPIRV_I_EQUAL, PROGRAM_INT_EQUAL, INT_TESTS, 2, 0 },
    { SPIRV_I_NOT_EQUAL, PROGRAM_INT_EQUAL, INT_TESTS, 2, NEGATED },
    { SPIRV_U_GREATER, PROGRAM_UINT_LESS, UINT_TESTS, 2, SWAPPED },
    { SPIRV_S_GREATER, PROGRAM_INT_LESS, INT_TESTS, 2, SWAPPED },
    { SPIRV_U_GREATER_EQUAL, PROGRAM_UINT_LESS, UINT_TESTS, 2, NEGATED },
    { SPIRV_S_GREATER_EQUAL, PROGRAM_INT_LESS, INT_TESTS, 2, NEGATED },
    { SPIRV_U_LESS, PROGRAM_UINT_LESS, UINT_TESTS, 2, 0 },
    { SPIRV_S_LESS, PROGRAM_INT_LESS, INT_TESTS, 2, 0 },
    { SPIRV_U_LESS_EQUAL, PROGRAM_UINT_LESS, UINT_TESTS, 2, SWAPPED | NEGATED },
    { SPIRV_S_LESS_EQUAL, PROGRAM_INT_LESS, INT_TESTS, 2, SWAPPED | NEGATED },
    { SPIRV_F_ORD_EQUAL, PROGRAM_EQUAL, TESTS, 2, 0 },
    { SPIRV_F_UNORD_NOT_EQUAL, PROGRAM_EQUAL, TESTS, 2, NEGATED },
    { SPIRV_F_ORD_NOT_EQUAL, PROGRAM_EQUAL, TESTS, 2, NEGATED },
    { SPIRV_F_ORD_LESS, PROGRAM_LESS, TESTS, 2, 0 },
    { SPIRV_F_UNORD_LESS, PROGRAM_LESS_EQUAL, TESTS, 2, SWAPPED | NEGATED },
    { SPIRV_F_ORD_GREATER, PROGRAM_LESS, TESTS, 2, SWAPPED },
    { SPIRV_F_UNORD_GREATER, PROGRAM_LESS_EQUAL, TESTS, 2, NEGATED },
    { SPIRV_F_ORD_LESS_EQUAL, PROGRAM_LESS_EQUAL, TESTS, 2, 0 },
    { SPIRV_F_UNORD_LESS_EQUAL, PROGRAM_LESS, TESTS, 2, SWAPPED | NEGATED },
    { SPIRV_F_ORD_GREATER_EQUAL, PROGRAM_LESS_EQUAL, TESTS, 2, SWAPPED },
    { SPIRV_F_UNORD_GREATER_EQUAL, PROGRAM_LESS, TESTS, 2, NEGATED },
};

static bool is_float_way(enum way way)
{
    return way == FLOATS || way == TESTS || way == TO_INT || way == TO_UINT;
}

// Returns mediump if all operands from the word `first` on are mediump, a literal being
// either. A comparison has no mark of its own, and glslang marks no ?: either whose
// result becomes highp.
static enum program_precision precision_of_operands(const struct lower *lower,
                                                    const struct spirv_instruction *at,
                                                    int first)
{
    bool medium = false;

    for (int k = first; k < at->count; k++) {
        uint32_t id = at->words[k];

        if (id >= lower->spirv->bound)
            return PROGRAM_HIGH; // the operand is refused later
        if (lower_precision(lower, id) == PROGRAM_HIGH && !lower_is_constant(lower, id))
            return PROGRAM_HIGH;
        medium |= lower_precision(lower, id) == PROGRAM_MEDIUM;
    }
    return medium ? PROGRAM_MEDIUM : PROGRAM_HIGH;
}

static uint32_t compute_one(struct lower *lower, const struct row *row,
                            enum program_precision precision, uint32_t in[3])
{
    bool is_signed = row->way != UINTS && row->way != USHIFTS && row->way != TO_UINT &&
                     row->way != UINT_TESTS;
    bool wraps = !is_float_way(row->way) && row->way != BITS;
    uint32_t made;

    for (int k = 0; k < row->operands && wraps; k++)
        if (k == 0 || (row->way != SHIFTS && row->way != USHIFTS))
            in[k] = lower_wrap(lower, precision, in[k], is_signed);
    if (row->flags & SWAPPED) { // of one operand: 0 - a
        uint32_t swap = in[0];

        in[0] = row->operands == 1 ? lower_int(lower, 0) : in[1];
        in[1] = swap;
    }
    made = is_float_way(row->way) ? lower_3(lower, row->to, precision, in)
                                  : lower_emit(lower, row->to, precision, in);
    if (row->flags & NEGATED)
        made = lower_emit(lower, PROGRAM_INT_EQUAL, precision, (uint32_t[3]){ made });
    if ((wraps && row->way != INT_TESTS && row->way != UINT_TESTS) ||
        row->way == TO_INT || row->way == TO_UINT)
        made = lower_wrap(lower, precision, made, is_signed);
    return made;
}

// Signed instructions are also those of uints: the type of the operands decides.
static struct row ops_row_of(const struct lower *lower,
                             const struct spirv_instruction *at, struct row row)
{
    uint32_t id = spirv_word(at, 3);
    struct spirv_instruction type;

    if (id >= lower->spirv->bound)
        return row;
    type = spirv_type(lower->spirv, lower->spirv->ids[id].type);
    if (type.op == SPIRV_TYPE_VECTOR)
        type = spirv_type(lower->spirv, type.words[2]);
    if (type.op == SPIRV_TYPE_INT && spirv_word(&type, 3) == 0)
        row.way = row.way == INTS        ? UINTS
                  : row.way == SHIFTS    ? USHIFTS
                  : row.way == INT_TESTS ? UINT_TESTS
                                         : row.way;
    return row;
}

static void compute_row(struct lower *lower, const struct spirv_instruction *at,
                        const struct row *row)
{
    const uint32_t *in[3] = { NULL };
    uint32_t out[PARTS], count = lower_count(lower, spirv_word(at, 3));
    bool tests = row->way == TESTS || row->way == INT_TESTS || row->way == UINT_TESTS;
    enum program_precision precision = tests ? precision_of_operands(lower, at, 3)
                                             : lower_precision(lower, at->words[2]);

    if (program_converts_ints(row->to) && lower->traits->ints_convert_exactly)
        precision = PROGRAM_HIGH;
    if (count > PARTS || lower->spirv->ids[at->words[1]].slots != count)
        lower_refuse(lower, "operands of another size");
    for (int k = 0; k < row->operands; k++)
        in[k] = lower_operand(lower, spirv_word(at, 3 + k), count);
    for (uint32_t i = 0; i < count && !lower_failed(lower); i++) {
        uint32_t one[3] = { 0 };

        for (int k = 0; k < row->operands; k++)
            one[k] = lower_find(lower, in[k][i]);
        for (int k = 0; k < row->operands; k++)
            if (lower->values[one[k]].is_int == is_float_way(row->way) &&
                row->way != BITS && !program_converts_ints(row->to) && one[k])
                lower_refuse(lower, "an operand is of another type");
        out[i] = compute_one(lower, row, precision, one);
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

// ---- sums of products ----

uint32_t lower_sum(struct lower *lower, enum program_precision precision,
                   const uint32_t *terms, uint32_t count, bool backwards)
{
    uint32_t sum = terms[backwards ? count - 1 : 0];

    for (uint32_t k = 1; k < count; k++)
        sum = lower_2(lower, PROGRAM_ADD, precision, sum,
                      terms[backwards ? count - 1 - k : k]);
    return sum;
}

uint32_t lower_dot(struct lower *lower, enum program_precision precision,
                   const uint32_t *x, const uint32_t *y, uint32_t count)
{
    uint32_t terms[PARTS] = { 0 };

    for (uint32_t k = 0; k < count; k++)
        terms[k] = lower_2(lower, PROGRAM_MUL, precision, x[k], y[k]);
    return lower_sum(lower, precision, terms, count, lower->traits->sums_last_first);
}

// A matrix is columns: element (row i, column j) is scalar j * rows + i.
struct matrix {
    uint32_t columns, rows;
    const uint32_t *scalars;
};

static struct matrix read_matrix(struct lower *lower, uint32_t id)
{
    uint32_t count = lower_count(lower, id);
    uint32_t type = id < lower->spirv->bound ? lower->spirv->ids[id].type : 0;
    struct spirv_instruction at = spirv_type(lower->spirv, type);
    struct matrix matrix = { 1, count, lower_operand(lower, id, 1) };

    if (at.op == SPIRV_TYPE_MATRIX && at.words[3] > 0) {
        matrix.columns = at.words[3];
        matrix.rows = count / at.words[3];
    } else if (at.op != SPIRV_TYPE_VECTOR) {
        lower_refuse(lower, "a product of what is neither matrix nor vector");
    }
    return matrix;
}

// The product of two matrices; a vector is a matrix of one column.
static void multiply(struct lower *lower, const struct spirv_instruction *at)
{
    enum program_precision precision = lower_precision(lower, at->words[2]);
    struct matrix a = read_matrix(lower, spirv_word(at, 3)),
                  b = read_matrix(lower, spirv_word(at, 4));
    bool backwards =
        lower->traits->row_sums_last_first && at->op == SPIRV_VECTOR_TIMES_MATRIX;
    uint32_t out[LOWER_VECTOR], terms[4];

    if (at->op == SPIRV_VECTOR_TIMES_MATRIX) {
        a.columns = a.rows;
        a.rows = 1;
    }
    if (a.columns != b.rows || a.columns > 4 || a.rows * b.columns > LOWER_VECTOR ||
        lower->spirv->ids[at->words[1]].slots != a.rows * b.columns)
        lower_refuse(lower, "a product of matrices that do not fit");
    for (uint32_t j = 0; j < b.columns && !lower_failed(lower); j++)
        for (uint32_t i = 0; i < a.rows; i++) {
            for (uint32_t k = 0; k < a.columns; k++)
                terms[k] = lower_2(lower, PROGRAM_MUL, precision,
                                   a.scalars[k * a.rows + i], b.scalars[j * b.rows + k]);
            out[j * a.rows + i] =
                lower_sum(lower, precision, terms, a.columns, backwards);
        }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, a.rows * b.columns);
}

static void multiply_scalar(struct lower *lower, const struct spirv_instruction *at)
{
    enum program_precision precision = lower_precision(lower, at->words[2]);
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out[LOWER_VECTOR];
    const uint32_t *x = lower_operand(lower, spirv_word(at, 3), 1),
                   *y = lower_operand(lower, spirv_word(at, 4), 1);

    if (count > LOWER_VECTOR)
        lower_refuse(lower, "a product of too many numbers");
    for (uint32_t i = 0; i < count && !lower_failed(lower); i++)
        out[i] = lower_2(lower, PROGRAM_MUL, precision, x[i], y[0]);
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

static void outer_product(struct lower *lower, const struct spirv_instruction *at)
{
    enum program_precision precision = lower_precision(lower, at->words[2]);
    uint32_t rows_ = lower_count(lower, spirv_word(at, 3)),
             columns = lower_count(lower, spirv_word(at, 4)), out[LOWER_VECTOR];
    const uint32_t *x = lower_operand(lower, spirv_word(at, 3), 1),
                   *y = lower_operand(lower, spirv_word(at, 4), 1);

    if (rows_ > 4 || columns > 4)
        lower_refuse(lower, "a product of too many numbers");
    for (uint32_t i = 0; i < rows_ * columns && !lower_failed(lower); i++)
        out[i] = lower_2(lower, PROGRAM_MUL, precision, x[i % rows_], y[i / rows_]);
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, rows_ * columns);
}

static void ops_dot(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out;
    const uint32_t *x = lower_operand(lower, spirv_word(at, 3), 1),
                   *y = lower_operand(lower, spirv_word(at, 4), count);

    if (count > 4)
        lower_refuse(lower, "a product of too many numbers");
    if (lower_failed(lower))
        return;
    out = lower_dot(lower, lower_precision(lower, at->words[2]), x, y, count);
    lower_bind(lower, at->words[2], &out, 1);
}

// x mod y = x - y * floor(x / y); rem has trunc.
static void float_mod(struct lower *lower, const struct spirv_instruction *at)
{
    enum program_precision p = lower_precision(lower, at->words[2]);
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out[LOWER_VECTOR];
    const uint32_t *x = lower_operand(lower, spirv_word(at, 3), 1),
                   *y = lower_operand(lower, spirv_word(at, 4), count);
    enum program_op whole = at->op == SPIRV_F_REM ? PROGRAM_TRUNC : PROGRAM_FLOOR;

    if (count > LOWER_VECTOR)
        lower_refuse(lower, "too many numbers");
    for (uint32_t i = 0; i < count && !lower_failed(lower); i++) {
        uint32_t q = lower_1(lower, whole, p, lower_2(lower, PROGRAM_DIV, p, x[i], y[i]));

        out[i] =
            lower_2(lower, PROGRAM_SUB, p, x[i], lower_2(lower, PROGRAM_MUL, p, y[i], q));
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

// ---- composites ----

// Returns where the part of a value lies that words `from` to the end name, and its size;
// refuses a path that leaves the value.
static uint32_t follow_path(struct lower *lower, uint32_t type,
                            const struct spirv_instruction *at, int from, uint32_t *slots)
{
    uint32_t place = 0;

    for (int k = from; k < at->count; k++) {
        struct spirv_instruction made = spirv_type(lower->spirv, type);
        uint32_t index = at->words[k], part = 0;

        if (made.op == SPIRV_TYPE_STRUCT && index < (uint32_t) made.count - 2) {
            for (uint32_t i = 0; i < index; i++)
                place += lower->spirv->ids[made.words[2 + i]].slots;
            part = made.words[2 + index];
        } else if (made.op == SPIRV_TYPE_VECTOR || made.op == SPIRV_TYPE_MATRIX ||
                   made.op == SPIRV_TYPE_ARRAY) {
            part = made.words[2];
            if (index >= lower->spirv->ids[type].slots)
                part = 0;
            else
                place += index * lower->spirv->ids[part].slots;
        }
        if (!part) {
            lower_refuse(lower, "a part that is not in its value");
            break;
        }
        type = part;
    }
    *slots = lower->spirv->ids[type].slots;
    return place;
}

static void extract(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t id = spirv_word(at, 3), slots;
    uint32_t place = follow_path(lower, lower->spirv->ids[id % lower->spirv->bound].type,
                                 at, 4, &slots);
    const uint32_t *from = lower_operand(lower, id, place + slots);
    uint32_t *copy;

    if (lower_failed(lower))
        return;
    copy = memory_copy(from + place, (slots + !slots) * sizeof *copy);
    lower_bind(lower, at->words[2], copy, slots);
    free(copy);
}

static void insert(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 4)), slots, type = at->words[1];
    uint32_t place = follow_path(lower, type, at, 5, &slots);
    const uint32_t *part = lower_operand(lower, spirv_word(at, 3), slots),
                   *from = lower_operand(lower, spirv_word(at, 4), place + slots);
    uint32_t *copy;

    if (lower_failed(lower))
        return;
    copy = memory_copy(from, count * sizeof *copy);
    memcpy(copy + place, part, slots * sizeof *copy);
    lower_bind(lower, at->words[2], copy, count);
    free(copy);
}

static void construct(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t slots = lower->spirv->ids[at->words[1]].slots, used = 0;
    uint32_t *made = memory_new(slots + 1, sizeof *made);

    for (int k = 3; k < at->count && !lower_failed(lower); k++) {
        uint32_t count = lower_count(lower, at->words[k]);

        if (count > slots - used || count == 0)
            lower_refuse(lower, "a composite has too many parts");
        else
            memcpy(made + used, lower_operand(lower, at->words[k], count),
                   count * sizeof *made);
        used += count;
    }
    if (used != slots)
        lower_refuse(lower, "a composite lacks parts");
    if (lower_precision(lower, at->words[2]) == PROGRAM_MEDIUM)
        for (uint32_t k = 0; k < slots && !lower_failed(lower); k++)
            made[k] = lower_literal(lower, made[k]);
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], made, slots);
    free(made);
}

static void shuffle(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t first = lower_count(lower, spirv_word(at, 3)),
             second = lower_count(lower, spirv_word(at, 4)), out[4];
    uint32_t count = at->count < 5 ? 0 : (uint32_t) at->count - 5;

    if (count == 0 || count > 4 || lower->spirv->ids[at->words[1]].slots != count)
        lower_refuse(lower, "malformed shuffle");
    for (uint32_t k = 0; k < count && !lower_failed(lower); k++) {
        uint32_t index = at->words[5 + k];

        if (index < first)
            out[k] = lower_operand(lower, at->words[3], first)[index];
        else if (index - first < second)
            out[k] = lower_operand(lower, at->words[4], second)[index - first];
        else if (index == UINT32_MAX)
            out[k] = 0;
        else
            lower_refuse(lower, "a shuffle of what is not there");
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

static void transpose(struct lower *lower, const struct spirv_instruction *at)
{
    struct matrix a = read_matrix(lower, spirv_word(at, 3));
    uint32_t out[LOWER_VECTOR];

    if (a.columns * a.rows > LOWER_VECTOR)
        lower_refuse(lower, "a matrix of too many numbers");
    for (uint32_t k = 0; k < a.columns * a.rows && !lower_failed(lower); k++)
        out[k] = a.scalars[k % a.columns * a.rows + k / a.columns];
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, a.columns * a.rows);
}

// ---- selection ----

static uint32_t select_one(struct lower *lower, uint32_t condition, uint32_t x,
                           uint32_t y)
{
    enum program_op op = lower->values[x].is_int ? PROGRAM_INT_SELECT : PROGRAM_SELECT;
    uint32_t made = lower_emit(lower, op, PROGRAM_HIGH, (uint32_t[3]){ condition, x, y });
    uint8_t x_state = lower->values[x].state, y_state = lower->values[y].state;

    lower->values[made].state = x_state < y_state ? x_state : y_state;
    return made;
}

static void ops_choose(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 4)), out[PARTS];
    uint32_t conditions = lower_count(lower, spirv_word(at, 3));
    bool rounds = lower->traits->selects_round &&
                  (lower->spirv->ids[at->words[2]].relaxed ||
                   precision_of_operands(lower, at, 4) == PROGRAM_MEDIUM);

    if (count > PARTS)
        lower_refuse(lower, "a choice of too many numbers");
    for (uint32_t i = 0; i < count && !lower_failed(lower); i++) {
        uint32_t c = conditions < count ? 0 : i;
        uint32_t x = lower_operand(lower, spirv_word(at, 4), count)[i],
                 y = lower_operand(lower, spirv_word(at, 5), count)[i];

        if (rounds && !lower->values[x].is_int) {
            x = lower_round(lower, PROGRAM_MEDIUM, x);
            y = lower_round(lower, PROGRAM_MEDIUM, y);
        }
        out[i] = select_one(lower, lower_operand(lower, spirv_word(at, 3), 1)[c], x, y);
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

// all() and any() of bools.
static void fold_bools(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 3));
    const uint32_t *in = lower_operand(lower, spirv_word(at, 3), 1);
    uint32_t all = in[0];

    for (uint32_t k = 1; k < count; k++)
        all = lower_emit(lower, at->op == SPIRV_ALL ? PROGRAM_AND : PROGRAM_OR,
                         PROGRAM_HIGH, (uint32_t[3]){ all, in[k] });
    lower_bind(lower, at->words[2], &all, 1);
}

static uint32_t is_component(struct lower *lower, uint32_t index, uint32_t number)
{
    return lower_emit(lower, PROGRAM_INT_EQUAL, PROGRAM_HIGH,
                      (uint32_t[3]){ index, lower_int(lower, (int32_t) number) });
}

static void extract_dynamic(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 3));
    const uint32_t *from = lower_operand(lower, spirv_word(at, 3), 1);
    uint32_t index = lower_operand(lower, spirv_word(at, 4), 1)[0], made = from[0];

    for (uint32_t k = 1; k < count && !lower_failed(lower); k++)
        made = select_one(lower, is_component(lower, index, k), from[k], made);
    lower_bind(lower, at->words[2], &made, 1);
}

static void insert_dynamic(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out[4];
    const uint32_t *from = lower_operand(lower, spirv_word(at, 3), 1);
    uint32_t part = lower_operand(lower, spirv_word(at, 4), 1)[0];
    uint32_t index = lower_operand(lower, spirv_word(at, 5), 1)[0];

    if (count > 4)
        lower_refuse(lower, "a vector of too many numbers");
    for (uint32_t k = 0; k < count && !lower_failed(lower); k++)
        out[k] = select_one(lower, is_component(lower, index, k), part, from[k]);
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

// ---- bits ----

static void bit_cast(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out[PARTS];
    const uint32_t *in = lower_operand(lower, spirv_word(at, 3), 1);
    bool to_int = lower_is_int(lower, at->words[1], 0);
    struct spirv_instruction type = spirv_type(lower->spirv, at->words[1]);
    bool is_signed;

    if (type.op == SPIRV_TYPE_VECTOR)
        type = spirv_type(lower->spirv, type.words[2]);
    is_signed = spirv_word(&type, 3) != 0;
    if (count > 4)
        lower_refuse(lower, "a cast of too many numbers");
    for (uint32_t k = 0; k < count && !lower_failed(lower); k++) {
        bool from_int = lower->values[in[k]].is_int;

        out[k] = in[k];
        if (from_int != to_int)
            out[k] =
                lower_emit(lower, to_int ? PROGRAM_BITS_OF_FLOAT : PROGRAM_FLOAT_OF_BITS,
                           PROGRAM_HIGH, (uint32_t[3]){ in[k] });
        else if (to_int)
            out[k] =
                lower_emit(lower, is_signed ? PROGRAM_WRAP : PROGRAM_UWRAP,
                           lower_precision(lower, at->words[2]), (uint32_t[3]){ in[k] });
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

static uint32_t ops_int_2(struct lower *lower, enum program_op op, uint32_t a, uint32_t b)
{
    return lower_emit(lower, op, PROGRAM_HIGH, (uint32_t[3]){ a, b });
}

// Bits [offset, offset + count) of a: shifted up, then down.
static uint32_t bit_field(struct lower *lower, uint32_t a, uint32_t offset, uint32_t bits,
                          bool is_signed)
{
    uint32_t width = lower_int(lower, 32);
    uint32_t up = ops_int_2(lower, PROGRAM_INT_SUB, width,
                            ops_int_2(lower, PROGRAM_INT_ADD, offset, bits));
    uint32_t down = ops_int_2(lower, PROGRAM_INT_SUB, width, bits);
    uint32_t part =
        ops_int_2(lower, is_signed ? PROGRAM_SHIFT_RIGHT : PROGRAM_USHIFT_RIGHT,
                  ops_int_2(lower, PROGRAM_SHIFT_LEFT, a, up), down);
    uint32_t none = ops_int_2(lower, PROGRAM_INT_EQUAL, bits, lower_int(lower, 0));

    return lower_emit(lower, PROGRAM_INT_SELECT, PROGRAM_HIGH,
                      (uint32_t[3]){ none, lower_int(lower, 0), part });
}

static uint32_t insert_bits(struct lower *lower, uint32_t base, uint32_t part,
                            uint32_t offset, uint32_t bits)
{
    uint32_t ones = lower_int(lower, -1);
    uint32_t low = bit_field(lower, ones, lower_int(lower, 0), bits, false);
    uint32_t mask = ops_int_2(lower, PROGRAM_SHIFT_LEFT, low, offset);
    uint32_t put = ops_int_2(lower, PROGRAM_SHIFT_LEFT, part, offset);
    uint32_t rest =
        ops_int_2(lower, PROGRAM_AND, base, ops_int_2(lower, PROGRAM_XOR, mask, ones));

    return ops_int_2(lower, PROGRAM_OR, rest, ops_int_2(lower, PROGRAM_AND, put, mask));
}

static void bit_fields(struct lower *lower, const struct spirv_instruction *at)
{
    bool inserts = at->op == SPIRV_BIT_FIELD_INSERT;
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out[4];
    const uint32_t *base = lower_operand(lower, spirv_word(at, 3), 1),
                   *part = lower_operand(lower, spirv_word(at, 3 + inserts), count);
    uint32_t offset = lower_operand(lower, spirv_word(at, 4 + inserts), 1)[0],
             bits = lower_operand(lower, spirv_word(at, 5 + inserts), 1)[0];

    if (count > 4)
        lower_refuse(lower, "bits of too many numbers");
    for (uint32_t k = 0; k < count && !lower_failed(lower); k++)
        out[k] = inserts ? insert_bits(lower, base[k], part[k], offset, bits)
                         : bit_field(lower, base[k], offset, bits,
                                     at->op == SPIRV_BIT_FIELD_S_EXTRACT);
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

// Pairs of ints, in a struct: the low half and the high one, or the carry.
static void int_pairs(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out[8];
    const uint32_t *x = lower_operand(lower, spirv_word(at, 3), 1),
                   *y = lower_operand(lower, spirv_word(at, 4), count);

    if (count > 4 || lower->spirv->ids[at->words[1]].slots != 2 * count)
        lower_refuse(lower, "malformed product of ints");
    for (uint32_t k = 0; k < count && !lower_failed(lower); k++) {
        enum program_op low = at->op == SPIRV_I_ADD_CARRY    ? PROGRAM_INT_ADD
                              : at->op == SPIRV_I_SUB_BORROW ? PROGRAM_INT_SUB
                                                             : PROGRAM_INT_MUL;

        out[k] = ops_int_2(lower, low, x[k], y[k]);
        if (low == PROGRAM_INT_ADD)
            out[count + k] = ops_int_2(lower, PROGRAM_UINT_LESS, out[k], x[k]);
        else if (low == PROGRAM_INT_SUB)
            out[count + k] = ops_int_2(lower, PROGRAM_UINT_LESS, x[k], y[k]);
        else
            out[count + k] =
                ops_int_2(lower,
                          at->op == SPIRV_S_MUL_EXTENDED ? PROGRAM_INT_MUL_HIGH
                                                         : PROGRAM_UINT_MUL_HIGH,
                          x[k], y[k]);
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, 2 * count);
}

// ---- derivatives ----

static uint32_t derivative(struct lower *lower, enum program_precision p, bool along_y,
                           uint32_t x)
{
    uint32_t rounded = lower_round(lower, p, x);
    uint32_t last =
        lower_1(lower, along_y ? PROGRAM_QUAD_ABOVE : PROGRAM_QUAD_RIGHT, p, rounded);
    uint32_t first =
        lower_1(lower, along_y ? PROGRAM_QUAD_BELOW : PROGRAM_QUAD_LEFT, p, rounded);

    return lower_2(lower, PROGRAM_SUB, p, last, first);
}

static void derivatives(struct lower *lower, const struct spirv_instruction *at)
{
    enum program_precision p = lower_precision(lower, at->words[2]);
    uint32_t count = lower_count(lower, spirv_word(at, 3)), out[4];
    const uint32_t *in = lower_operand(lower, spirv_word(at, 3), 1);
    int kind = (at->op - SPIRV_DPDX) % 3;

    if (count > 4)
        lower_refuse(lower, "a derivative of too many numbers");
    for (uint32_t k = 0; k < count && !lower_failed(lower); k++) {
        if (kind < 2)
            out[k] = derivative(lower, p, kind == 1, in[k]);
        else
            out[k] = lower_2(
                lower, PROGRAM_ADD, p,
                lower_1(lower, PROGRAM_ABS, p, derivative(lower, p, false, in[k])),
                lower_1(lower, PROGRAM_ABS, p, derivative(lower, p, true, in[k])));
    }
    if (!lower_failed(lower))
        lower_bind(lower, at->words[2], out, count);
}

// ---- all ----

static const struct {
    enum spirv_op op;
    void (*compute)(struct lower *lower, const struct spirv_instruction *at);
} others[] = {
    { SPIRV_VECTOR_TIMES_SCALAR, multiply_scalar },
    { SPIRV_MATRIX_TIMES_SCALAR, multiply_scalar },
    { SPIRV_VECTOR_TIMES_MATRIX, multiply },
    { SPIRV_MATRIX_TIMES_VECTOR, multiply },
    { SPIRV_MATRIX_TIMES_MATRIX, multiply },
    { SPIRV_OUTER_PRODUCT, outer_product },
    { SPIRV_DOT, ops_dot },
    { SPIRV_F_MOD, float_mod },
    { SPIRV_F_REM, float_mod },
    { SPIRV_COMPOSITE_EXTRACT, extract },
    { SPIRV_COMPOSITE_INSERT, insert },
    { SPIRV_COMPOSITE_CONSTRUCT, construct },
    { SPIRV_COPY_OBJECT, extract },
    { SPIRV_VECTOR_SHUFFLE, shuffle },
    { SPIRV_VECTOR_EXTRACT_DYNAMIC, extract_dynamic },
    { SPIRV_VECTOR_INSERT_DYNAMIC, insert_dynamic },
    { SPIRV_TRANSPOSE, transpose },
    { SPIRV_SELECT, ops_choose },
    { SPIRV_ANY, fold_bools },
    { SPIRV_ALL, fold_bools },
    { SPIRV_BITCAST, bit_cast },
    { SPIRV_BIT_FIELD_INSERT, bit_fields },
    { SPIRV_BIT_FIELD_S_EXTRACT, bit_fields },
    { SPIRV_BIT_FIELD_U_EXTRACT, bit_fields },
    { SPIRV_I_ADD_CARRY, int_pairs },
    { SPIRV_I_SUB_BORROW, int_pairs },
    { SPIRV_U_MUL_EXTENDED, int_pairs },
    { SPIRV_S_MUL_EXTENDED, int_pairs },
    { SPIRV_EXT_INST, lower_function },
    { SPIRV_IMAGE_SAMPLE_IMPLICIT_LOD, lower_sample },
    { SPIRV_IMAGE_SAMPLE_EXPLICIT_LOD, lower_sample },
    { SPIRV_IMAGE_SAMPLE_PROJ_IMPLICIT_LOD, lower_sample },
    { SPIRV_IMAGE_SAMPLE_PROJ_EXPLICIT_LOD, lower_sample },
    { SPIRV_IMAGE_FETCH, lower_sample },
    { SPIRV_IMAGE_GATHER, lower_sample },
    { SPIRV_IMAGE, extract },
    { SPIRV_IMAGE_QUERY_SIZE_LOD, lower_texture_size },
};

// The operands of an instruction that has the precision of its operands, by the word of
// the first; 0 if it has another. glslang does not mark constructors, nor calls of
// functions whose arguments are constructors.
static int ops_first_operand(const struct spirv_instruction *at)
{
    switch (at->op) {
    case SPIRV_COMPOSITE_CONSTRUCT:
    case SPIRV_F_ADD:
    case SPIRV_F_SUB:
    case SPIRV_F_MUL:
    case SPIRV_F_DIV:
    case SPIRV_F_MOD:
    case SPIRV_F_NEGATE:
    case SPIRV_DOT:
    case SPIRV_VECTOR_TIMES_SCALAR:
    case SPIRV_MATRIX_TIMES_SCALAR:
    case SPIRV_VECTOR_TIMES_MATRIX:
    case SPIRV_MATRIX_TIMES_VECTOR:
    case SPIRV_MATRIX_TIMES_MATRIX: return 3;
    case SPIRV_EXT_INST: return lower_function_is_of_operands(at) ? 5 : 0;
    default: return 0;
    }
}

static void note_precision(struct lower *lower, const struct spirv_instruction *at)
{
    int first = ops_first_operand(at);

    if (first > 0 && precision_of_operands(lower, at, first) == PROGRAM_MEDIUM)
        lower->ids[at->words[2]].medium = true;
}

bool lower_compute(struct lower *lower, const struct spirv_instruction *at)
{
    note_precision(lower, at);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((int) rows[i].from == at->op) {
            const struct row row = ops_row_of(lower, at, rows[i]);

            compute_row(lower, at, &row);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if ((int) others[i].op == at->op) {
            others[i].compute(lower, at);
            return true;
        }
    }
    if (at->op < SPIRV_DPDX || at->op > SPIRV_FWIDTH_COARSE)
        return false;
    derivatives(lower, at);
    return true;
}
