// SPDX-License-Identifier: MIT
//
// How it works: from the kernels that are wanted on, every part is wanted that a wanted
// one uses. Then come what all need, a declaration of each wanted function, and the
// wanted parts. Where the stand-in's name is, the function's is meant.

#include "cuda_ref/kernels.h"

#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct ptx_part *ptx_find(const struct ptx *ptx, const char *name)
{
    for (int i = 0; i < ptx->count; i++)
        if (!strcmp(ptx->parts[i].name, name))
            return &ptx->parts[i];
    return NULL;
}

static void want(const struct ptx *ptx, const struct ptx_part *part, bool *wanted)
{
    assert(part);
    if (wanted[part - ptx->parts])
        return;
    wanted[part - ptx->parts] = true;
    for (const short *use = part->uses; *use >= 0; use++)
        want(ptx, &ptx->parts[*use], wanted);
}

// Copies a part, the stand-in replaced.
static void write_part(FILE *out, const char *text, const struct ptx_part *part,
                       const struct ptx_wish *wish)
{
    const char *at = text + part->at, *end = at + part->size, *found;
    size_t length = strlen(wish->stand_in);

    while ((found = memmem(at, (size_t) (end - at), wish->stand_in, length)) != NULL) {
        fprintf(out, "%.*s%s", (int) (found - at), at, wish->function);
        at = found + length;
    }
    fprintf(out, "%.*s\n", (int) (end - at), at);
}

static void write_all(FILE *out, const struct ptx *ptx, const bool *wanted,
                      const struct ptx_wish *wish)
{
    const struct ptx_part *end = ptx->parts + ptx->count;

    fputs(ptx->kept, out);
    for (const struct ptx_part *part = ptx->parts; part < end; part++)
        if (wanted[part - ptx->parts] && !part->kernel)
            fprintf(out, "%.*s;\n", (int) part->head, ptx->text + part->at);
    for (const struct ptx_part *part = ptx->parts; part < end; part++)
        if (wanted[part - ptx->parts])
            write_part(out, ptx->text, part, wish);
}

char *ptx_pick(const struct ptx *ptx, const struct ptx_wish *wish)
{
    bool *wanted = memory_new((size_t) ptx->count, sizeof *wanted);
    char *picked = NULL;
    size_t size;
    FILE *out = memory_stream(&picked, &size);

    want(ptx, ptx_find(ptx, wish->function), wanted);
    for (const char *const *name = wish->entries; *name; name++)
        want(ptx, ptx_find(ptx, *name), wanted);
    write_all(out, ptx, wanted, wish);
    fclose(out);
    free(wanted);
    return picked;
}
