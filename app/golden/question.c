// SPDX-License-Identifier: MIT
//
// Hashes the question of a case: the operands that the survey would use for a device of
// which nothing is known yet, the names of expressions, and the layout of the picture.
// A formula makes the operands of long ramps and ranges, so a sample of them is
// sufficient.

#include "base/memory.h"
#include "base/sha256.h"
#include "golden/golden.h"
#include "probe/expressions.h"
#include "probe/probe.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#define CASES_MAX 2048 // that are hashed of a picture

static void hash_layout(struct sha256 *sha, const struct task *task,
                        struct probe_shape shape)
{
    const struct probe_params *params = &task->params;
    const struct expressions *lines = task->probe->expressions;
    char *text =
        memory_format("%s %d %d x %d of %d x %d, p %d of %d, emax %d", task->probe->name,
                      task->probe->edition, shape.columns, shape.bands, shape.cell_width,
                      shape.cell_height, params->precision_bits,
                      params->model.format.precision, params->model.format.emax);

    sha256_add(sha, text, strlen(text) + 1);
    for (int i = 0; lines && i < lines->count; i++)
        sha256_add(sha, lines->list[i].label, strlen(lines->list[i].label) + 1);
    free(text);
}

// Hashes the words of a binary32 carrier as their four bytes.
static void hash_operands(struct sha256 *sha, const struct task *task,
                          struct probe_shape shape)
{
    size_t bytes = task->params.precision == PRECISION_DOUBLE ? 8 : 4;
    int count = shape.columns * shape.bands;
    int stride = count > CASES_MAX ? count / CASES_MAX | 1 : 1; // odd: every column

    for (int i = 0; i < count; i += stride) {
        uint64_t words[PROBE_OPERANDS] = { 0 };

        probe_words(task->probe, &task->params, i / shape.columns, i % shape.columns,
                    words);
        for (int k = 0; k < task->probe->operands; k++) {
            uint64_t word = htole64(words[k]);

            sha256_add(sha, &word, bytes);
        }
    }
}

void golden_question(const struct task *task, struct golden_question *question)
{
    struct probe_shape shape = probe_shape(task->probe, &task->params);
    const struct probe *probe = task->probe;
    struct sha256 sha;

    *question =
        (struct golden_question){ .columns = shape.columns, .bands = shape.bands };
    sha256_init(&sha);
    hash_layout(&sha, task, shape);
    if (!probe->unfit || !probe->unfit(&task->params))
        hash_operands(&sha, task, shape);
    sha256_hex(&sha, question->sha256);
}
