// SPDX-License-Identifier: MIT

#include "image/jpeg.h"

#include "base/log.h"

bool jpeg_read_file(FILE *file, const char *name, struct png_picture *picture)
{
    (void) file;
    *picture = (struct png_picture){ 0 };
    log_error("%s: a JPEG picture, and this fpstripe was built without libjpeg; convert "
              "it to PNG first",
              name);
    return false;
}
