// SPDX-License-Identifier: MIT

#include "command/bless_write.h"

#include "base/file.h"
#include "base/log.h"
#include "command/output.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct counts {
    int blessed, kept, retired;
};

// What the golden that there is makes of the result. Returns whether it stays.
static bool stays(const struct bless_write *write, int index, const struct golden *golden,
                  struct golden_row *row)
{
    const struct check_survey *survey = write->survey;
    struct golden_question question;

    golden_question(&survey->plan.tasks[index], &question);
    if (golden->fault[0])
        snprintf(row->cause, sizeof(row->cause), "%s", golden->fault);
    else
        golden_compare(write->set, golden, &survey->got,
                       &survey->got.report.results[index], &question, row);
    return !golden->fault[0] && row->status == GOLDEN_MATCH && !row->by_class;
}

static bool record(struct golden *golden, const struct bless_write *write, int index,
                   const struct output *output)
{
    const struct check_survey *survey = write->survey;
    const struct report *report = &survey->got.report;
    char path[PATH_MAX];

    if (!golden_take(golden, &report->device, &report->results[index],
                     &survey->plan.tasks[index], survey->options->reason))
        return false;
    if (!golden->result.image[0])
        return true;
    output_path(output, golden->result.image, path);
    return golden_write_picture(golden, &survey->got.pictures[index],
                                report->device.renderer, path);
}

static bool bless_one(const struct bless_write *write, int index,
                      const struct output *output, struct counts *counts, FILE *file)
{
    char name[GOLDEN_NAME];
    struct golden_row row = { 0 };
    struct golden *golden;

    golden_name(&write->survey->got.report.results[index], name);
    if (!write->chosen(write->survey->options, name))
        return true;
    golden = golden_find(write->set, name);
    if (golden && stays(write, index, golden, &row)) {
        counts->kept++;
        return true;
    }
    fprintf(file, "%s: %s\n", name,
            !golden        ? "new"
            : row.cause[0] ? row.cause
                           : "other pixels, of the same class");
    if (!golden && !(golden = golden_add(write->set)))
        return false;
    counts->blessed++;
    return record(golden, write, index, output);
}

// Whether there is nothing to be measured any more of a golden that was chosen, or its
// record still is broken: it is another one of a case that was just blessed, or of none.
static bool goes(const struct bless_write *write, const struct golden *golden)
{
    const struct options *options = write->survey->options;

    return write->chosen(options, golden->name) &&
           (golden->fault[0] ||
            (check_survey_find(&write->survey->plan, &golden->result) < 0 &&
             check_survey_in_scope(options, &golden->result)));
}

// Puts the goldens that go behind those that stay, and out of the set.
static void retire(const struct bless_write *write, struct counts *counts, FILE *file)
{
    struct golden_set *set = write->set;
    int all = set->count;

    set->count = 0;
    for (int i = 0; i < all; i++) {
        struct golden golden = set->goldens[i];

        if (!goes(write, &golden)) {
            set->goldens[i] = set->goldens[set->count];
            set->goldens[set->count++] = golden;
            continue;
        }
        fprintf(file, "%s: retired, %s\n", golden.name,
                golden.fault[0] ? golden.fault : "it is no longer asked");
        counts->retired++;
    }
}

// Those that went, once the record is without them. What a broken one calls its picture
// may be another's.
static void drop(const struct golden_set *set, int retired, const struct output *output)
{
    for (int i = set->count; i < set->count + retired; i++) {
        struct golden *golden = &set->goldens[i];

        if (output && !golden->fault[0])
            output_remove(output, golden->result.image);
        free(golden->result.findings);
    }
}

// Whether the goldens are what was read before all was measured: another process may
// have blessed meanwhile, and must not lose what it wrote.
static bool is_as_read(const struct golden_set *set)
{
    struct golden_set now;
    char *then_text = golden_json(set), *now_text = NULL;
    bool ok;

    if (!then_text || !golden_read(&now, set->folder, set->key)) {
        free(then_text);
        return false;
    }
    if (!now.renderer[0]) {
        memcpy(now.renderer, set->renderer, sizeof(now.renderer));
        now.simulated = set->simulated;
    }
    now_text = golden_json(&now);
    ok = now_text && !now.fault[0] && !strcmp(now_text, then_text);
    if (now_text && !ok)
        log_error("%s: refused: it changed while this measured; bless again",
                  set->folder);
    golden_finish(&now);
    free(now_text);
    free(then_text);
    return ok;
}

// Waits for those that are writing. -1 where a file system has no locks.
static int lock(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0)
        flock(fd, LOCK_EX);
    return fd;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct golden *) a)->name, ((const struct golden *) b)->name);
}

static bool write_record(const struct bless_write *write, const struct output *output)
{
    char *text;
    bool ok;

    qsort(write->set->goldens, (size_t) write->set->count, sizeof(*write->set->goldens),
          by_name);
    text = golden_json(write->set);
    ok = text && output_write(output, GOLDEN_FILE, text);
    free(text);
    return ok;
}

// Whether a picture was written for this blessing.
static bool is_staged(const struct output *output, const struct golden *golden)
{
    char path[PATH_MAX];

    if (!golden->result.image[0])
        return false;
    output_path(output, golden->result.image, path);
    return access(path, F_OK) == 0;
}

// A file of the stage, once its bytes are on the disk.
static bool move(const struct output *output, const char *name)
{
    char path[PATH_MAX];

    output_path(output, name, path);
    return file_sync(path) && output_move(output, name);
}

static bool move_all(const struct bless_write *write, const struct output *output)
{
    for (int i = 0; i < write->set->count; i++) {
        const struct golden *golden = &write->set->goldens[i];

        if (is_staged(output, golden) && !move(output, golden->result.image))
            return false;
    }
    return move(output, GOLDEN_FILE) && file_sync(write->set->folder);
}

bool bless_write(const struct bless_write *write, FILE *file)
{
    struct output output = { 0 };
    struct counts counts = { 0 };
    const struct golden_set *set = write->set;
    bool ok = output_open(&output, set->folder);
    int held = ok ? lock(set->folder) : -1;

    ok = ok && is_as_read(set);
    for (int i = 0; ok && i < write->survey->got.report.count; i++)
        ok = bless_one(write, i, &output, &counts, file);
    if (ok)
        retire(write, &counts, file);
    if (ok && counts.blessed + counts.retired > 0)
        ok = write_record(write, &output) && move_all(write, &output);
    drop(set, counts.retired, ok ? &output : NULL);
    output_close(&output);
    if (held >= 0)
        close(held);
    if (ok)
        fprintf(file, "%d blessed, %d as before%s in %s%s\n", counts.blessed, counts.kept,
                counts.retired ? ", some retired," : "", set->folder,
                set->simulated ? " (simulated)" : "");
    return ok;
}
