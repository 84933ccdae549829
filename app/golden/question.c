// SPDX-License-Identifier: MIT
//
// What is asked, as a hash: the words of the operands as the survey would ask them of a
// device of which nothing is known yet, the lines' names, the picture's layout. Operands
// of long ramps and ranges are made by a formula: every so many of them tell it.

#include "base/sha256.h"
#include "golden/golden.h"
#include "probe/lines.h"
#include "probe/probe.h"

#include <endian.h>
#include <stdio.h>
#include <string.h>

#define AT_ONCE   64   // cases that are hashed together
#define CASES_MAX 2048 // that are hashed of a picture

static void add_text(struct sha256 *sha, const char *text)
{
    sha256_add(sha, text, strlen(text) + 1);
}

static void add_numbers(struct sha256 *sha, const struct task *task,
                        struct probe_shape shape)
{
    const struct probe_params *params = &task->params;
    char text[200];

    snprintf(text, sizeof(text), "%s %d %d x %d of %d x %d, p %d of %d, emax %d",
             task->probe->name, task->probe->edition, shape.columns, shape.bands,
             shape.cell_width, shape.cell_height, params->precision_bits,
             params->model.format.precision, params->model.format.emax);
    add_text(sha, text);
    for (int i = 0; task->probe->lines && i < task->probe->lines->count; i++)
        add_text(sha, task->probe->lines->names[i]);
}

// Words of a binary32 carrier are hashed as the four bytes that they are.
static size_t pack(const struct task *task, const uint64_t *words, uint8_t *to)
{
    size_t bytes = task->params.precision == PRECISION_DOUBLE ? 8 : 4;

    for (int k = 0; k < task->probe->operands; k++) {
        uint64_t word = htole64(words[k]);

        memcpy(to + (size_t) k * bytes, &word, bytes);
    }
    return (size_t) task->probe->operands * bytes;
}

static void add_operands(struct sha256 *sha, const struct task *task,
                         struct probe_shape shape)
{
    uint8_t bytes[AT_ONCE * PROBE_OPERANDS * sizeof(uint64_t)];
    size_t used = 0;
    int count = shape.columns * shape.bands;
    int stride = count > CASES_MAX ? count / CASES_MAX | 1 : 1; // odd: every column

    for (int i = 0; i < count; i += stride) {
        uint64_t words[PROBE_OPERANDS] = { 0 };

        probe_words(task->probe, &task->params, i / shape.columns, i % shape.columns,
                    words);
        used += pack(task, words, bytes + used);
        if (used + sizeof(words) <= sizeof(bytes))
            continue;
        sha256_add(sha, bytes, used);
        used = 0;
    }
    sha256_add(sha, bytes, used);
}

void golden_question(const struct task *task, struct golden_question *question)
{
    struct probe_shape shape = task->probe->shape(&task->params);
    const struct probe *probe = task->probe;
    struct sha256 sha;

    *question =
        (struct golden_question){ .columns = shape.columns, .bands = shape.bands };
    sha256_init(&sha);
    add_numbers(&sha, task, shape);
    if (!probe->unfit || !probe->unfit(&task->params))
        add_operands(&sha, task, shape);
    sha256_hex(&sha, question->sha256);
}
