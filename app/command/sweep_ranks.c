// SPDX-License-Identifier: MIT
//
// How it works: a part appears whole, by a rename, and carries the name of the launch. So
// rank 0 looks at the folder now and then, reads what is new, and takes what is of this
// launch and complete; an older part of the same name is replaced sooner or later.

#include "command/sweep_ranks.h"

#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "command/command.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define POLL_NS  50000000
#define QUIET_MS 1000 // waiting for longer is told
#define SKEW_S   5    // between clocks of a shared folder and ours

// Another rank, as far as it is known.
struct other {
    bool there;
    struct timespec seen; // of the part that was last read
    char why[200];        // the last one was not taken
};

struct gather {
    const struct sweep_ranks *all;
    struct sweep *sweep;
    int count; // ranks that have a shard
    struct other others[DOMAIN_CHUNKS];
    int status;
};

bool sweep_ranks_shard(const struct ranks *ranks, struct sweep_shard *shard)
{
    shard->count = ranks->count < DOMAIN_CHUNKS ? ranks->count : DOMAIN_CHUNKS;
    shard->index = ranks->rank;
    return shard->index < shard->count;
}

static void name_note(const struct sweep_ranks *all, int rank, int count,
                      char path[PATH_MAX])
{
    sweep_files_part(all->files, (struct sweep_shard){ rank, count }, ".failed", path);
}

void sweep_ranks_begin(const struct sweep_ranks *all)
{
    struct sweep_shard shard;
    char path[PATH_MAX];

    if (!sweep_ranks_shard(&all->ranks, &shard))
        return;
    name_note(all, shard.index, shard.count, path);
    unlink(path);
}

void sweep_ranks_fail(const struct sweep_ranks *all, const char *reason)
{
    struct sweep_shard shard;
    char path[PATH_MAX], text[400];

    if (!sweep_ranks_shard(&all->ranks, &shard))
        return;
    name_note(all, shard.index, shard.count, path);
    snprintf(text, sizeof(text), "%s\n%s\n", all->ranks.mark, reason);
    log_hold(true);
    part_save(path, text);
    log_hold(false);
}

void sweep_ranks_say_missing(const struct sweep *sweep, struct sweep_shard shard,
                             const char *why, const char *folder)
{
    char command[600];

    sweep_ask_command(sweep, shard, folder, command, sizeof(command));
    if (shard.count > 1)
        log_error("missing shard %d/%d%s: %s", shard.index, shard.count, why, command);
    else
        log_error("not complete%s: %s", why, command);
}

static long long ms_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - start->tv_sec) * 1000LL +
           (now.tv_nsec - start->tv_nsec) / 1000000;
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

    name_note(all, rank, gather->count, path);
    file = file_open(path, &why_not);
    if (!file)
        return false;
    ours = fgets(job, sizeof(job), file) && fgets(reason, sizeof(reason), file) &&
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
    const struct sweep_shard shard = { rank, gather->count };

    sweep_ranks_say_missing(gather->sweep, shard, why, gather->all->folder);
    gather->status = COMMAND_UNEXPECTED;
}

static void say_merge(const struct gather *gather)
{
    fprintf(stderr,
            "fpstripe: the other parts stay; when all are there: fpstripe merge %s\n",
            gather->all->files->folder);
}

// Takes a part that is of this launch and complete.
static void take(struct gather *gather, int rank, const char *path)
{
    const struct sweep_shard shard = { rank, gather->count };
    struct other *other = &gather->others[rank];
    struct part_note note;
    struct sweep part;
    char why[160] = "";

    log_hold(true);
    if (!part_read(path, &part, &note, sweep_function_find)) {
        snprintf(other->why, sizeof(other->why), ": %.180s", log_last_error());
        log_hold(false);
        return;
    }
    log_hold(false);
    if (!strcmp(note.job, gather->all->ranks.mark) && note.shard.index == shard.index &&
        note.shard.count == shard.count && sweep_done(&part, shard)) {
        other->there = sweep_merge(gather->sweep, &part, why, sizeof(why));
        if (!other->there) {
            log_error("%s: not of the same sweep: %s", path, why);
            gather->status = COMMAND_BAD_INPUT;
        }
    }
    sweep_finish(&part);
}

// Reads the parts that are new. Returns how many are not there.
static int look(struct gather *gather)
{
    int missing = 0;
    // A shared folder's list is only fresh when it is asked for.
    DIR *list = opendir(gather->all->files->folder);

    if (list)
        closedir(list);
    for (int i = 1; i < gather->count && gather->status == COMMAND_DONE; i++) {
        const struct sweep_shard shard = { i, gather->count };
        struct other *other = &gather->others[i];
        char path[PATH_MAX], why[200];
        struct stat stat_;

        if (other->there)
            continue;
        sweep_files_part(gather->all->files, shard, ".part.json", path);
        if (stat(path, &stat_) == 0 && (stat_.st_mtim.tv_sec != other->seen.tv_sec ||
                                        stat_.st_mtim.tv_nsec != other->seen.tv_nsec)) {
            other->seen = stat_.st_mtim;
            take(gather, i, path);
        }
        if (!other->there && has_failed(gather, i, why))
            say_lost(gather, i, why);
        missing += !other->there;
    }
    return missing;
}

static void say_waiting(const struct gather *gather, int missing)
{
    char text[200] = "";
    int named = 0;

    for (int i = 1; i < gather->count && named < 8; i++) {
        size_t used = strlen(text);

        if (gather->others[i].there)
            continue;
        snprintf(text + used, sizeof(text) - used, "%s%d/%d", named ? ", " : "", i,
                 gather->count);
        named++;
    }
    fprintf(stderr, "fpstripe: waiting for %s %s%s, %d s at most\n",
            missing == 1 ? "shard" : "shards", text, missing > named ? ", ..." : "",
            gather->all->wait_s);
}

static void say_late(struct gather *gather)
{
    char why[300];

    for (int i = 1; i < gather->count; i++) {
        if (gather->others[i].there)
            continue;
        snprintf(why, sizeof(why), ", which did not come in %d s%s", gather->all->wait_s,
                 gather->others[i].why);
        say_lost(gather, i, why);
    }
}

int sweep_ranks_gather(const struct sweep_ranks *all, struct sweep *sweep)
{
    // Static: it is large.
    static struct gather gather;
    const struct timespec poll = { 0, POLL_NS };
    struct sweep_shard shard;
    struct timespec start;
    bool told = false;
    int missing;

    gather = (struct gather){ .all = all, .sweep = sweep };
    sweep_ranks_shard(&all->ranks, &shard);
    assert(shard.index == 0);
    gather.count = shard.count;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while ((missing = look(&gather)) > 0 && gather.status == COMMAND_DONE) {
        if (guard_interrupted())
            return COMMAND_SIGNAL + guard_interrupted();
        if (ms_since(&start) > 1000LL * all->wait_s) {
            say_late(&gather);
        } else if (!told && ms_since(&start) > QUIET_MS) {
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
    struct sweep_shard shard;

    sweep_ranks_shard(&all->ranks, &shard);
    for (shard.index = 0; shard.index < shard.count; shard.index++) {
        char path[PATH_MAX];

        sweep_files_part(all->files, shard, ".part.json", path);
        unlink(path);
    }
}
