// SPDX-License-Identifier: MIT
//
// How it works
//
// The exact machine runs a tile first, and writes for each pixel what it decided at each
// branch, and what the operations of the traced line gave. The other machine reads these
// entries in the same order. Where a decision is another one, the pixel has turned: from
// there on its entries belong to other operations, and are not compared any more.
//
// The bits that an operation loses are counted in places of its format. An ordinary
// rounding loses none. Results that differ from the exact machine's by 2^n places have
// lost n bits. A sum loses the bits of its smaller operand that are below the last place
// of the result: 1000 + 0.37 in 11 bits is right to half a place, and has lost 10 of the
// 11 bits of 0.37. A value that is rounded to a narrower format loses the bits that it
// had more.

#include "shade/trace.h"

#include "base/memory.h"
#include "shade/undefined.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LANES         MACHINE_LANES
#define TRACE_ENTRIES 4096 // of a pixel
#define TRACE_DECIDED UINT32_C(0x80000000)
#define TRACE_ENDLESS UINT64_C(0x7ff0000000000000) // the exponent of NaNs, infinities
#define TRACE_GIVEN   24 // bits of an uniform or a constant, which are binary32

struct trace_entry {
    uint32_t source; // the number of an operation, or TRACE_DECIDED + a line
    double value;
};

static int trace_undefined_at(const struct trace *trace, const struct program_insn *insn)
{
    for (int i = 0; i < trace->undefined_count; i++)
        if (trace->undefined[i].line == insn->line &&
            trace->undefined[i].kind == insn->undefined)
            return i;
    return -1;
}

static int trace_by_line(const void *a, const void *b)
{
    const struct trace_undefined *x = a, *y = b;

    return x->line != y->line ? (x->line < y->line ? -1 : 1) : x->kind - y->kind;
}

static void list_undefined(struct trace *trace)
{
    for (uint32_t i = 0; i < trace->program->insn_count; i++) {
        const struct program_insn *insn = &trace->program->insns[i];

        if (!insn->undefined || trace_undefined_at(trace, insn) >= 0)
            continue;
        trace->undefined =
            memory_resize(trace->undefined, (size_t) trace->undefined_count + 1,
                          sizeof *trace->undefined);
        trace->undefined[trace->undefined_count++] =
            (struct trace_undefined){ .line = insn->line, .kind = insn->undefined };
    }
    if (trace->undefined_count)
        qsort(trace->undefined, (size_t) trace->undefined_count, sizeof *trace->undefined,
              trace_by_line);
}

void trace_init(struct trace *trace, const struct program *program, uint32_t line)
{
    *trace = (struct trace){ .program = program, .line = line };
    trace->lines = memory_new(program->line_count + 1, sizeof *trace->lines);
    if (line == 0)
        list_undefined(trace);
}

void trace_finish(struct trace *trace)
{
    free(trace->lines);
    free(trace->undefined);
    *trace = (struct trace){ 0 };
}

int trace_median(const struct trace *trace)
{
    long all = 0, below = 0;
    int bits = 0;

    for (int i = 0; i <= TRACE_BITS; i++)
        all += trace->lost[i];
    while (bits < TRACE_BITS && 2 * (below + trace->lost[bits]) < all)
        below += trace->lost[bits++];
    return bits;
}

// ---- lost bits ----

// The exponent of the leading bit; of zero, one that is below all.
static int leading(double x)
{
    return x == 0.0 ? -2000 : ilogb(x);
}

static int trace_clamp(int bits, int most)
{
    return bits < 0 ? 0 : bits > most ? most : bits;
}

// Returns how many bits from the first to the last that is set, at most `most`.
static int significant_bits(double x, int most)
{
    int bits = 1, exponent;
    double rest = fabs(frexp(x, &exponent));

    while (bits < most && rest * 2.0 != floor(rest * 2.0)) {
        rest *= 2.0;
        bits++;
    }
    return bits;
}

// Returns how many bits of `want`, of `precision`, `got` has wrong.
static int wrong_bits(double got, double want, int precision)
{
    const double error = fabs(got - want), place = ldexp(1.0, leading(want) - precision);

    if (got == want || !isfinite(want))
        return 0;
    if (!isfinite(got))
        return precision;
    if (want == 0.0)
        return precision;
    // up to one place is a rounding
    return error <= 2.0 * place
               ? 0
               : trace_clamp(leading(error / place / 2.0) + 1, precision);
}

// Returns the bits of the smaller operand that have no place in a sum.
static int dropped_bits(double a, double b, double sum, int precision)
{
    const double small = fabs(a) < fabs(b) ? a : b;

    if (small == 0.0 || !isfinite(small) || !isfinite(sum))
        return 0;
    return sum == 0.0 ? precision : trace_clamp(leading(sum) - leading(small), precision);
}

// A value that becomes narrower.
static void lose_by_conversion(struct trace_event *event, int precision, int had)
{
    const double from = event->in[0];

    event->of = significant_bits(from, had);
    event->lost = 0;
    if (from == event->got || !isfinite(from))
        return;
    event->lost = event->of > precision ? event->of - precision : 0;
    if (wrong_bits(event->got, from, precision) > 0)
        event->lost =
            trace_clamp(event->lost + wrong_bits(event->got, from, precision), event->of);
}

static void find_loss(struct trace_event *event, const struct machine *machine,
                      bool given, double of_operands)
{
    const struct program_insn *insn = &machine->program->insns[event->insn];
    const struct machine_precision *precisions = machine->device->precisions;
    const int precision = precisions[insn->precision].traits.model.format.precision;
    const int widest = precisions[PROGRAM_HIGH].traits.model.format.precision;

    if (program_wraps(insn->op)) {
        event->of = 32;
        event->lost =
            event->got == event->in[0] ? 0 : 32 - precisions[insn->precision].int_bits;
        return;
    }
    if (insn->op == PROGRAM_ROUND || program_converts_ints(insn->op)) {
        lose_by_conversion(event, precision,
                           given                ? TRACE_GIVEN
                           : widest > precision ? widest
                                                : precision);
        return;
    }
    event->of = precision;
    event->lost = wrong_bits(event->got, event->exactly, precision);
    if ((insn->op == PROGRAM_ADD || insn->op == PROGRAM_SUB) &&
        event->got != of_operands) {
        int dropped = dropped_bits(event->in[0], event->in[1], event->got, precision);

        event->lost = dropped > event->lost ? dropped : event->lost;
    }
}

// ---- entries ----

static void record(struct tracer *tracer, int lane, uint32_t source, double value)
{
    struct trace_lane *at = &tracer->lanes[lane];

    if (at->written < TRACE_ENTRIES)
        tracer->entries[(size_t) lane * TRACE_ENTRIES + at->written++] =
            (struct trace_entry){ source, value };
}

// Reads what the exact machine had at the same place. Returns false if it is not known.
static bool recorded(struct tracer *tracer, int lane, uint32_t source, double *value)
{
    struct trace_lane *at = &tracer->lanes[lane];
    const struct trace_entry *entry =
        &tracer->entries[(size_t) lane * TRACE_ENTRIES + at->read];

    if (at->apart)
        return false;
    if (at->read == at->written || entry->source != source) {
        at->apart = true;
        return false;
    }
    at->read++;
    *value = entry->value;
    return true;
}

// ---- what the machines do ----

static bool trace_covers(const struct tracer *tracer, const struct program_insn *insn)
{
    return insn->line == tracer->found.line && tracer->found.line > 0 &&
           (program_rounds(insn->op) || program_wraps(insn->op));
}

// Operations ahead of the first tile round what is given, and need no entries.
static bool is_ahead(const struct machine *machine, const struct program_insn *insn)
{
    return (uint32_t) (insn - machine->program->insns) < machine->program->prologue;
}

// Returns true if no float of the result is a NaN or an infinity, in any lane.
static bool all_finite(const struct program_insn *insn, const union machine_lanes *out)
{
    uint64_t endless = 0;

    if (!program_makes_float(insn->op))
        return true;
    for (int i = 0; i < LANES; i++) {
        uint64_t bits;

        memcpy(&bits, &out->floats[i], sizeof bits);
        endless |= (bits & TRACE_ENDLESS) == TRACE_ENDLESS;
    }
    return !endless;
}

static void note_undefined(struct tracer *tracer, const struct machine *machine,
                           const struct program_insn *insn, const uint8_t *mask,
                           uint8_t bit)
{
    const int at = insn->undefined ? trace_undefined_at(&tracer->found, insn) : -1;

    for (int i = 0; i < LANES && at >= 0; i++)
        if (mask[i] && undefined_here(machine, insn, mask, i))
            tracer->hits[at * LANES + i] |= bit;
}

static void trace_recorded_result(void *context, const struct machine *machine,
                                  const struct program_insn *insn, const uint8_t *mask,
                                  const union machine_lanes *out)
{
    struct tracer *tracer = context;
    const bool traced = trace_covers(tracer, insn) && !is_ahead(machine, insn);
    const uint32_t number = (uint32_t) (insn - machine->program->insns);

    note_undefined(tracer, machine, insn, mask, 1);
    if (!traced && all_finite(insn, out))
        return;
    for (int i = 0; i < LANES; i++) {
        if (!mask[i])
            continue;
        if (program_makes_float(insn->op) && !isfinite(out->floats[i]))
            tracer->lanes[i].exact_broke = true;
        if (traced)
            record(tracer, i, number,
                   program_makes_float(insn->op) ? out->floats[i]
                                                 : (double) out->ints[i]);
    }
}

static void trace_recorded_decision(void *context, uint32_t line, const uint8_t *mask,
                                    const int32_t *value)
{
    for (int i = 0; i < LANES; i++)
        if (mask[i])
            record(context, i, TRACE_DECIDED + line, (double) value[i]);
}

static bool takes_ints(const struct program_insn *insn, int k)
{
    return insn->op >= PROGRAM_INT_ADD || program_converts_ints(insn->op) ||
           insn->op == PROGRAM_FETCH || (program_samples(insn->op) && k == 0) ||
           (insn->op == PROGRAM_LDEXP && k == 1);
}

// The pixel is not set here: count_lane() knows it.
static struct trace_event event_of(const struct machine *machine,
                                   const struct program_insn *insn, int lane, double got,
                                   double exactly)
{
    struct trace_event event = { .any = true,
                                 .insn = (uint32_t) (insn - machine->program->insns),
                                 .got = got,
                                 .exactly = exactly };

    for (int k = 0; k < 3; k++) {
        const union machine_lanes *in = &machine->values[insn->in[k]];

        event.in[k] = insn->op == PROGRAM_UINT_TO_FLOAT
                          ? (double) (uint32_t) in->ints[lane]
                      : takes_ints(insn, k) ? (double) in->ints[lane]
                                            : in->floats[lane];
    }
    return event;
}

static bool breaks_here(const struct machine *machine, const struct program_insn *insn,
                        int lane, double got)
{
    if (!program_makes_float(insn->op) || isfinite(got) || insn->op == PROGRAM_SELECT ||
        insn->op == PROGRAM_LOAD)
        return false;
    for (int k = 0; k < 3; k++)
        if (insn->in[k] && !takes_ints(insn, k) &&
            !isfinite(machine->values[insn->in[k]].floats[lane]))
            return false;
    return true;
}

// By the share of the bits that are lost, then by the error.
static bool trace_is_worse(const struct trace_event *event,
                           const struct trace_event *than)
{
    const double error = fabs(event->got - event->exactly),
                 other = fabs(than->got - than->exactly);

    if (!than->any || event->lost * than->of != than->lost * event->of)
        return !than->any || event->lost * than->of > than->lost * event->of;
    return error > other;
}

// The lower pixel counts, whichever thread drew it.
static bool is_before(const struct trace_event *a, const struct trace_event *b)
{
    return a->y != b->y ? a->y < b->y : a->x < b->x;
}

static bool replaces(const struct trace_event *event, const struct trace_event *known)
{
    return trace_is_worse(event, known) ||
           (!trace_is_worse(known, event) && is_before(event, known));
}

static void trace_measure(struct tracer *tracer, const struct machine *machine,
                          const struct program_insn *insn, int lane, double got,
                          double of_operands)
{
    const int precision =
        machine->device->precisions[insn->precision].traits.model.format.precision;
    struct trace_lane *at = &tracer->lanes[lane];
    double exactly = of_operands;

    if (!is_ahead(machine, insn))
        recorded(tracer, lane, (uint32_t) (insn - machine->program->insns), &exactly);
    // another texel is the fault of the coordinates
    if (program_samples(insn->op))
        exactly = of_operands;
    // An exact result is no worse than any that is known.
    if (at->worst.any && got == exactly && got == of_operands)
        return;
    struct trace_event event = event_of(machine, insn, lane, got, exactly);

    find_loss(&event, machine, tracer->given[insn->in[0]], of_operands);
    at->ran = true;
    if (trace_is_worse(&event, &at->worst)) {
        event.bits = (2 * event.lost * precision + event.of) / (2 * event.of);
        at->worst = event;
    }
}

static void trace_compared_result(void *context, const struct machine *machine,
                                  const struct program_insn *insn, const uint8_t *mask,
                                  const union machine_lanes *out)
{
    struct tracer *tracer = context;
    const bool traced = trace_covers(tracer, insn);
    union machine_lanes exactly;

    note_undefined(tracer, machine, insn, mask, 2);
    if (!traced && all_finite(insn, out))
        return;
    if (traced)
        machine_exactly(machine, insn, &exactly);
    for (int i = 0; i < LANES; i++) {
        struct trace_lane *at = &tracer->lanes[i];
        const double got =
            program_makes_float(insn->op) ? out->floats[i] : (double) out->ints[i];

        if (!mask[i])
            continue;
        if (!at->origin.any && breaks_here(machine, insn, i, got)) {
            machine_exactly(machine, insn, &exactly);
            at->origin = event_of(machine, insn, i, got,
                                  program_rounds(insn->op) ? exactly.floats[i] : got);
        }
        if (traced)
            trace_measure(tracer, machine, insn, i, got,
                          program_makes_float(insn->op) ? exactly.floats[i]
                                                        : (double) exactly.ints[i]);
    }
}

static void trace_compared_decision(void *context, uint32_t line, const uint8_t *mask,
                                    const int32_t *value)
{
    struct tracer *tracer = context;

    for (int i = 0; i < LANES; i++) {
        double exactly;

        if (!mask[i] || !recorded(tracer, i, TRACE_DECIDED + line, &exactly) ||
            exactly == (double) value[i])
            continue;
        tracer->lanes[i].turned = line;
        tracer->lanes[i].apart = true;
    }
}

// ---- tracers ----

static bool *trace_find_given(const struct program *program)
{
    bool *given = memory_new((size_t) program->value_count + 1, sizeof *given);

    for (uint32_t k = 0; k < program->constant_count; k++)
        given[program->constants[k].value] = true;
    for (uint32_t e = 0; e < program->external_count; e++)
        for (uint32_t k = 0; k < program->externals[e].count; k++)
            given[program->externals[e].first + k] = true;
    return given;
}

void tracer_init(struct tracer *tracer, struct trace *trace, struct machine *exact,
                 struct machine *rounding)
{
    *tracer = (struct tracer){ .trace = trace };
    tracer->recording =
        (struct machine_watch){ tracer, trace_recorded_result, trace_recorded_decision };
    tracer->comparing =
        (struct machine_watch){ tracer, trace_compared_result, trace_compared_decision };
    tracer->given = trace_find_given(trace->program);
    tracer->entries = memory_new((size_t) LANES * TRACE_ENTRIES, sizeof *tracer->entries);
    tracer->lanes = memory_new(LANES, sizeof *tracer->lanes);
    trace_init(&tracer->found, trace->program, trace->line);
    tracer->hits = memory_new((size_t) tracer->found.undefined_count + 1, LANES);
    exact->watch = &tracer->recording;
    rounding->watch = &tracer->comparing;
}

void trace_started(struct tracer *tracer)
{
    tracer->start = tracer->lanes[0];
}

static void count_lane(struct tracer *tracer, const struct trace_lane *lane, int i)
{
    struct trace *found = &tracer->found;
    struct trace_event worst = lane->worst, origin = lane->origin;

    for (int k = 0; k < found->undefined_count; k++) {
        found->undefined[k].pixels += tracer->hits[k * LANES + i] != 0;
        found->undefined[k].exactly += tracer->hits[k * LANES + i] & 1;
    }
    worst.x = origin.x = machine_x(tracer->x, i);
    worst.y = origin.y = machine_y(tracer->y, i);
    if (lane->turned)
        found->lines[lane->turned].turns++;
    if (origin.any) {
        struct trace_line *line = &found->lines[found->program->insns[origin.insn].line];

        line->origins++;
        line->shared += lane->exact_broke;
        if (!line->origin.any || is_before(&origin, &line->origin))
            line->origin = origin;
    }
    if (!lane->ran)
        return;
    found->lost[worst.bits < TRACE_BITS ? worst.bits : TRACE_BITS]++;
    if (replaces(&worst, &found->worst))
        found->worst = worst;
}

bool tracer_run(struct tracer *tracer, struct machine *exact, struct machine *rounding,
                int x, int y)
{
    for (int i = 0; i < LANES; i++)
        tracer->lanes[i] = tracer->start;
    memset(tracer->hits, 0, (size_t) tracer->found.undefined_count * LANES);
    tracer->x = x;
    tracer->y = y;
    if (!machine_run(exact, x, y) || !machine_run(rounding, x, y))
        return false;
    for (int i = 0; i < LANES; i++)
        if (machine_x(x, i) < exact->width && machine_y(y, i) < exact->height)
            count_lane(tracer, &tracer->lanes[i], i);
    return true;
}

void tracer_finish(struct tracer *tracer)
{
    struct trace *sum = tracer->trace, *found = &tracer->found;

    for (uint32_t i = 0; i < sum->program->line_count; i++) {
        struct trace_line *to = &sum->lines[i], *from = &found->lines[i];

        to->turns += from->turns;
        to->origins += from->origins;
        to->shared += from->shared;
        if (from->origin.any &&
            (!to->origin.any || is_before(&from->origin, &to->origin)))
            to->origin = from->origin;
    }
    for (int i = 0; i <= TRACE_BITS; i++)
        sum->lost[i] += found->lost[i];
    for (int i = 0; i < found->undefined_count; i++) {
        sum->undefined[i].pixels += found->undefined[i].pixels;
        sum->undefined[i].exactly += found->undefined[i].exactly;
    }
    if (found->worst.any && replaces(&found->worst, &sum->worst))
        sum->worst = found->worst;
    trace_finish(found);
    free(tracer->given);
    free(tracer->entries);
    free(tracer->lanes);
    free(tracer->hits);
    *tracer = (struct tracer){ 0 };
}
