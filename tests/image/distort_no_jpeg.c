// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include <stdlib.h>

const bool distort_packs = false;

void distort_jpeg(struct canvas *canvas, int quality, bool progressive)
{
    abort();
}
