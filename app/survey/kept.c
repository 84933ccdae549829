// SPDX-License-Identifier: MIT

#include "survey/kept.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "capture/store.h"
#include "measure/reference.h"
#include "report/json.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define REPORT_MAX (16u << 20) // bytes

// ---- the build ----

struct build {
    const unsigned char *id; // of the linker; NULL if it made none
    size_t size;
};

static size_t aligned_size(size_t size)
{
    return (size + 3) & ~(size_t) 3;
}

// Looks for the id in the notes of the first object, which is the program.
static int find_build(struct dl_phdr_info *info, size_t size, void *context)
{
    struct build *build = context;

    (void) size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const char *at = (const char *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        const char *end = at + info->dlpi_phdr[i].p_memsz;

        while (info->dlpi_phdr[i].p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) < end) {
            const ElfW(Nhdr) *note = (const void *) at;
            const char *name = at + sizeof *note;
            const char *bytes = name + aligned_size(note->n_namesz);

            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
                !memcmp(name, "GNU", 4)) {
                build->id = (const unsigned char *) bytes;
                build->size = note->n_descsz;
            }
            at = bytes + aligned_size(note->n_descsz);
        }
    }
    return 1;
}

// ---- the place ----

// Makes the folder of the reports, unless it is there.
static bool make_folder(char path[PATH_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    static const char *const parts[] = { "/fpstripe", "/reports" };
    int used;

    if (cache && cache[0] == '/')
        used = snprintf(path, PATH_MAX, "%s", cache);
    else if (home && home[0] == '/')
        used = snprintf(path, PATH_MAX, "%s/.cache", home);
    else
        return false;
    if (used >= PATH_MAX - 100)
        return false;
    mkdir(path, 0700);
    for (int i = 0; i < 2; i++) {
        strcat(path, parts[i]);
        mkdir(path, 0700);
    }
    return true;
}

// Sets `path` to the name of a report in its folder.
static void name_report(const struct build *build, const char *sha256,
                        const struct reference *reference, char path[PATH_MAX])
{
    struct sha256 sha;
    char key[65];

    sha256_init(&sha);
    sha256_add(&sha, build->id, build->size);
    sha256_add(&sha, sha256, strlen(sha256) + 1);
    sha256_add(&sha, reference->kind, strlen(reference->kind) + 1);
    sha256_add(&sha, reference->name, strlen(reference->name) + 1);
    for (int i = 0; i < reference->tried_count; i++)
        sha256_add(&sha, reference->tried[i].reason,
                   strlen(reference->tried[i].reason) + 1);
    sha256_hex(&sha, key);
    snprintf(path + strlen(path), PATH_MAX - strlen(path), "/%s.json", key);
}

// Sets `path` to where the report of a capture is kept. Returns false if it is nowhere:
// no build has an id, no folder can be made, or a GPU that is here is the reference.
static bool find_kept_file(const struct report_folder *folder, const char *kind,
                           char path[PATH_MAX])
{
    struct reference *reference = memory_new(1, sizeof *reference);
    struct build build = { 0 };
    bool found = false;

    dl_iterate_phdr(find_build, &build);
    if (build.id && folder->sha256[0] && make_folder(path)) {
        bool open = !kind || reference_open_named(reference, kind);

        if (!kind)
            reference_open(reference, NULL);
        found = open && !reference->cuda;
        if (found)
            name_report(&build, folder->sha256, reference, path);
        if (open)
            reference_close(reference);
    }
    free(reference);
    return found;
}

static bool is_stored(const struct report_folder *folder,
                      const struct capture_picture *picture)
{
    char path[PATH_MAX];

    return !picture->sha256[0] || store_find(folder->folder, picture->sha256, path);
}

// Returns true if the pictures of a capture are there. A capture that has lost some must
// not look whole until its report is derived anew.
static bool has_pictures(const struct report_folder *folder)
{
    const struct capture *capture = &folder->capture;

    for (int i = 0; i < capture->count; i++)
        if (!is_stored(folder, &capture->measurements[i].picture) ||
            !is_stored(folder, &capture->measurements[i].second.picture))
            return false;
    return true;
}

bool kept_read(struct report_folder *folder, const char *reference)
{
    char path[PATH_MAX], *text;
    size_t size;
    bool ok;

    if (!has_pictures(folder) || !find_kept_file(folder, reference, path))
        return false;
    log_hold(true); // it is derived anew
    text = file_read(path, REPORT_MAX, &size);
    ok = text && report_read(&folder->report, text, size, path);
    log_hold(false);
    free(text);
    if (!ok || !strcmp(folder->report.capture, folder->sha256))
        return ok;
    report_finish(&folder->report);
    return false;
}

void kept_write(const struct report_folder *folder, const char *reference)
{
    struct file_stage stage;
    char path[PATH_MAX];

    if (!find_kept_file(folder, reference, path) || !file_stage_open(&stage, path))
        return;
    json_t *document = report_document(&folder->report);
    char *text = json_dumps(document, JSON_COMPACT);

    json_decref(document);
    file_stage_close(&stage, fputs(text, stage.file) >= 0, false);
    free(text);
}
