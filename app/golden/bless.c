// SPDX-License-Identifier: MIT

#include "base/file.h"
#include "base/log.h"
#include "base/png/png.h"
#include "base/sha256.h"
#include "golden/golden.h"
#include "golden/words.h"
#include "probe/lines.h"
#include "probe/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX (256u << 20)

// Whether all cells show one level; what parts the bands does not count. That a shader
// had no answer to give is an answer.
static bool is_blank(const struct result *result, const struct pixels *pixels)
{
    const struct probe *probe = probe_find(result->probe);
    struct probe_shape shape = { .columns = result->columns, .bands = result->bands };
    uint32_t first = pixels_row(pixels, pixels->height - 1)[0];

    if (probe && probe->lines && first == LINES_ABSENT)
        return false;
    if (result->columns < 1 || result->bands < 1)
        return true;
    shape.cell_width = pixels->width / result->columns;
    shape.cell_height = pixels->height / result->bands;
    for (int y = 0; y < pixels->height; y++)
        for (int x = 0; x < pixels->width && !probe_is_separator(shape, y); x++)
            if (pixels_row(pixels, y)[x] != first)
                return false;
    return true;
}

const char *golden_refuse(const struct result *result, const struct pixels *pixels,
                          const struct result *again)
{
    int x, y;

    switch (result->verdict.status) {
    case STATUS_IMPOSSIBLE: return "no arithmetic paints this";
    case STATUS_UNPAINTED: return "part of the picture was not painted";
    case STATUS_UNSTABLE: return "two renders differ";
    case STATUS_ERROR: return "the device refused or broke";
    default: break;
    }
    if (!again)
        return "the second run did not get there";
    if (again->verdict.status != result->verdict.status)
        return "a second run came to another status";
    if (strcmp(again->sha256, result->sha256) != 0)
        return "a second run drew other pixels";
    if (!golden_same_verdict(&result->verdict, &again->verdict))
        return "a second run came to another verdict";
    if (result->sha256[0] && !pixels->words)
        return "the picture is not there";
    if (pixels->words && pixels_find_canary(pixels, &x, &y))
        return "part of the picture was not painted";
    // What was folded may well be one number everywhere.
    if (pixels->words && result->verdict.status != STATUS_FOLDED &&
        is_blank(result, pixels))
        return "the picture is blank";
    return NULL;
}

bool golden_take(struct golden *golden, const struct facts *device,
                 const struct result *result, const struct task *task, const char *reason)
{
    size_t count = (size_t) result->finding_count;
    struct finding *findings = count ? malloc(count * sizeof(*findings)) : NULL;

    if (count && !findings) {
        log_error("no memory for the findings of a golden");
        return false;
    }
    if (count)
        memcpy(findings, result->findings, count * sizeof(*findings));
    free(golden->result.findings);
    *golden = (struct golden){ .result = *result };
    golden->result.findings = findings;
    golden_name(result, golden->name);
    golden_question(task, &golden->question);
    golden->by_class = golden_by_class(device, result);
    golden->result.image[0] = '\0';
    if (result->sha256[0])
        snprintf(golden->result.image, sizeof(golden->result.image), "%.110s.png",
                 golden->name);
    snprintf(golden->reason, sizeof(golden->reason), "%s", reason);
    snprintf(golden->driver, sizeof(golden->driver), "%s", device->version);
    return true;
}

bool golden_write_picture(struct golden *golden, const struct pixels *pixels,
                          const char *device, const char *path)
{
    const struct png_note notes[] = {
        { "probe", golden->result.probe },
        { "device", device },
    };
    struct sha256 sha;
    size_t size;
    char *bytes =
        png_write(path, pixels, notes, 2) ? file_read(path, FILE_BYTES_MAX, &size) : NULL;

    if (!bytes)
        return false;
    sha256_init(&sha);
    sha256_add(&sha, bytes, size);
    sha256_hex(&sha, golden->file_sha256);
    free(bytes);
    return true;
}
