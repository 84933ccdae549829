// SPDX-License-Identifier: MIT
//
// How it works
//
// Pixels of a tile that take different ways are masks of the blocks that they wait for.
// The lowest block with pixels runs next: blocks are numbered so that those who took a
// branch arrive where it ends before that runs. An operation computes all lanes, because
// that is faster than to choose. Lanes whose pixels are elsewhere get what they had, as
// their operands have not changed: values that differ from one turn of a loop to the next
// change only on edges, under a mask. Derivatives are the exception, as they take the
// operands of other lanes: so results in a loop that are used outside their block are
// written only where pixels are.

#include "shade/machine.h"

#include "base/clock.h"
#include "base/fp.h"
#include "base/memory.h"
#include "shade/opens.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LANES         MACHINE_LANES
#define CHECKED_AFTER 256 // blocks between looks at the clock
#define INT_INVALID   INT32_MIN

typedef union machine_lanes lanes;

void machine_init(struct machine *machine, const struct program *program,
                  const struct machine_device *device)
{
    uint32_t most = 1;

    *machine =
        (struct machine){ .program = program, .device = device, .loops = lanes_loops() };
    for (uint32_t i = 0; i < program->edge_count; i++)
        if (program->edges[i].move_count > most)
            most = program->edges[i].move_count;
    machine->values = memory_new(program->value_count, sizeof *machine->values);
    machine->memory = memory_new((size_t) program->memory_count + 1, sizeof(lanes));
    machine->scratch = memory_new(most, sizeof(lanes));
    machine->pending = memory_new(program->block_count, LANES);
    machine->pending_count =
        memory_new(program->block_count, sizeof *machine->pending_count);
    if (device->captured)
        opens_init(machine, most);
    for (int k = 0; k < PROGRAM_PRECISIONS; k++)
        lanes_model(&device->precisions[k].traits.model, &machine->models[k]);
    for (uint32_t k = 0; k < program->constant_count; k++) {
        const struct program_constant *constant = &program->constants[k];
        lanes *value = &machine->values[constant->value];

        for (int i = 0; i < LANES; i++)
            if (constant->is_int)
                value->ints[i] = constant->integer;
            else
                value->floats[i] = constant->number;
    }
}

void machine_finish(struct machine *machine)
{
    opens_finish(machine);
    free(machine->values);
    free(machine->memory);
    free(machine->scratch);
    free(machine->pending);
    free(machine->pending_count);
    *machine = (struct machine){ 0 };
}

static int32_t to_uint(double x)
{
    return x > -2147483649.0 && x < 4294967296.0 ? (int32_t) (int64_t) x : INT_INVALID;
}

void machine_set(struct machine *machine, uint32_t which, const double *numbers)
{
    const struct program_external *external = &machine->program->externals[which];

    for (uint32_t k = 0; k < external->count; k++) {
        lanes *value = &machine->values[external->first + k];
        double number = numbers[k];

        for (int i = 0; i < LANES; i++) {
            if (external->kind == PROGRAM_SAMPLER)
                value->ints[i] = (int32_t) (external->texture + k);
            else if (external->kind == PROGRAM_FLOAT)
                value->floats[i] = (double) (float) number;
            else if (external->kind == PROGRAM_BOOL)
                value->ints[i] = number != 0.0;
            else
                value->ints[i] = to_uint(number);
        }
    }
}

const double *machine_result(const struct machine *machine, int channel)
{
    return machine->values[machine->program->outputs[channel]].floats;
}

// ---- arithmetic that is rounded ----

static void exact_arithmetic(enum program_op op, const double *a, const double *b,
                             const double *c, double *out)
{
    switch (op) {
    case PROGRAM_ADD:
        for (int i = 0; i < LANES; i++)
            out[i] = a[i] + b[i];
        break;
    case PROGRAM_SUB:
        for (int i = 0; i < LANES; i++)
            out[i] = a[i] - b[i];
        break;
    case PROGRAM_MUL:
        for (int i = 0; i < LANES; i++)
            out[i] = a[i] * b[i];
        break;
    case PROGRAM_DIV:
        for (int i = 0; i < LANES; i++)
            out[i] = a[i] / b[i];
        break;
    case PROGRAM_SQRT:
        for (int i = 0; i < LANES; i++)
            out[i] = sqrt(a[i]);
        break;
    default:
        for (int i = 0; i < LANES; i++)
            out[i] = a[i] * b[i] + c[i];
        break;
    }
}

static uint64_t lane_pattern(const struct fp_model *model, double x)
{
    return fp_convert(FP_BINARY64, model->format, model->round, fp_bits64(x));
}

static double of_pattern(const struct fp_model *model, uint64_t bits)
{
    return fp_from_bits64(fp_convert(model->format, FP_BINARY64, FP_RNE, bits));
}

// By the device's own unit, number by number.
static void unit_arithmetic(const struct machine_precision *precision, enum program_op op,
                            const double *const in[3], double *out)
{
    const struct fp_model *model = &precision->traits.model;
    uint64_t bits[3][LANES], results[LANES];
    int operands = unit_op_arity((enum unit_op) op);

    for (int k = 0; k < operands; k++)
        for (int i = 0; i < LANES; i++)
            bits[k][i] = lane_pattern(model, in[k][i]);
    traits_apply(&precision->traits, &precision->unit, (enum unit_op) op, bits[0],
                 operands > 1 ? bits[1] : NULL, operands > 2 ? bits[2] : NULL, results,
                 LANES);
    for (int i = 0; i < LANES; i++)
        out[i] = of_pattern(model, results[i]);
}

// A quotient by a reciprocal, and a fused sum of two steps.
static void two_steps(const struct machine *machine, int k, enum program_op op,
                      const double *const in[3], double *out)
{
    const bool divides = op == PROGRAM_DIV;
    double ones[LANES], first[LANES];

    for (int i = 0; i < LANES; i++)
        ones[i] = 1.0;
    machine->loops->apply(&machine->models[k], divides ? UNIT_DIV : UNIT_MUL,
                          (const double *const[3]){ divides ? ones : in[0], in[1] },
                          first, LANES);
    machine->loops->apply(&machine->models[k], divides ? UNIT_MUL : UNIT_ADD,
                          (const double *const[3]){ first, divides ? in[0] : in[2] }, out,
                          LANES);
}

static void arithmetic(const struct machine *machine, int k, enum program_op op,
                       const double *const in[3], double *out)
{
    const struct machine_precision *precision = &machine->device->precisions[k];

    if (!precision->plain)
        unit_arithmetic(precision, op, in, out);
    else if ((op == PROGRAM_DIV && precision->traits.by_reciprocal) ||
             (op == PROGRAM_FMA && precision->traits.fma_separate))
        two_steps(machine, k, op, in, out);
    else
        machine->loops->apply(&machine->models[k], (enum unit_op) op, in, out, LANES);
}

static void machine_convert(enum program_op op, const lanes *a, const lanes *b,
                            double *out)
{
    switch (op) {
    case PROGRAM_LDEXP:
        for (int i = 0; i < LANES; i++)
            out[i] = ldexp(a->floats[i], b->ints[i]);
        break;
    case PROGRAM_INT_TO_FLOAT:
        for (int i = 0; i < LANES; i++)
            out[i] = (double) a->ints[i];
        break;
    case PROGRAM_UINT_TO_FLOAT:
        for (int i = 0; i < LANES; i++)
            out[i] = (double) (uint32_t) a->ints[i];
        break;
    default:
        if (out != a->floats)
            memcpy(out, a->floats, sizeof a->floats);
        break;
    }
}

// ---- textures ----

static const struct texture *machine_texture(const struct machine *machine,
                                             int32_t number)
{
    const bool known =
        machine->textures && (uint32_t) number < machine->program->texture_count;

    return known && machine->textures[number] ? machine->textures[number] : &texture_test;
}

static double sampled(const struct program_insn *insn, const struct texture *texture,
                      const struct traits_filter *filter, const lanes *const in[3], int i)
{
    // `limit` has the columns in its low half, and the rows in the high one
    const struct texture_place place = { in[1]->floats[i], in[2]->floats[i],
                                         (int16_t) (insn->limit & 0xffff),
                                         insn->limit >> 16 };
    const int channel = insn->extra & 3;

    if (insn->op == PROGRAM_FETCH)
        return texture_fetch(texture, in[1]->ints[i], in[2]->ints[i], channel);
    if (insn->op == PROGRAM_GATHER)
        return texture_gather(texture, filter, place, channel, insn->extra >> 2 & 3);
    return texture_sample(texture, filter, place, channel);
}

static void machine_sample(const struct machine *machine, const struct program_insn *insn,
                           const lanes *const in[3], bool exact, double *out)
{
    const struct traits *traits = &machine->device->precisions[insn->precision].traits;
    double made[LANES];

    for (int i = 0; i < LANES; i++) {
        made[i] = sampled(insn, machine_texture(machine, in[0]->ints[i]),
                          exact ? NULL : &traits->filter, in, i);
        if (!exact && traits->half_samplers)
            made[i] = of_pattern(
                &(struct fp_model){ .format = FP_BINARY16 },
                lane_pattern(&(struct fp_model){ .format = FP_BINARY16 }, made[i]));
    }
    memcpy(out, made, sizeof made);
}

static void texture_sizes(const struct machine *machine, const struct program_insn *insn,
                          const int32_t *in, int32_t *out)
{
    for (int i = 0; i < LANES; i++) {
        const struct texture *texture = machine_texture(machine, in[i]);

        out[i] = insn->extra ? texture->height : texture->width;
    }
}

static double of_half(int32_t bits)
{
    return fp_from_bits64(
        fp_convert(FP_BINARY16, FP_BINARY64, FP_RNE, (uint32_t) bits & 0xffff));
}

// A function of halves, which a capture has.
static void look_up(const uint16_t *table, const double *a, double *out)
{
    for (int i = 0; i < LANES; i++) {
        uint64_t code = fp_convert(FP_BINARY64, FP_BINARY16, FP_RNE, fp_bits64(a[i]));

        out[i] = of_half(table[code & 0xffff]);
    }
}

// An operation that rounds, or, if `exact`, does not.
static void machine_rounded(const struct machine *machine,
                            const struct program_insn *insn, const lanes *const in[3],
                            bool exact, lanes *out)
{
    const enum program_op op = (enum program_op) insn->op;
    const struct lanes_model *model = &machine->models[insn->precision];
    double converted[LANES];

    if (op <= PROGRAM_FMA && exact) {
        exact_arithmetic(op, in[0]->floats, in[1]->floats, in[2]->floats, out->floats);
    } else if (op <= PROGRAM_FMA) {
        arithmetic(
            machine, insn->precision, op,
            (const double *const[3]){ in[0]->floats, in[1]->floats, in[2]->floats },
            out->floats);
    } else if (!exact && op >= PROGRAM_SIN && op <= PROGRAM_LOG2 &&
               insn->precision == PROGRAM_MEDIUM &&
               machine->device->tables[op - PROGRAM_SIN]) {
        look_up(machine->device->tables[op - PROGRAM_SIN], in[0]->floats, out->floats);
    } else if (op >= PROGRAM_SIN && op <= PROGRAM_ATAN2) {
        functions_apply(machine->loops, exact ? NULL : model, op, in[0]->floats,
                        in[1]->floats, out->floats);
    } else if (program_samples(op)) {
        machine_sample(machine, insn, in, exact, converted);
        if (exact)
            memcpy(out->floats, converted, sizeof converted);
        else
            machine->loops->round(model, converted, out->floats, LANES);
    } else if (exact) {
        machine_convert(op, in[0], in[1], out->floats);
    } else {
        machine_convert(op, in[0], in[1], converted);
        machine->loops->round(model, converted, out->floats, LANES);
    }
}

// ---- floats that are not rounded ----

static double machine_sign_of(double x)
{
    return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
}

static double lesser(double x, double y)
{
    return isnan(x) ? y : isnan(y) ? x : x < y ? x : y;
}

static double greater(double x, double y)
{
    return isnan(x) ? y : isnan(y) ? x : x < y ? y : x;
}

static double machine_significand_of(double x)
{
    int exponent;

    return isfinite(x) ? frexp(x, &exponent) : x;
}

static void of_one_float(enum program_op op, const double *a, double *out)
{
    static double (*const calls[])(double) = {
        [PROGRAM_SIGN - PROGRAM_SIGN] = machine_sign_of,
        [PROGRAM_FLOOR - PROGRAM_SIGN] = floor,
        [PROGRAM_CEIL - PROGRAM_SIGN] = ceil,
        [PROGRAM_TRUNC - PROGRAM_SIGN] = trunc,
        [PROGRAM_ROUND_EVEN - PROGRAM_SIGN] = rint,
    };

    if (op == PROGRAM_NEG)
        for (int i = 0; i < LANES; i++)
            out[i] = -a[i];
    else if (op == PROGRAM_ABS)
        for (int i = 0; i < LANES; i++)
            out[i] = fabs(a[i]);
    else
        for (int i = 0; i < LANES; i++)
            out[i] = calls[op - PROGRAM_SIGN](a[i]);
}

// The value of another pixel of the quad: bit 0 of a lane is its column, bit 1 its row.
static void of_quad(enum program_op op, const double *a, double *out)
{
    const int set = op == PROGRAM_QUAD_RIGHT ? 1 : op == PROGRAM_QUAD_ABOVE ? 2 : 0;
    const int clear = op == PROGRAM_QUAD_RIGHT || op == PROGRAM_QUAD_LEFT ? 1 : 2;

    for (int i = 0; i < LANES; i++)
        out[i] = a[(i & ~clear) | set];
}

static void not_rounded(enum program_op op, const lanes *const in[3], lanes *out)
{
    const double *a = in[0]->floats, *b = in[1]->floats;

    switch (op) {
    case PROGRAM_MIN:
        for (int i = 0; i < LANES; i++)
            out->floats[i] = lesser(a[i], b[i]);
        break;
    case PROGRAM_MAX:
        for (int i = 0; i < LANES; i++)
            out->floats[i] = greater(a[i], b[i]);
        break;
    case PROGRAM_SIGNIFICAND:
        for (int i = 0; i < LANES; i++)
            out->floats[i] = machine_significand_of(a[i]);
        break;
    case PROGRAM_QUAD_RIGHT:
    case PROGRAM_QUAD_LEFT:
    case PROGRAM_QUAD_ABOVE:
    case PROGRAM_QUAD_BELOW: of_quad(op, a, out->floats); break;
    case PROGRAM_UNHALF:
        for (int i = LANES - 1; i >= 0; i--)
            out->floats[i] = of_half(in[0]->ints[i]);
        break;
    case PROGRAM_FLOAT_OF_BITS:
        for (int i = LANES - 1; i >= 0; i--)
            out->floats[i] = (double) fp_from_bits((uint32_t) in[0]->ints[i]);
        break;
    default: of_one_float(op, a, out->floats); break;
    }
}

// ---- floats to ints ----

static int32_t to_int(double x)
{
    return x > -2147483649.0 && x < 2147483648.0 ? (int32_t) x : INT_INVALID;
}

static int32_t machine_exponent_of(double x)
{
    int exponent = 0;

    if (isfinite(x))
        frexp(x, &exponent);
    return exponent;
}

static void to_ints(enum program_op op, const double *a, const double *b, int32_t *out)
{
    for (int i = 0; i < LANES; i++) {
        switch (op) {
        case PROGRAM_LESS: out[i] = a[i] < b[i]; break;
        case PROGRAM_LESS_EQUAL: out[i] = a[i] <= b[i]; break;
        case PROGRAM_EQUAL: out[i] = a[i] == b[i]; break;
        case PROGRAM_IS_NAN: out[i] = isnan(a[i]) != 0; break;
        case PROGRAM_IS_INF: out[i] = isinf(a[i]) != 0; break;
        case PROGRAM_TO_INT: out[i] = to_int(a[i]); break;
        case PROGRAM_TO_UINT: out[i] = to_uint(a[i]); break;
        case PROGRAM_BITS_OF_FLOAT: out[i] = (int32_t) fp_bits((float) a[i]); break;
        case PROGRAM_HALF_BITS:
            out[i] =
                (int32_t) fp_convert(FP_BINARY64, FP_BINARY16, FP_RNE, fp_bits64(a[i]));
            break;
        default: out[i] = machine_exponent_of(a[i]); break;
        }
    }
}

// ---- ints ----

static int32_t reversed(uint32_t x)
{
    uint32_t made = 0;

    for (int k = 0; k < 32; k++)
        made |= (x >> k & 1) << (31 - k);
    return (int32_t) made;
}

static int32_t highest_bit(uint32_t x)
{
    return x ? 31 - __builtin_clz(x) : -1;
}

static int32_t divided(int32_t x, int32_t y)
{
    return y == 0 ? -1 : y == -1 ? (int32_t) (0u - (uint32_t) x) : x / y;
}

static int32_t remainder_of(int32_t x, int32_t y)
{
    return y == 0 || y == -1 ? 0 : x % y;
}

static int32_t modulo(int32_t x, int32_t y)
{
    int32_t rest = remainder_of(x, y);

    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

// Ints of less than 32 bits keep the low ones. A shift of 32 places or more is undefined
// in GLSL; here it takes the low five bits of the number of places, as x86 does.
static int32_t of_ints(enum program_op op, int32_t a, int32_t b)
{
    const uint32_t x = (uint32_t) a, y = (uint32_t) b;

    switch (op) {
    case PROGRAM_INT_ADD: return (int32_t) (x + y);
    case PROGRAM_INT_SUB: return (int32_t) (x - y);
    case PROGRAM_INT_MUL: return (int32_t) (x * y);
    case PROGRAM_INT_DIV: return divided(a, b);
    case PROGRAM_UINT_DIV: return y ? (int32_t) (x / y) : -1;
    case PROGRAM_INT_REM: return remainder_of(a, b);
    case PROGRAM_INT_MOD: return modulo(a, b);
    case PROGRAM_UINT_MOD: return y ? (int32_t) (x % y) : -1;
    case PROGRAM_INT_MUL_HIGH: return (int32_t) ((int64_t) a * b >> 32);
    case PROGRAM_UINT_MUL_HIGH: return (int32_t) ((uint64_t) x * y >> 32);
    case PROGRAM_SHIFT_LEFT: return (int32_t) (x << (y & 31));
    case PROGRAM_SHIFT_RIGHT: return a >> (y & 31);
    case PROGRAM_USHIFT_RIGHT: return (int32_t) (x >> (y & 31));
    case PROGRAM_AND: return a & b;
    case PROGRAM_OR: return a | b;
    case PROGRAM_XOR: return a ^ b;
    case PROGRAM_NOT: return ~a;
    case PROGRAM_INT_LESS: return a < b;
    case PROGRAM_UINT_LESS: return x < y;
    case PROGRAM_INT_EQUAL: return a == b;
    case PROGRAM_BIT_COUNT: return __builtin_popcount(x);
    case PROGRAM_BIT_REVERSE: return reversed(x);
    case PROGRAM_LOWEST_BIT: return __builtin_ffs(a) - 1;
    case PROGRAM_HIGHEST_BIT: return highest_bit(a < 0 ? ~x : x);
    default: return highest_bit(x);
    }
}

static void ints(enum program_op op, const int32_t *a, const int32_t *b, int32_t *out)
{
    switch (op) {
    case PROGRAM_INT_ADD:
        for (int i = 0; i < LANES; i++)
            out[i] = of_ints(PROGRAM_INT_ADD, a[i], b[i]);
        break;
    case PROGRAM_AND:
        for (int i = 0; i < LANES; i++)
            out[i] = a[i] & b[i];
        break;
    case PROGRAM_INT_LESS:
        for (int i = 0; i < LANES; i++)
            out[i] = a[i] < b[i];
        break;
    default:
        for (int i = 0; i < LANES; i++)
            out[i] = of_ints(op, a[i], b[i]);
        break;
    }
}

static void wrap(bool is_signed, int bits, const int32_t *a, int32_t *out)
{
    const int up = 32 - bits;

    if (is_signed)
        for (int i = 0; i < LANES; i++)
            out[i] = (int32_t) ((uint32_t) a[i] << up) >> up;
    else
        for (int i = 0; i < LANES; i++)
            out[i] = (int32_t) ((uint32_t) a[i] << up >> up);
}

// ---- choices and memory ----

static void machine_choose(enum program_op op, const lanes *const in[3], lanes *out)
{
    lanes made;

    if (op == PROGRAM_SELECT)
        for (int i = 0; i < LANES; i++)
            made.floats[i] = in[0]->ints[i] ? in[1]->floats[i] : in[2]->floats[i];
    else
        for (int i = 0; i < LANES; i++)
            made.ints[i] = in[0]->ints[i] ? in[1]->ints[i] : in[2]->ints[i];
    *out = made;
}

static uint32_t machine_place_of(const struct machine *machine,
                                 const struct program_insn *insn, int32_t index)
{
    uint32_t place = (uint32_t) insn->extra + (uint32_t) index;

    return place < machine->program->memory_count ? place
                                                  : machine->program->memory_count;
}

static void index_lanes(const struct program_insn *insn, const lanes *const in[3],
                        lanes *out)
{
    for (int i = 0; i < LANES; i++) {
        int32_t index = in[1]->ints[i];

        index = index < 0 ? 0 : index < insn->limit ? index : insn->limit - 1;
        out->ints[i] = in[0]->ints[i] + index * insn->extra;
    }
}

static void load(const struct machine *machine, const struct program_insn *insn,
                 const lanes *index, lanes *out)
{
    for (int i = 0; i < LANES; i++) {
        uint32_t place = machine_place_of(machine, insn, index->ints[i]);

        if (insn->op == PROGRAM_LOAD)
            out->floats[i] = machine->memory[place].floats[i];
        else
            out->ints[i] = machine->memory[place].ints[i];
    }
}

static void store_lanes(struct machine *machine, const struct program_insn *insn,
                        const lanes *const in[3], const uint8_t *mask)
{
    for (int i = 0; i < LANES; i++) {
        uint32_t place = machine_place_of(machine, insn, in[0]->ints[i]);

        if (!mask[i])
            continue;
        if (insn->op == PROGRAM_STORE)
            machine->memory[place].floats[i] = in[1]->floats[i];
        else
            machine->memory[place].ints[i] = in[1]->ints[i];
    }
}

// ---- blocks ----

static bool is_exact(const struct machine *machine, uint32_t line)
{
    return machine->device->exact || (machine->rounds && !machine->rounds[line]);
}

static void compute(struct machine *machine, const struct program_insn *insn,
                    const uint8_t *mask, lanes *out)
{
    const lanes *const in[3] = { &machine->values[insn->in[0]],
                                 &machine->values[insn->in[1]],
                                 &machine->values[insn->in[2]] };
    const enum program_op op = (enum program_op) insn->op;
    const bool exact = is_exact(machine, insn->line);

    if (program_rounds(op))
        machine_rounded(machine, insn, in, exact, out);
    else if (op < PROGRAM_LESS)
        not_rounded(op, in, out);
    else if (op < PROGRAM_INT_ADD)
        to_ints(op, in[0]->floats, in[1]->floats, out->ints);
    else if (program_wraps(op))
        wrap(op == PROGRAM_WRAP,
             exact ? 32 : machine->device->precisions[insn->precision].int_bits,
             in[0]->ints, out->ints);
    else if (op == PROGRAM_TEXTURE_SIZE)
        texture_sizes(machine, insn, in[0]->ints, out->ints);
    else if (op < PROGRAM_SELECT)
        ints(op, in[0]->ints, in[1]->ints, out->ints);
    else if (op <= PROGRAM_INT_SELECT)
        machine_choose(op, in, out);
    else if (op == PROGRAM_INDEX)
        index_lanes(insn, in, out);
    else if (op <= PROGRAM_INT_LOAD)
        load(machine, insn, in[0], out);
    else
        store_lanes(machine, insn, in, mask);
}

void machine_exactly(const struct machine *machine, const struct program_insn *insn,
                     lanes *out)
{
    const lanes *const in[3] = { &machine->values[insn->in[0]],
                                 &machine->values[insn->in[1]],
                                 &machine->values[insn->in[2]] };

    if (program_rounds(insn->op))
        machine_rounded(machine, insn, in, true, out);
    else
        *out = *in[0];
}

static void copy_where(const uint8_t *mask, bool is_float, const lanes *from, lanes *to)
{
    if (is_float)
        for (int i = 0; i < LANES; i++)
            to->floats[i] = mask[i] ? from->floats[i] : to->floats[i];
    else
        for (int i = 0; i < LANES; i++)
            to->ints[i] = mask[i] ? from->ints[i] : to->ints[i];
}

static void show(const struct machine *machine, const struct program_insn *insn,
                 const uint8_t *mask, const lanes *out)
{
    const struct machine_watch *watch = machine->watch;

    watch->computed(watch->context, machine, insn, mask, out);
    if (insn->op == PROGRAM_SELECT || insn->op == PROGRAM_INT_SELECT)
        watch->decided(watch->context, insn->line, mask,
                       machine->values[insn->in[0]].ints);
}

// `blend`: only lanes of the mask are written.
static void run_insns(struct machine *machine, uint32_t first, uint32_t count,
                      const uint8_t *mask, bool blend)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct program_insn *insn = &machine->program->insns[first + k];
        lanes made, *out = &machine->values[insn->out];
        const bool kept = blend && !insn->is_local;
        uint32_t open[LANES];

        if (machine->open)
            opens_before(machine, insn, mask, open);
        if (blend && !insn->is_local) {
            compute(machine, insn, mask, &made);
            if (machine->watch)
                show(machine, insn, mask, &made);
            copy_where(mask, program_makes_float(insn->op), &made, out);
        } else {
            compute(machine, insn, mask, out);
            if (machine->watch)
                show(machine, insn, mask, out);
        }
        if (machine->open)
            opens_after(machine, insn, mask, kept, kept ? &made : out, open);
    }
}

// ---- edges ----

static void take_move(struct machine *machine, const struct program_move *move,
                      bool exact, lanes *out)
{
    const lanes *from = &machine->values[move->from];

    if (move->rounds && !exact)
        machine->loops->round(&machine->models[move->precision], from->floats,
                              out->floats, LANES);
    else
        *out = *from;
}

// All values are read before the first is written.
static void machine_follow(struct machine *machine, const struct program_block *block,
                           const struct program_edge *edge, const uint8_t *mask)
{
    const struct program_move *moves = machine->program->moves + edge->first_move;
    const bool exact = is_exact(machine, block->line);
    uint8_t *pending = machine->pending + (size_t) edge->target * LANES;
    int count = 0;

    if (machine->open)
        opens_move(machine, moves, edge->move_count, mask);
    for (uint32_t k = 0; k < edge->move_count; k++)
        take_move(machine, &moves[k], exact, &machine->scratch[k]);
    for (uint32_t k = 0; k < edge->move_count; k++)
        copy_where(mask, !moves[k].is_int, &machine->scratch[k],
                   &machine->values[moves[k].to]);
    for (int i = 0; i < LANES; i++) {
        count += mask[i] && !pending[i];
        pending[i] |= mask[i];
    }
    machine->pending_count[edge->target] += count;
}

static void follow_where(struct machine *machine, const struct program_block *block,
                         uint32_t edge, const uint8_t *mask)
{
    if (memchr(mask, 1, LANES))
        machine_follow(machine, block, &machine->program->edges[block->first_edge + edge],
                       mask);
}

// Sends each pixel along the edge of its case; cases that follow another of the same
// number take none.
static void end_switch(struct machine *machine, const struct program_block *block,
                       uint8_t *mask)
{
    const int32_t *value = machine->values[block->value].ints;
    const struct program_edge *edges = machine->program->edges + block->first_edge;
    uint8_t taken[LANES];

    for (uint32_t k = 1; k < block->edge_count; k++) {
        for (int i = 0; i < LANES; i++)
            taken[i] = mask[i] && value[i] == edges[k].literal;
        follow_where(machine, block, k, taken);
        for (int i = 0; i < LANES; i++)
            mask[i] &= !taken[i];
    }
    follow_where(machine, block, 0, mask);
}

static void machine_end_block(struct machine *machine, const struct program_block *block,
                              uint8_t *mask)
{
    const int32_t *value = machine->values[block->value].ints;
    uint8_t taken[LANES];

    if (machine->watch && (block->end == PROGRAM_BRANCH || block->end == PROGRAM_SWITCH))
        machine->watch->decided(machine->watch->context, block->line, mask, value);
    if (machine->open && (block->end == PROGRAM_BRANCH || block->end == PROGRAM_SWITCH))
        opens_branch(machine, block->value, mask);
    switch (block->end) {
    case PROGRAM_GO: follow_where(machine, block, 0, mask); break;
    case PROGRAM_BRANCH:
        for (int i = 0; i < LANES; i++)
            taken[i] = mask[i] && value[i];
        follow_where(machine, block, 0, taken);
        for (int i = 0; i < LANES; i++)
            taken[i] = mask[i] && !value[i];
        follow_where(machine, block, 1, taken);
        break;
    case PROGRAM_SWITCH: end_switch(machine, block, mask); break;
    case PROGRAM_EXIT: break;
    case PROGRAM_KILL:
        for (int i = 0; i < LANES; i++)
            machine->discarded[i] |= mask[i];
        break;
    }
}

static bool is_late(struct machine *machine, long *blocks)
{
    if (machine->deadline_ns && ++*blocks % CHECKED_AFTER == 0)
        machine->late |= clock_now_ns() > machine->deadline_ns;
    return machine->late;
}

static bool run_blocks(struct machine *machine)
{
    const struct program *program = machine->program;
    uint8_t mask[LANES];
    uint32_t next = 0;
    long blocks = 0;

    while (next < program->block_count) {
        const struct program_block *block = &program->blocks[next];
        uint8_t *pending = machine->pending + (size_t) next * LANES;
        bool full = machine->pending_count[next] == LANES;

        if (machine->pending_count[next] == 0) {
            next++;
            continue;
        }
        memcpy(mask, pending, LANES);
        memset(pending, 0, LANES);
        machine->pending_count[next] = 0;
        run_insns(machine, block->first_insn, block->insn_count, mask,
                  block->repeats && !full);
        machine_end_block(machine, block, mask);
        for (uint32_t k = 0; k < block->edge_count; k++)
            if (program->edges[block->first_edge + k].target < next)
                next = program->edges[block->first_edge + k].target;
        if (is_late(machine, &blocks))
            return false;
    }
    return true;
}

// ---- tiles ----

static double frag_coord(int x, int y, uint32_t k)
{
    return k == 0 ? x + 0.5 : k == 1 ? y + 0.5 : k == 2 ? 0.5 : 1.0;
}

// The texture coordinate that a quad over the picture has: 0 to 1.
static double machine_across(const struct machine *machine, int x, int y, uint32_t k)
{
    double place = k == 0   ? (x + 0.5) / machine->width
                   : k == 1 ? (y + 0.5) / machine->height
                            : 0.0;

    return (double) (float) place;
}

static void set_inputs(struct machine *machine, int x, int y)
{
    for (uint32_t e = 0; e < machine->program->external_count; e++) {
        const struct program_external *external = &machine->program->externals[e];

        for (uint32_t k = 0; k < external->count; k++) {
            lanes *value = &machine->values[external->first + k];

            if (external->source == PROGRAM_UNIFORM)
                continue;
            for (int i = 0; i < LANES; i++) {
                int column = machine_x(x, i), row = machine_y(y, i);

                if (external->source == PROGRAM_FRAG_COORD)
                    value->floats[i] = frag_coord(column, row, k);
                else if (external->source == PROGRAM_FACING)
                    value->ints[i] = 1;
                else
                    value->floats[i] =
                        machine_across(machine, column, row, k % external->element);
            }
        }
    }
}

void machine_start(struct machine *machine)
{
    uint8_t mask[LANES];

    memset(mask, 1, sizeof mask);
    run_insns(machine, 0, machine->program->prologue, mask, false);
}

bool machine_run(struct machine *machine, int x, int y)
{
    memset(machine->discarded, 0, sizeof machine->discarded);
    set_inputs(machine, x, y);
    if (machine->open)
        opens_start(machine);
    memset(machine->pending, 1, LANES);
    machine->pending_count[0] = LANES;
    return run_blocks(machine);
}
