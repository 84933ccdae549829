// SPDX-License-Identifier: MIT
//
// How it works: a set of what there will be is put together from the goldens that stay
// and the results that were blessed, whose pictures are staged on the way. Then all are
// put in place together.

#include "command/check.h"

#include "base/file.h"
#include "base/log.h"
#include "command/save.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The goldens that bless is about to write.
struct blessing {
    const struct check_survey *survey;
    struct golden_set next;
    struct save save;
    int blessed, kept, retired;
    FILE *file;
};

// Compares a result with its golden. Returns true if the golden stays as it is.
static bool golden_stays(const struct check_survey *survey, int index,
                         const struct golden *golden, struct golden_row *row)
{
    struct golden_question question;

    golden_question(&survey->plan.tasks[index], &question);
    golden_compare(&survey->set, golden, &survey->got, &survey->got.report.results[index],
                   &question, row);
    return row->status == GOLDEN_MATCH && !row->by_class;
}

static bool take_result(struct blessing *blessing, int index)
{
    const struct check_survey *survey = blessing->survey;
    const struct facts *device = &survey->got.report.device;
    struct golden golden =
        golden_take(device, &survey->got.report.results[index],
                    &survey->plan.tasks[index], survey->options->reason);
    bool ok =
        !golden.result.sha256[0] || save_picture(&blessing->save, device, &golden.result,
                                                 &survey->got.pictures[index]);

    golden_add(&blessing->next, golden);
    blessing->blessed++;
    return ok;
}

static bool bless_result(struct blessing *blessing, int index)
{
    const struct check_survey *survey = blessing->survey;
    struct golden_row row = { 0 };
    const struct golden *golden;
    char name[GOLDEN_NAME];

    golden_name(&survey->got.report.results[index], name);
    if (!check_survey_chosen(survey->options, name))
        return true;
    golden = golden_find(&survey->set, name);
    if (golden && golden_stays(survey, index, golden, &row)) {
        blessing->kept++;
        return true;
    }
    fprintf(blessing->file, "%s: %s\n", name,
            !golden        ? "new"
            : row.cause[0] ? row.cause
                           : "other pixels, of the same class");
    return take_result(blessing, index);
}

// Whether a golden was chosen, and there is nothing to be measured of it any more.
static bool is_retired(const struct blessing *blessing, const struct golden *golden)
{
    const struct check_survey *survey = blessing->survey;
    const struct options *options = survey->options;

    return check_survey_chosen(options, golden->name) &&
           plan_find(&survey->plan, &golden->result) < 0 &&
           check_survey_in_scope(options, &golden->result);
}

static void keep_others(struct blessing *blessing)
{
    const struct golden_set *set = &blessing->survey->set;

    for (int i = 0; i < set->count; i++) {
        const struct golden *golden = &set->goldens[i];

        if (golden_find(&blessing->next, golden->name))
            continue;
        if (!is_retired(blessing, golden)) {
            golden_add(&blessing->next, *golden);
            continue;
        }
        fprintf(blessing->file, "%s: retired, it is no longer asked\n", golden->name);
        blessing->retired++;
    }
}

// Sorts goldens by the plan; those that the plan does not contain come last.
static int by_plan(const void *a, const void *b, void *plan)
{
    const struct golden *one = a, *other = b;
    unsigned first = (unsigned) plan_find(plan, &one->result);
    unsigned second = (unsigned) plan_find(plan, &other->result);

    return first != second ? (first > second) - (first < second)
                           : strcmp(one->name, other->name);
}

// In the order of a survey, so that the report can be verified like any other.
static void sort_goldens(struct blessing *blessing)
{
    static struct plan all;
    struct survey_options options = SURVEY_DEFAULTS;
    struct golden_set *next = &blessing->next;

    options.full = options.every_readout = true;
    plan_make(&all, &blessing->survey->device, &options);
    if (next->count > 0)
        qsort_r(next->goldens, (size_t) next->count, sizeof *next->goldens, by_plan,
                &all);
}

static bool write_golden_report(struct blessing *blessing)
{
    struct report head = blessing->survey->got.report;
    char *text;
    bool ok;

    sort_goldens(blessing);
    head.complete = head.complete && head.count == blessing->next.count;
    text = golden_text(&blessing->next, &head);
    ok = output_write(&blessing->save.output, GOLDEN_FILE, text);
    free(text);
    return ok;
}

// A file of the stage, once its bytes are on the disk; one that was not staged stays.
static bool move_staged(struct output *output, const char *name)
{
    char path[PATH_MAX];

    output_path(output, name, path);
    if (!name[0] || (access(path, F_OK) != 0 && errno == ENOENT))
        return true;
    return file_sync(path) && output_move(output, name);
}

static bool move_goldens(struct blessing *blessing)
{
    const struct golden_set *set = &blessing->survey->set, *next = &blessing->next;
    struct output *output = &blessing->save.output;

    for (int i = 0; i < next->count; i++)
        if (!move_staged(output, next->goldens[i].result.image))
            return false;
    if (!move_staged(output, GOLDEN_FILE))
        return false;
    for (int i = 0; i < set->count; i++)
        if (!golden_find(next, set->goldens[i].name))
            save_remove(&blessing->save, &set->held, &set->goldens[i].result, NULL);
    return output_commit(output) && file_sync(set->held.folder);
}

static bool write_goldens(struct blessing *blessing)
{
    const struct golden_set *set = &blessing->survey->set;

    if (!golden_is_as_read(set)) {
        log_error(
            "%s: refused: another process changed it during the measurement; bless again",
            set->held.folder);
        return false;
    }
    for (int i = 0; i < blessing->survey->got.report.count; i++)
        if (!bless_result(blessing, i))
            return false;
    keep_others(blessing);
    return blessing->blessed + blessing->retired == 0 ||
           (write_golden_report(blessing) && move_goldens(blessing));
}

bool bless_write(const struct check_survey *survey, FILE *file)
{
    struct blessing blessing = { .survey = survey, .file = file };
    const char *folder = survey->set.held.folder;
    bool ok = save_open(&blessing.save, folder) && output_lock(&blessing.save.output) &&
              write_goldens(&blessing);

    save_close(&blessing.save);
    if (ok)
        fprintf(file, "%d blessed, %d as before%s in %s%s\n", blessing.blessed,
                blessing.kept, blessing.retired ? ", some retired," : "", folder,
                survey->got.report.device.simulated ? " (simulated)" : "");
    golden_finish(&blessing.next);
    return ok;
}
