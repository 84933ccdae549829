// SPDX-License-Identifier: MIT
//
// How it works: gl_sweep.h has any stage fill a buffer with the results of a function of
// the invocation's number. There are two functions. The first is a loop of chains, as
// long as the upper half of the number says, which returns their sum; the time of the
// same shader without a step is subtracted. The second applies an operation once to
// operands made of the number.

#include "device/gl_bench.h"

#include "base/fp.h"
#include "base/guard.h"
#include "base/memory.h"
#include "device/gl_private.h"
#include "device/gl_sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNROLLED 4 // steps in the loop of an operation that is one instruction
#define LOOKED   GL_SWEEP_ALIGN

enum type { HIGHP, MEDIUMP, HALF, TYPE_COUNT };

static const struct {
    const char *name, *declared, *constructor;
    int precision; // 0: not known
} types[] = {
    [HIGHP] = { "highp", "highp float", "float", 24 },
    [MEDIUMP] = { "mediump", "mediump float", "float", 0 },
    [HALF] = { "float16_t", "float16_t", "float16_t", 11 },
};

// The operations: F of x, y and z. A conversion takes a word w and returns one.
static const char *const functions[OPS_COUNT] = {
    "x + y",
    "x * y",
    "fma(x, y, z)",
    "x / y",
    "sqrt(x)",
    "inversesqrt(x)",
    "exp2(x)",
    "log2(x)",
    "sin(x)",
    "tanh(x)",
    "packHalf2x16(vec2(uintBitsToFloat(w), 0.0))",
    "floatBitsToUint(unpackHalf2x16(w).x)",
    "uint(int(uintBitsToFloat(w)))",
    "floatBitsToUint(float(int(w)))",
};

static const char *const steps[OPS_COUNT] = {
    "F(F(s, k, k), c, c)",
    "F(F(s, k, k), c, c)",
    "F(s, k, c)",
    "F(c, (s + k), c)",
};

// One case: an operation of a type in a stage.
struct asked {
    struct device *device;
    enum stage stage;
    enum type type;
    enum ops_op op;
    int runs;
};

const char *gl_bench_ops_lacks(const struct device *device)
{
    const char *why = gl_sweep_lacks(device, STAGE_FRAGMENT);

    return why && device->facts.api == API_FAKE
               ? "a simulated device has no shaders to time"
               : why;
}

// Returns the extension of the type, "" if it needs none, NULL if there is no such type.
static const char *extension_of(const struct asked *asked)
{
    return asked->type == HALF ? gl_float16(asked->device->priv) : "";
}

// Returns true if GLSL has the operation in this type. If not, there is no row.
static bool exists(const struct asked *asked)
{
    bool es, packs;
    int version = gl_sweep_glsl(asked->device, &es);

    packs = es || version >= 420;
    if (gl_sweep_lacks(asked->device, asked->stage) || !extension_of(asked))
        return false;
    if (ops_converts(asked->op))
        return asked->type == HIGHP && (packs || asked->op >= OPS_TO_INT);
    return asked->op != OPS_FMA || version >= (es ? 320 : 400);
}

// Returns true if the type may have 16 bits. The conversion of bits to such a type
// multiplies by a highp 1 that the compiler does not know. Without it, NVIDIA's compiler
// casts 16 bits instead of 32.
static bool narrow(const struct asked *asked)
{
    return asked->type == MEDIUMP || asked->type == HALF;
}

#define UNIT "highp float unit = 1.0 + float(a_bits >> 31);\n"

static void write_extensions(const struct asked *asked, char *text, size_t size)
{
    const char *name = extension_of(asked), *step = steps[asked->op];
    bool words = ops_converts(asked->op);

    snprintf(text, size,
             "%s%s%s#define T %s\n#define C %s\n#define F(%s) (%s)\n"
             "#define STEP(s) (%s)\n#define W(u) (uintBitsToFloat(u)%s)\n",
             name[0] ? "#extension " : "", name, name[0] ? " : require\n" : "",
             words ? "highp uint" : types[asked->type].declared,
             words ? "uint" : types[asked->type].constructor, words ? "w" : "x, y, z",
             functions[asked->op],
             step    ? step
             : words ? "F((s + k))"
                     : "F((s + k), k, c)",
             narrow(asked) ? " * unit" : "");
}

// Writes the body of chains. k and c depend on a bit of the number that is always 0,
// which no compiler knows.
static void write_chains(const struct asked *asked, char *text, size_t size)
{
    struct ops_constants by = ops_constants(asked->op, types[asked->type].precision);
    bool words = ops_converts(asked->op);
    int unroll = asked->op < OPS_DIV || words ? UNROLLED : 1;
    size_t used;

    used = (size_t) snprintf(text, size,
                             words ? "T k = %uu + (a_bits >> 31), c = 0u;\n"
                                   : UNIT "T k = C(W(%uu + (a_bits >> 31)));\n"
                                          "T c = C(W(%uu + (a_bits >> 31)));\n",
                             words ? by.k_bits : fp_bits((float) by.k),
                             fp_bits((float) by.c));
    for (int j = 0; j < OPS_CHAINS; j++)
        used += (size_t) snprintf(text + used, size - used, "T s%d = C(%g);\n", j,
                                  words ? j : ops_start(j));
    used += (size_t) snprintf(text + used, size - used,
                              "for (uint i = 0u; i < b_bits; i += %du) {\n", unroll);
    for (int j = 0; j < OPS_CHAINS * unroll; j++)
        used += (size_t) snprintf(text + used, size - used, "s%d = STEP(s%d);\n",
                                  j % OPS_CHAINS, j % OPS_CHAINS);
    used += (size_t) snprintf(text + used, size - used, "}\nuint sum = %uu;\n", OPS_SUM);
    for (int j = 0; j < OPS_CHAINS; j++)
        used += (size_t) snprintf(text + used, size - used,
                                  words ? "sum += %du * s%d;\n"
                                        : "sum += %du * floatBitsToUint(float(s%d));\n",
                                  j == 0 ? 2 : 1, j);
    snprintf(text + used, size - used, "return sum;\n");
}

static size_t write_operand(const struct asked *asked, int which, char *text, size_t size)
{
    struct ops_range range = ops_range(asked->op, which);
    char name = (char) ('x' + which);
    size_t used;

    used = (size_t) snprintf(
        text, size,
        "h = a * 747796405u + %uu;\n"
        "h = (h ^ h >> 16) * 0x7feb352du;\n"
        "h = (h ^ h >> 15) * 0x846ca68bu;\n"
        "h = h ^ h >> 16;\n"
        "uint %c_word = ((%uu + (h & 0x7fffffffu) %% %uu) & %uu) | (h & %uu);\n",
        (uint32_t) which * 2891336453u + 1u, name, range.low, range.span,
        ~ops_mask(asked->op, types[asked->type].precision), range.sign);
    if (!ops_converts(asked->op))
        used += (size_t) snprintf(text + used, size - used, "T %c = C(W(%c_word));\n",
                                  name, name);
    return used;
}

// Writes the body that applies an operation once. A mediump result is multiplied by 1,
// because a compiler may keep a single operation in highp, but not a chain.
static void write_once(const struct asked *asked, char *text, size_t size)
{
    bool words = ops_converts(asked->op);
    size_t used;

    used = (size_t) snprintf(text, size, UNIT "uint h, a = a_bits;\n");
    for (int which = 0; which < (words ? 1 : 3); which++)
        used += write_operand(asked, which, text + used, size - used);
    if (words)
        snprintf(text + used, size - used, "return F(x_word);\n");
    else
        snprintf(text + used, size - used,
                 "T one = C(W(0x3f800000u + (a_bits >> 31)));\n"
                 "T r = F(x, y, z);\n%s"
                 "return floatBitsToUint(float(r));\n",
                 asked->type == MEDIUMP ? "r = r * one;\n" : "");
}

static struct gl_sweep *open_sweep(const struct asked *asked, bool chains, size_t words)
{
    char extensions[600], body[6000];
    struct gl_sweep_ask ask = {
        .stage = asked->stage,
        .extensions = extensions,
        .operands = "a_bits = number;\nb_bits = high;\n",
        .answer = body,
        .words = words,
        .buffers = 1,
    };

    write_extensions(asked, extensions, sizeof extensions);
    if (chains)
        write_chains(asked, body, sizeof body);
    else
        write_once(asked, body, sizeof body);
    return gl_sweep_open(asked->device, &ask);
}

// Runs `count` invocations of `length` steps, and measures the time.
static bool gl_bench_ops_run(const struct asked *asked, struct gl_sweep *sweep,
                             size_t count, uint32_t length, double *ns)
{
    double start = times_now_ns();

    guard_alive();
    if (guard_interrupted()) {
        snprintf(asked->device->reason, sizeof asked->device->reason, "interrupted");
        return false;
    }
    if (!gl_sweep_fill(sweep, 0, 0, (uint64_t) length << 32, count) ||
        !gl_sweep_wait(sweep))
        return false;
    *ns = times_now_ns() - start;
    return true;
}

static bool time_nothing(const struct asked *asked, struct gl_sweep *sweep, size_t count,
                         double *ns)
{
    struct times times = { .count = 0 };

    for (int i = -1; i < asked->runs; i++) {
        if (!gl_bench_ops_run(asked, sweep, count, 0, ns))
            return false;
        if (i >= 0)
            times_add(&times, *ns);
    }
    *ns = times_min(&times);
    return true;
}

static bool time_chains(const struct asked *asked, struct gl_sweep *sweep, size_t count,
                        struct ops_row *row)
{
    double each = (double) count * OPS_CHAINS * ops_each(asked->op), nothing, ns = 0;
    static uint32_t sums[LOOKED];
    double enough = asked->device->facts.software ? 1e6 : 5e6;
    uint32_t length = UNROLLED;

    if (!time_nothing(asked, sweep, count, &nothing))
        return false;
    while (ns < enough + nothing && length < 1u << 24) {
        length *= 2;
        if (!gl_bench_ops_run(asked, sweep, count, length, &ns))
            return false;
    }
    for (int i = 0; i < asked->runs; i++) {
        if (!gl_bench_ops_run(asked, sweep, count, length, &ns))
            return false;
        if (ns < nothing + enough / 4 && length < 1u << 24) {
            // Other work had slowed the run that set the length.
            length *= 2;
            row->times.count = 0;
            i = -1;
            continue;
        }
        times_add(&row->times, (ns - nothing) / (each * length));
    }
    if (!gl_sweep_read(sweep, 0, sums, LOOKED))
        return false;
    row->did = ops_did(asked->op, row->precision, length, sums[0]);
    for (int i = 1; i < LOOKED; i++)
        row->did = row->did && sums[i] == sums[0];
    return true;
}

static double gl_bench_ops_value(enum ops_op op, uint32_t word)
{
    if (op == OPS_TO_HALF)
        return fp_from_bits64(
            fp_convert(FP_BINARY16, FP_BINARY64, FP_RNE, word & 0xffff));
    if (op == OPS_TO_INT)
        return (double) (int32_t) word;
    return (double) fp_from_bits(word);
}

static bool find_error(const struct asked *asked, struct gl_sweep *sweep, size_t count,
                       struct ops_row *row)
{
    uint32_t *words = memory_new(count, sizeof *words);
    double *got = memory_new(count, sizeof *got), ns;
    bool ok = gl_bench_ops_run(asked, sweep, count, 0, &ns) &&
              gl_sweep_read(sweep, 0, words, count);

    for (size_t i = 0; ok && i < count; i++)
        got[i] = gl_bench_ops_value(asked->op, words[i]);
    if (ok)
        ops_judge(&row->error, asked->op, row->precision, (int) count, got);
    free(got);
    free(words);
    return ok;
}

static bool time_case(const struct asked *asked, struct ops_row *row)
{
    bool software = asked->device->facts.software, ok;
    size_t count = software ? 2 * GL_SWEEP_ALIGN : (size_t) 1 << 22;
    size_t inputs = software ? 2 * GL_SWEEP_ALIGN : OPS_INPUTS;
    struct gl_sweep *sweep = open_sweep(asked, true, count);

    ok = sweep && time_chains(asked, sweep, count, row);
    gl_sweep_close(sweep);
    if (!ok)
        return false;
    sweep = open_sweep(asked, false, inputs);
    ok = sweep && find_error(asked, sweep, inputs, row);
    gl_sweep_close(sweep);
    return ok;
}

void gl_bench_ops(struct device *device, int runs, struct ops_rows *rows)
{
    static const enum stage stages[] = { STAGE_COMPUTE, STAGE_FRAGMENT, STAGE_VERTEX };

    for (int i = 0; i < 3 * TYPE_COUNT * OPS_COUNT && !guard_interrupted(); i++) {
        struct asked asked = { .device = device,
                               .stage = stages[i / OPS_COUNT / TYPE_COUNT],
                               .type = (enum type)(i / OPS_COUNT % TYPE_COUNT),
                               .op = (enum ops_op)(i % OPS_COUNT),
                               .runs = runs };
        struct ops_row *row;
        char variant[40];

        if (!exists(&asked))
            continue;
        snprintf(variant, sizeof variant, "%s %s", stage_name(asked.stage),
                 types[asked.type].name);
        row = ops_add(rows, OPS_GL, asked.op, variant);
        if (!row)
            return;
        row->precision = asked.op == OPS_TO_HALF ? 11 : types[asked.type].precision;
        device->reason[0] = '\0';
        if (!time_case(&asked, row))
            snprintf(row->why, sizeof row->why, "%s", device->reason);
    }
}
