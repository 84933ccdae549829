// SPDX-License-Identifier: MIT
//
// How it works: records are read as they lie in the file and taken apart into an array
// an operand, a piece that fits into the second cache at a time: what check.c wants.

#include "command/eval.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "unit/check.h"

#include <stdio.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#    error "records are read as they lie in memory"
#endif

#define RECORDS 8192 // a piece
#define FIELDS  4    // three operands and a result

struct checking {
    const struct eval *eval;
    int fields;   // of a record
    size_t width; // of a field, bytes
    long long cases, differ, first;
    uint64_t first_record[FIELDS], first_want;
    union {
        uint32_t narrow[RECORDS * FIELDS];
        uint64_t wide[RECORDS * FIELDS];
    } records; // as they come
    union {
        uint32_t narrow[RECORDS];
        uint64_t wide[RECORDS];
    } arrays[FIELDS];
};

// A loop for each number of fields: a constant stride is what vectors are made of.
#define SPLIT(MEMBER, COUNT)               \
    for (size_t k = 0; k < (COUNT); k++)   \
        for (size_t i = 0; i < count; i++) \
    checking->arrays[k].MEMBER[i] = checking->records.MEMBER[(COUNT) *i + k]

static void split(struct checking *checking, size_t count)
{
    switch (checking->fields + (checking->width == 8 ? FIELDS : 0)) {
    case 2: SPLIT(narrow, 2); break;
    case 3: SPLIT(narrow, 3); break;
    case 4: SPLIT(narrow, 4); break;
    case FIELDS + 2: SPLIT(wide, 2); break;
    case FIELDS + 3: SPLIT(wide, 3); break;
    default: SPLIT(wide, 4); break;
    }
}

static void note_first(struct checking *checking, size_t at)
{
    const struct eval *eval = checking->eval;
    struct unit unit = unit_model();
    uint64_t *in = checking->first_record;

    for (int k = 0; k < checking->fields; k++) {
        in[k] = 0;
        memcpy(&in[k], (char *) &checking->arrays[k] + at * checking->width,
               checking->width);
    }
    unit.apply(&unit, &(struct unit_call){
                          .op = eval->op.op,
                          .model = { .format = eval->format, .round = eval->round },
                          .out = &checking->first_want,
                          .a = &in[0],
                          .b = &in[1],
                          .c = &in[2],
                          .count = 1,
                      });
    checking->first = checking->cases + (long long) at;
}

static bool check_piece(struct checking *checking, size_t count)
{
    const struct eval *eval = checking->eval;
    struct check_found found;

    split(checking, count);
    if (!check_run(
            &(struct check_call){
                .op = eval->op.op,
                .round = eval->round,
                .wide = checking->width == 8,
                .a = &checking->arrays[0],
                .b = eval->op.operands > 1 ? &checking->arrays[1] : NULL,
                .c = eval->op.operands > 2 ? &checking->arrays[2] : NULL,
                .got = &checking->arrays[eval->op.operands],
                .count = count,
            },
            &found))
        return false;
    if (found.mismatches > 0 && checking->differ == 0)
        note_first(checking, found.first);
    checking->differ += (long long) found.mismatches;
    checking->cases += (long long) count;
    return true;
}

static void eval_check_tell(const struct checking *checking)
{
    int digits = (int) checking->width * 2;
    char text[(FIELDS + 1) * (EVAL_TEXT_WIDE + 1)], *at = text;

    fprintf(out_file(), "%lld cases, %lld differ\n", checking->cases, checking->differ);
    if (checking->differ == 0)
        return;
    for (int k = 0; k < checking->fields; k++) {
        at = eval_text_write(at, checking->first_record[k], digits);
        *at++ = ' ';
    }
    at = eval_text_write(at, checking->first_want, digits);
    fprintf(out_file(), "first: case %lld: %.*s\n", checking->first, (int) (at - text),
            text);
}

int eval_check(const struct eval *eval, struct eval_input *input)
{
    static struct checking checking;
    size_t record, used = 0;
    long got;

    checking = (struct checking){
        .eval = eval,
        .fields = eval->op.operands + 1,
        .width = eval->format.precision == FP_BINARY64.precision ? 8 : 4,
    };
    record = (size_t) checking.fields * checking.width;
    do {
        got = eval_input_read(input, (char *) &checking.records + used,
                              RECORDS * record - used);
        if (got < 0)
            return COMMAND_BAD_INPUT;
        used += (size_t) got;
        if (got > 0 && used < RECORDS * record)
            continue;
        if (!check_piece(&checking, used / record))
            return COMMAND_NO_DEVICE;
        used %= record;
    } while (got > 0);
    if (guard_interrupted())
        return COMMAND_SIGNAL + guard_interrupted();
    if (used > 0) {
        log_error("%s: ends %zu bytes into a record of %zu", input->name, used, record);
        return COMMAND_BAD_INPUT;
    }
    eval_check_tell(&checking);
    return checking.differ > 0 ? COMMAND_UNEXPECTED : COMMAND_DONE;
}
