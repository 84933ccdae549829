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
    { "array_parameters" },
    { "arrays" },
    { "arrays_of_arrays" },
    { "bits" },
    { "bools" },
    { "carries" },
    { "casts" },
    { "choices" },
    { "comparisons" },
    { "composed" },
    { "constructors" },
    { "cross" },
    { "derivatives" },
    { "derivatives_odd" },
    { "determinants" },
    { "discard" },
    { "discards" },
    { "do_while" },
    { "early_return" },
    { "equal_arrays" },
    { "equal_matrices" },
    { "faces" },
    { "facing" },
    { "fields" },
    { "float_bits" },
    { "fma" },
    { "functions" },
    { "globals" },
    { "globals_changed" },
    { "halves" },
    { "hash" },
    { "highp" },
    { "highp_mixed" },
    { "increments" },
    { "inout" },
    { "int_functions" },
    { "ints" },
    { "inverses" },
    { "joins" },
    { "leaving" },
    { "lighting" },
    { "literals" },
    { "literals_colour" },
    { "loops" },
    { "low" },
    { "mandelbrot" },
    { "matrices" },
    { "matrices2" },
    { "matrix_parts" },
    { "matrix_sums" },
    { "medium_uints" },
    { "minmax" },
    { "mixes_high" },
    { "mod" },
    { "nested_calls" },
    { "nested_loops" },
    { "noise" },
    { "overflow" },
    { "packing" },
    { "raymarch" },
    { "returns" },
    { "roots" },
    { "smooth" },
    { "stripes" },
    { "struct_arrays" },
    { "structs" },
    { "subnormals" },
    { "switch" },
    { "switches" },
    { "swizzles" },
    { "textures" },
    { "uint_bits" },
    { "uints" },
    { "vector_index" },
    { "vectors" },
    { "wave" },
};

TEST_EACH(equal_llvmpipe, shaders)
{
    const char *name = *(const char *const *) *state;
    char path[4096], *text;
    size_t size;

    snprintf(path, sizeof path, SHADERS "/%s.frag", name);
    text = file_read(path, INPUT_MAX, &size);
    assert_non_null(text);
    assert_int_equal(oracle_ask(name, text, 48, 32), ORACLE_AGREES);
    free(text);
}
