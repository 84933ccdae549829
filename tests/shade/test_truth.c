// SPDX-License-Identifier: MIT
//
// llvmpipe draws the shaders of this folder, and the machine draws them as a device of
// llvmpipe's traits: every bit of every pixel is equal.

#include "base/file.h"
#include "shade/input.h"
#include "tests/shade/llvmpipe.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>

static struct group this_group = { .name = "truth", .start = llvmpipe_start };

static const struct {
    const char *name;
} shaders[] = {
    { "arrays" },          { "bits" },         { "casts" },      { "comparisons" },
    { "composed" },        { "constructors" }, { "cross" },      { "derivatives" },
    { "derivatives_odd" }, { "discard" },      { "fma" },        { "functions" },
    { "globals" },         { "hash" },         { "highp" },      { "highp_mixed" },
    { "inout" },           { "ints" },         { "joins" },      { "leaving" },
    { "lighting" },        { "loops" },        { "mandelbrot" }, { "matrices" },
    { "matrices2" },       { "medium_uints" }, { "minmax" },     { "mod" },
    { "noise" },           { "overflow" },     { "raymarch" },   { "returns" },
    { "roots" },           { "smooth" },       { "stripes" },    { "structs" },
    { "subnormals" },      { "switch" },       { "uints" },      { "textures" },
    { "vectors" },         { "wave" },
};

TEST_EACH(equal_llvmpipe, shaders)
{
    const char *name = *(const char *const *) *state;
    char path[4096], *text;
    size_t size;

    snprintf(path, sizeof path, SHADERS "/%s.frag", name);
    text = file_read(path, INPUT_MAX, &size);
    assert_non_null(text);
    assert_true(llvmpipe_agrees(name, text, 48, 32));
    free(text);
}
