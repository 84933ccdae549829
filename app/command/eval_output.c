// SPDX-License-Identifier: MIT

#include "command/eval.h"

#include "base/log.h"
#include "base/out.h"

#include <stdio.h>

#define LINE_MAX_BYTES (5 * (EVAL_TEXT_WIDE + 1))

static bool eval_output_flush(struct eval_output *output)
{
    bool ok = out_put(output->bytes, output->used);

    if (!ok)
        log_error("standard output: %s", out_reason());
    output->used = 0;
    return ok;
}

static char *put_word(const struct eval_output *output, int digits, char *at,
                      uint64_t word)
{
    bool wide = output->eval->precision == PRECISION_DOUBLE;
    int carrier = wide ? 16 : 8;
    uint64_t narrow;

    if (digits == carrier)
        return eval_text_write(at, word, carrier);
    if (eval_narrow(output->eval, word, &narrow))
        return eval_text_write(at, narrow, digits);
    return eval_text_write(at, word, carrier);
}

static void put_case(struct eval_output *output, const struct eval_block *block, size_t i)
{
    char *at = output->bytes + output->used;
    int digits = output->result_digits;

    for (int k = 0; k < output->eval->op.operands; k++) {
        at = put_word(output, output->digits, at, block->in[k][i]);
        *at++ = ' ';
    }
    at = put_word(output, digits, at, block->got[i]);
    if (output->wanted) {
        *at++ = ' ';
        at = put_word(output, digits, at, block->want[i]);
    }
    *at++ = '\n';
    output->used = (size_t) (at - output->bytes);
}

bool eval_output_block(struct eval_output *output, const struct eval_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        bool differs = output->wanted && !eval_agrees(output->eval, block, i);

        output->cases++;
        output->differ += differs;
        if (output->mismatches && !differs)
            continue;
        if (output->used + LINE_MAX_BYTES > EVAL_OUTPUT_SIZE &&
            !eval_output_flush(output))
            return false;
        put_case(output, block, i);
    }
    return eval_output_flush(output);
}
