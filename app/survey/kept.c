// SPDX-License-Identifier: MIT
//
// How it works
//
// A file holds the structs of a report as this build of the program has them in memory,
// then the names of the pictures of its capture; zlib packs these. A finding points at
// constants, its kinds, which the file has as numbers. The file begins with a hash of its
// own name and of all that follows, so that a damaged or a renamed file is not read. A
// folder that somebody else owns, or may write to, is not used at all.

#include "survey/kept.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "capture/store.h"
#include "measure/reference.h"
#include "probe/expressions.h"
#include "probe/list.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define PACKED_MAX (16u << 20)  // bytes of a file
#define BYTES_MAX  (128u << 20) // that are packed in it
#define KINDS_MAX  1024

typedef char picture_name[65];

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

static bool is_own_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == geteuid() && !(status.st_mode & (S_IWGRP | S_IWOTH));
}

// Makes the folder of the reports, unless it is there. Returns false if there is none
// that only this user may write to.
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
    return is_own_folder(path);
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
    snprintf(path + strlen(path), PATH_MAX - strlen(path), "/%s", key);
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

// ---- the bytes ----

// Lists the kinds of findings of all probes, and returns their number.
static int list_kinds(const struct finding_kind *kinds[KINDS_MAX])
{
    int count = 0;

    for (int i = -1; i < probe_count; i++) {
        const struct expressions *lines = i < 0 ? NULL : probe_list[i]->expressions;
        const struct finding_kind *const *list = i < 0   ? kind_list
                                                 : lines ? lines->kinds
                                                         : NULL;

        for (; list && *list && count < KINDS_MAX; list++)
            kinds[count++] = *list;
    }
    return count;
}

// Returns a remark of a finding, [0, FINDING_ANSWERS + FINDING_DETAILS).
static struct finding_remark *remark_at(struct finding *finding, int i)
{
    return i < FINDING_ANSWERS ? &finding->answer[i]
                               : &finding->detail[i - FINDING_ANSWERS];
}

#define REMARKS (FINDING_ANSWERS + FINDING_DETAILS)

// Writes a finding with numbers from 1 in place of its kinds.
static void put_finding(const struct finding *finding,
                        const struct finding_kind *const *kinds, int count, FILE *file)
{
    struct finding copy = *finding;

    for (int i = 0; i < REMARKS; i++) {
        struct finding_remark *remark = remark_at(&copy, i);
        int number = 0;

        while (number < count && kinds[number] != remark->kind)
            number++;
        if (remark->kind)
            remark->kind = (const void *) (uintptr_t) (number + 1);
    }
    fwrite(&copy, sizeof copy, 1, file);
}

// Puts the kinds back. Returns false if there is no such kind.
static bool find_kinds(struct finding *finding, const struct finding_kind *const *kinds,
                       int count)
{
    for (int i = 0; i < REMARKS; i++) {
        struct finding_remark *remark = remark_at(finding, i);
        uintptr_t number = (uintptr_t) remark->kind;

        if (number > (uintptr_t) count)
            return false;
        remark->kind = number ? kinds[number - 1] : NULL;
    }
    return true;
}

// Appends the name of a picture, if there is one that is not listed already.
static int add_picture(const struct capture_picture *picture, picture_name *names,
                       int count)
{
    int i = 0;

    while (i < count && strcmp(names[i], picture->sha256) != 0)
        i++;
    if (i == count && picture->sha256[0])
        memcpy(names[count++], picture->sha256, sizeof *names);
    return count;
}

// Writes the names of the pictures of a capture, each once.
static void put_pictures(const struct capture *capture, FILE *file)
{
    picture_name *names = memory_new(2 * (size_t) capture->count + 1, sizeof *names);
    int count = 0;

    for (int i = 0; i < capture->count; i++) {
        count = add_picture(&capture->measurements[i].picture, names, count);
        count = add_picture(&capture->measurements[i].second.picture, names, count);
    }
    fwrite(names, sizeof *names, (size_t) count, file);
    free(names);
}

// Returns the bytes that are packed; malloc'd.
static char *report_bytes(const struct report_folder *folder, size_t *size)
{
    const struct report *report = &folder->report;
    const struct finding_kind *kinds[KINDS_MAX];
    int count = list_kinds(kinds);
    char *bytes;
    FILE *file = memory_stream(&bytes, size);

    fwrite(report, sizeof *report, 1, file);
    fwrite(report->results, sizeof *report->results, (size_t) report->count, file);
    for (int i = 0; i < report->count; i++)
        for (int k = 0; k < report->results[i].finding_count; k++)
            put_finding(&report->results[i].findings[k], kinds, count, file);
    put_pictures(&folder->capture, file);
    fclose(file);
    return bytes;
}

struct bytes {
    const char *at;
    size_t left;
};

// Takes `count` items from the front of the bytes; malloc'd, and NULL if there are none,
// or not as many.
static void *take_items(struct bytes *bytes, int count, size_t size)
{
    size_t all = (size_t) count * size;
    const char *at = bytes->at;

    if (count < 1 || bytes->left / size < (size_t) count)
        return NULL;
    bytes->at += all;
    bytes->left -= all;
    return memory_copy(at, all);
}

static bool take_findings(struct bytes *bytes, struct result *result,
                          const struct finding_kind *const *kinds, int count)
{
    result->findings = take_items(bytes, result->finding_count, sizeof *result->findings);
    if (!result->findings)
        return result->finding_count == 0;
    for (int i = 0; i < result->finding_count; i++)
        if (!find_kinds(&result->findings[i], kinds, count))
            return false;
    return true;
}

static bool take_results(struct bytes *bytes, struct report *report)
{
    const struct finding_kind *kinds[KINDS_MAX];
    int count = list_kinds(kinds);
    bool ok = true;

    report->capacity = report->count;
    report->results = take_items(bytes, report->count, sizeof *report->results);
    if (!report->results)
        return report->count == 0;
    for (int i = 0; i < report->count; i++)
        report->results[i].findings = NULL;
    for (int i = 0; ok && i < report->count; i++)
        ok = take_findings(bytes, &report->results[i], kinds, count);
    return ok;
}

// Returns true if the pictures of a capture are there. A capture that has lost some must
// not look whole until its report is derived anew.
static bool has_pictures(const struct report_folder *folder, const struct bytes *bytes)
{
    picture_name name;
    char path[PATH_MAX];

    for (size_t i = 0; i < bytes->left / sizeof name; i++) {
        memcpy(name, bytes->at + i * sizeof name, sizeof name);
        name[sizeof name - 1] = '\0';
        if (!store_find(folder->folder, name, path))
            return false;
    }
    return true;
}

// Takes a report from its bytes. Returns false, with folder->report zeroed, if they are
// none, or if a picture is lost.
static bool unpack_report(struct report_folder *folder, struct bytes bytes)
{
    struct report *report = take_items(&bytes, 1, sizeof *report);
    bool ok = false;

    if (report) {
        folder->report = *report;
        ok = take_results(&bytes, &folder->report) && has_pictures(folder, &bytes);
    }
    if (report && !ok)
        report_finish(&folder->report);
    free(report);
    return ok;
}

// ---- the file ----

struct head {
    char sha256[64]; // of the name of the file, of `size`, and of what is packed
    uint64_t size;   // of what is not packed
};

static void hash_file(const char *path, uint64_t size, const char *packed, size_t count,
                      char sha256[64])
{
    const char *name = strrchr(path, '/');
    struct sha256 sha;
    char hex[65];

    sha256_init(&sha);
    sha256_add(&sha, name, strlen(name));
    sha256_add(&sha, &size, sizeof size);
    sha256_add(&sha, packed, count);
    sha256_hex(&sha, hex);
    memcpy(sha256, hex, 64);
}

// Unpacks the bytes of a file; malloc'd. Returns NULL if the file was not written by
// kept_write, whole.
static char *unpack_bytes(const char *path, const char *text, size_t size, size_t *all)
{
    struct head head;
    char sha256[64], *bytes;
    uLongf length;
    int status;

    if (size < sizeof head)
        return NULL;
    memcpy(&head, text, sizeof head);
    hash_file(path, head.size, text + sizeof head, size - sizeof head, sha256);
    if (memcmp(head.sha256, sha256, sizeof sha256) != 0 || head.size > BYTES_MAX)
        return NULL;
    length = *all = head.size;
    bytes = memory_resize(NULL, *all + 1, 1);
    status = uncompress((Bytef *) bytes, &length, (const Bytef *) text + sizeof head,
                        size - sizeof head);
    memory_check(status != Z_MEM_ERROR);
    if (status == Z_OK && length == *all)
        return bytes;
    free(bytes);
    return NULL;
}

bool kept_read(struct report_folder *folder, const char *reference)
{
    char path[PATH_MAX], *text, *bytes = NULL;
    struct bytes all;
    size_t size;
    bool ok;

    if (!find_kept_file(folder, reference, path))
        return false;
    log_hold(true); // it is derived anew
    text = file_read(path, PACKED_MAX, &size);
    log_hold(false);
    if (text)
        all.at = bytes = unpack_bytes(path, text, size, &all.left);
    ok = bytes && unpack_report(folder, all);
    free(bytes);
    free(text);
    return ok;
}

bool kept_can(const struct report_folder *folder, const char *reference)
{
    char path[PATH_MAX];

    return find_kept_file(folder, reference, path);
}

void kept_write(const struct report_folder *folder, const char *reference)
{
    struct head head = { 0 };
    struct file_stage stage;
    char path[PATH_MAX], *bytes, *packed;
    size_t size;

    if (!find_kept_file(folder, reference, path) || !file_stage_open(&stage, path))
        return;
    bytes = report_bytes(folder, &size);
    uLongf length = compressBound(size);

    packed = memory_new(length, 1);
    bool ok = compress2((Bytef *) packed, &length, (const Bytef *) bytes, size,
                        Z_BEST_SPEED) == Z_OK;

    head.size = size;
    hash_file(path, size, packed, length, head.sha256);
    fwrite(&head, sizeof head, 1, stage.file);
    fwrite(packed, 1, length, stage.file);
    file_stage_close(&stage, ok && !ferror(stage.file), false);
    free(packed);
    free(bytes);
}
