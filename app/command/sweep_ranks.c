// SPDX-License-Identifier: MIT
//
// How it works: a part appears whole, by a rename, and carries the name of the launch. So
// rank 0 looks at the folder now and then, reads what is new, and takes what is of this
// launch and complete; an older part of the same name is replaced sooner or later.

#include "command/sweep.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/text.h"
#include "command/command.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define POLL_NS   50000000
#define SECOND_NS INT64_C(1000000000) // waiting for longer is told
#define SKEW_S    5                   // between clocks of a shared folder and ours

// Another rank, as far as it is known.
struct other {
    bool there;
    struct timespec seen; // of the part that was last read
    char why[200];        // the last one was not taken
};

struct gather {
    const struct sweep_ranks *all;
    struct sweep *sweep;
    struct other others[DOMAIN_CHUNKS];
    int status;
};

// "egl:0/es3" and 2: "egl:2/es3". Returns false for ids of other kinds.
static bool id_behind(const char *id, int by, char *text, size_t size)
{
    int number, end = 0;

    if (sscanf(id, "egl:%d%n", &number, &end) != 1 || (id[end] && id[end] != '/'))
        return false;
    snprintf(text, size, "egl:%d%s", number + by, id + end);
    return true;
}

bool sweep_ranks_device(struct device *device, const struct options *options, int local,
                        bool *malformed)
{
    struct device own;
    char id[80];
    bool ok;

    if (!device_pick(device, options->device, (enum api) options->api, NULL, malformed))
        return false;
    if (local == 0 || device->facts.software ||
        !id_behind(device->facts.id, local, id, sizeof id))
        return true;
    log_hold(true);
    ok = device_open(&own, id, NULL);
    log_hold(false);
    if (!ok)
        return true;
    ok = !strcmp(own.facts.renderer, device->facts.renderer) &&
         !strcmp(own.facts.version, device->facts.version);
    device_close(ok ? device : &own);
    if (ok)
        *device = own;
    return true;
}

static void name_note(const struct sweep_ranks *all, int rank, char path[PATH_MAX])
{
    sweep_files_part(all->files, (struct sweep_shard){ rank, all->shard.count },
                     ".failed", path);
}

void sweep_ranks_begin(const struct sweep_ranks *all)
{
    char path[PATH_MAX];

    name_note(all, all->shard.index, path);
    unlink(path);
}

void sweep_ranks_fail(const struct sweep_ranks *all, const char *reason)
{
    char path[PATH_MAX], text[400];

    name_note(all, all->shard.index, path);
    snprintf(text, sizeof text, "%s\n%s\n", all->ranks.mark, reason);
    log_hold(true);
    file_write(path, text, strlen(text));
    log_hold(false);
}

void sweep_ranks_say_missing(const struct sweep *sweep, struct sweep_shard shard,
                             const char *why, const char *folder)
{
    char command[600];

    sweep_ask_command(sweep, shard, folder, command, sizeof command);
    if (shard.count > 1)
        log_error("missing shard %d/%d%s: %s", shard.index, shard.count, why, command);
    else
        log_error("not complete%s: %s", why, command);
}

// Whether a rank said that it failed, in this launch; then why.
static bool has_failed(const struct gather *gather, int rank, char why[200])
{
    const struct sweep_ranks *all = gather->all;
    char path[PATH_MAX], job[100] = "", reason[150] = "";
    const char *why_not;
    struct stat stat;
    FILE *file;
    bool ours;

    name_note(all, rank, path);
    file = file_open(path, &why_not);
    if (!file)
        return false;
    ours = fgets(job, sizeof job, file) && fgets(reason, sizeof reason, file) &&
           fstat(fileno(file), &stat) == 0;
    fclose(file);
    job[strcspn(job, "\n")] = reason[strcspn(reason, "\n")] = '\0';
    // Without a name of the launch, what was there before is an older one's.
    if (!ours || strcmp(job, all->ranks.mark) != 0 ||
        (!job[0] && stat.st_mtime < all->started_s - SKEW_S))
        return false;
    snprintf(why, 200, ", which failed (%s)", reason);
    return true;
}

static void say_lost(struct gather *gather, int rank, const char *why)
{
    const struct sweep_shard shard = { rank, gather->all->shard.count };

    sweep_ranks_say_missing(gather->sweep, shard, why, gather->all->folder);
    gather->status = COMMAND_UNEXPECTED;
}

static void say_merge(const struct gather *gather)
{
    log_end("the other parts stay; when all are there: fpstripe merge %s",
            gather->all->files->folder);
}

// Takes a part that is of this launch and complete.
static void sweep_ranks_take(struct gather *gather, int rank, const char *path)
{
    const struct sweep_shard shard = { rank, gather->all->shard.count };
    struct other *other = &gather->others[rank];
    struct part_note note;
    struct sweep part;
    char why[160] = "";

    log_hold(true);
    if (!part_read(path, &part, &note, sweep_function_find)) {
        snprintf(other->why, sizeof other->why, ": %.180s", log_last_error());
        log_hold(false);
        return;
    }
    log_hold(false);
    if (!strcmp(note.job, gather->all->ranks.mark) && note.shard.index == shard.index &&
        note.shard.count == shard.count && sweep_done(&part, shard)) {
        other->there = sweep_merge(gather->sweep, &part, why, sizeof why);
        if (!other->there) {
            log_error("%s: not of the same sweep: %s", path, why);
            gather->status = COMMAND_BAD_INPUT;
        }
    }
    sweep_finish(&part);
}

// Reads the parts that are new. Returns how many are not there.
static int sweep_ranks_look(struct gather *gather)
{
    int missing = 0;
    // A shared folder's list is only fresh when it is asked for.
    DIR *list = opendir(gather->all->files->folder);

    if (list)
        closedir(list);
    for (int i = 1; i < gather->all->shard.count && gather->status == COMMAND_DONE; i++) {
        const struct sweep_shard shard = { i, gather->all->shard.count };
        struct other *other = &gather->others[i];
        char path[PATH_MAX], why[200];
        struct stat stat_;

        if (other->there)
            continue;
        sweep_files_part(gather->all->files, shard, ".part.json", path);
        if (stat(path, &stat_) == 0 && (stat_.st_mtim.tv_sec != other->seen.tv_sec ||
                                        stat_.st_mtim.tv_nsec != other->seen.tv_nsec)) {
            other->seen = stat_.st_mtim;
            sweep_ranks_take(gather, i, path);
        }
        if (!other->there && has_failed(gather, i, why))
            say_lost(gather, i, why);
        missing += !other->there;
    }
    return missing;
}

static void say_waiting(const struct gather *gather, int missing)
{
    char text[200] = "", shard[24];
    int named = 0;

    for (int i = 1; i < gather->all->shard.count && named < 8; i++) {
        if (gather->others[i].there)
            continue;
        snprintf(shard, sizeof shard, "%d/%d", i, gather->all->shard.count);
        text_join(text, sizeof text, ", ", shard);
        named++;
    }
    log_end("waiting for shard%s %s%s, %d s at most", text_plural(missing), text,
            missing > named ? ", ..." : "", gather->all->wait_s);
}

static void say_late(struct gather *gather)
{
    char why[300];

    for (int i = 1; i < gather->all->shard.count; i++) {
        if (gather->others[i].there)
            continue;
        snprintf(why, sizeof why, ", which did not come in %d s%s", gather->all->wait_s,
                 gather->others[i].why);
        say_lost(gather, i, why);
    }
}

int sweep_ranks_gather(const struct sweep_ranks *all, struct sweep *sweep)
{
    // Static: it is large.
    static struct gather gather;
    const struct timespec poll = { 0, POLL_NS };
    int64_t start = clock_now_ns(), waited;
    bool told = false;
    int missing;

    assert(all->shard.index == 0);
    gather = (struct gather){ .all = all, .sweep = sweep };
    while ((missing = sweep_ranks_look(&gather)) > 0 && gather.status == COMMAND_DONE) {
        if (guard_interrupted())
            return COMMAND_SIGNAL + guard_interrupted();
        waited = clock_now_ns() - start;
        if (waited > all->wait_s * SECOND_NS) {
            say_late(&gather);
        } else if (!told && waited > SECOND_NS) {
            say_waiting(&gather, missing);
            told = true;
        }
        nanosleep(&poll, NULL);
    }
    if (gather.status == COMMAND_UNEXPECTED)
        say_merge(&gather);
    return gather.status;
}

void sweep_ranks_remove_parts(const struct sweep_ranks *all)
{
    struct sweep_shard shard = { 0, all->shard.count };
    char path[PATH_MAX];

    for (; shard.index < shard.count; shard.index++) {
        sweep_files_part(all->files, shard, ".part.json", path);
        unlink(path);
    }
}
