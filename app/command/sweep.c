// SPDX-License-Identifier: MIT
//
// How it works: drivers and counting run inside one guarded call, which leaves the counts
// in the session. Outside it, they become a result or a part.

#include "command/sweep.h"

#include "base/closest.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"
#include "command/command.h"
#include "command/list.h"
#include "command/option.h"
#include "command/output.h"
#include "command/progress.h"
#include "sheet/sheet.h"
#include "sweep/report.h"
#include "sweep/sweep.h"
#include "sweep_gl/functions.h"
#include "view/write.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct sweep_ask {
    struct backend_ask backend;
    struct sweep_shard shard; // 0 of 1 unless it was given
    bool sharded;             // it was
    struct sweep_gl gl;       // without the device
};

// The directory of a sweep's files: the result and its plot, or a part.
#define SWEEP_FILES_FOLDER "fpstripe-out"

struct sweep_files {
    char folder[PATH_MAX - 512];
    char stem[120]; // "sweep-cuda-tanh.approx": file names begin so
};

#define FUNCTIONS_MAX 1024

static bool begins(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

// Return true if this processor, and no driver, computes a function; if a GL device
// does.
static bool sweep_ask_is_cpu(const struct function *function)
{
    return begins(function->name, "cpu:");
}

static bool sweep_ask_is_gl(const struct function *function)
{
    return begins(function->name, "gl:");
}

// The function of that name behind its colon, first of all providers.
static const struct function *find_short(const char *word)
{
    const struct function *function;

    for (int i = 0; (function = sweep_function_at(i)); i++) {
        const char *colon = strchr(function->name, ':');

        if (colon && !strcmp(colon + 1, word))
            return function;
    }
    return NULL;
}

// Returns a similar name: the function in single precision, one with a typing error, or
// the same function of another provider.
static const char *meant(const char *word)
{
    const struct function *function;
    const char *names[FUNCTIONS_MAX], *closest;
    char single[64];
    int count = 0;

    snprintf(single, sizeof single, "%.60sf", word);
    if ((function = sweep_function_find(single)))
        return function->name;
    while (count < FUNCTIONS_MAX && (function = sweep_function_at(count)))
        names[count++] = function->name;
    if ((closest = closest_find(word, names, count)))
        return closest;
    function = find_short(strchr(word, ':') ? strchr(word, ':') + 1 : word);
    return function ? function->name : NULL;
}

const struct function *sweep_ask_function(const struct options *options)
{
    const char *word = options->argument_count > 0 ? options->arguments[0] : "";
    const struct function *function = sweep_function_find(word);
    const char *closest;

    if (function)
        return function;
    if (!word[0])
        log_error(
            "sweep: FUNCTION is missing; `fpstripe sweep --list` lists the functions");
    else if ((closest = meant(word)))
        log_error("sweep: unknown function %s; did you mean %s?", word, closest);
    else
        log_error(
            "sweep: unknown function %s; `fpstripe sweep --list` lists the functions",
            word);
    return NULL;
}

bool sweep_options_known(const struct options *options, const char *who,
                         const char *const *known)
{
    for (int i = 0; i < option_count; i++) {
        const char *name = option_key(&option_list[i]);

        if (options_given(options, name) && !text_is_among(name, known)) {
            log_error("sweep: --%s does not apply to %s", name, who);
            return false;
        }
    }
    return true;
}

static bool say_no_domain(const struct function *function, const char *name)
{
    char all[160] = "";

    for (int kind = 0; kind < DOMAIN_KIND_COUNT; kind++)
        if (sweep_takes(function, (enum domain_kind) kind))
            text_join(all, sizeof all, ", ", domain_name((enum domain_kind) kind));
    log_error("--domain: %s is not swept over %s, but over %s", function->name, name,
              all);
    return false;
}

static bool read_domain(struct sweep_ask *ask, const struct options *options)
{
    const struct function *function = ask->backend.function;
    enum domain_kind kind = function->domain;

    if (options->domain &&
        (!domain_find(options->domain, &kind) || !sweep_takes(function, kind)))
        return say_no_domain(function, options->domain);
    ask->backend.domain = domain_whole(kind, function->bits);
    ask->backend.domain.seed = (uint32_t) options->seed;
    if (kind == function->domain && function->span) {
        ask->backend.domain.low = function->low;
        ask->backend.domain.span = function->span;
    }
    if (function->most && kind == function->domain)
        domain_limit(&ask->backend.domain, 0, function->most);
    return true;
}

// 0.5, 0x1p-1, 2^-1, inf, as the bits of a float or of a double.
static bool sweep_ask_read_number(const char *text, bool wide, uint64_t *bits)
{
    bool power = begins(text, "2^"), infinite = begins(text, "inf");
    double number;
    float narrow;
    char *end;

    if (!text[0] || !strchr("0123456789.i", text[0]))
        return false;
    number = power ? ldexp(1, (int) strtol(text + 2, &end, 10)) : strtod(text, &end);
    narrow = power ? (float) number : strtof(text, NULL);
    if (*end || end == text + 2 * power || isnan(number) ||
        (isinf(wide ? number : (double) narrow) && !infinite))
        return false;
    *bits = 0;
    memcpy(bits, wide ? (const void *) &number : &narrow, wide ? 8 : 4);
    return true;
}

// Bits in hex, or a number, which may be in hex too if it has a point or an exponent. A
// word is no float: there a number is the word.
static bool read_magnitude(const char *text, const struct sweep_ask *ask, uint64_t *bits)
{
    bool word = math_list[ask->backend.function->math].operands == MATH_WORD;
    bool hex = begins(text, "0x") || begins(text, "0X"),
         wide = function_wide(ask->backend.domain.kind);
    const char *digits = hex ? text + 2 : text;
    size_t count = strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789");

    if (!(hex || word) || digits[count] || !count)
        return !word && sweep_ask_read_number(text, wide, bits);
    *bits = count <= 16 ? strtoull(text, NULL, hex ? 16 : 10) : UINT64_MAX;
    return *bits <= (wide ? INT64_MAX : INT32_MAX);
}

static bool say_bad_inputs(const struct sweep_ask *ask, const char *text, const char *bad)
{
    bool words = math_list[ask->backend.function->math].operands == MATH_WORD;

    log_error("--inputs: %s is not LO..HI: %s%s%s", text, bad,
              bad[0] ? " is not valid; " : "",
              words ? "use integers, such as 0..1000 or 0x0..0x7fffffff"
                    : "use magnitudes, as numbers or as bits: 0.5..2, 2^-1..2^1, "
                      "0x3f000000..0x40000000");
    return false;
}

static bool read_inputs(struct sweep_ask *ask, const char *text)
{
    const char *dots = strstr(text, "..");
    struct domain *domain = &ask->backend.domain;
    char low[64];
    uint64_t from, to;

    snprintf(low, sizeof low, "%.*s", dots ? (int) (dots - text) : 0, text);
    if (!dots || !read_magnitude(low, ask, &from))
        return say_bad_inputs(ask, text, low);
    if (!read_magnitude(dots + 2, ask, &to))
        return say_bad_inputs(ask, text, dots + 2);
    if (domain_limit(domain, from, to))
        return true;
    log_error(from > to ? "--inputs: %s has no input: LO is above HI"
                        : "--inputs: %s has no input of the domain %s",
              text, domain_name(domain->kind));
    return false;
}

// "3/8": digits alone.
static bool read_shard(struct sweep_shard *shard, const char *text)
{
    size_t index = strspn(text, "0123456789");
    size_t count = text[index] == '/' ? strspn(text + index + 1, "0123456789") : 0;

    if (index >= 1 && index <= 3 && count >= 1 && count <= 3 &&
        !text[index + 1 + count]) {
        shard->index = atoi(text);
        shard->count = atoi(text + index + 1);
        if (shard->count >= 1 && shard->count <= DOMAIN_CHUNKS &&
            shard->index < shard->count)
            return true;
    }
    log_error("--shard: %s is not I/N; 8 shards are 0/8 to 7/8, and N is at most %d",
              text, DOMAIN_CHUNKS);
    return false;
}

static bool read_stage(struct sweep_ask *ask, const struct options *options)
{
    static const char *const of_gl[] = { "stage", "precision", "device", "api" };
    const int values[] = { options->survey.stage, options->survey.precision, 0, 0 };
    const char *name = ask->backend.function->name;

    for (int i = 0; i < 4; i++) {
        bool given = options_given(options, of_gl[i]);

        if (given && !sweep_ask_is_gl(ask->backend.function)) {
            log_error("sweep: --%s applies to GL functions only, not to %s", of_gl[i],
                      name);
            return false;
        }
        if (given && values[i] < 0) {
            log_error("sweep: --%s all: use one at a time", of_gl[i]);
            return false;
        }
    }
    ask->gl.stage = options_given(options, "stage") ? (enum stage) options->survey.stage
                                                    : STAGE_COMPUTE;
    ask->gl.precision = options_given(options, "precision")
                            ? (enum precision) options->survey.precision
                            : PRECISION_HIGHP;
    if (ask->gl.precision > PRECISION_LOWP) {
        log_error("sweep: --precision %s: highp, mediump or lowp",
                  precision_name(ask->gl.precision));
        return false;
    }
    if (options->device && !strcmp(options->device, "all")) {
        log_error("sweep: -d all: use one device");
        return false;
    }
    return true;
}

// Returns false, after logging why, if a seed was given for a domain without random bits.
static bool seed_applies(const struct options *options, enum domain_kind kind)
{
    if (!options_given(options, "seed") ||
        (kind != DOMAIN_BITS && kind != DOMAIN_DIVISION))
        return true;
    log_error("--seed: the domain %s has no random bits", domain_name(kind));
    return false;
}

// Reads the request of a command line. Returns false, after logging what would be right.
static bool sweep_ask_read(struct sweep_ask *ask, const struct options *options)
{
    *ask = (struct sweep_ask){ .shard = { 0, 1 }, .sharded = options->shard };
    ask->backend.function = sweep_ask_function(options);
    ask->backend.threads = options->threads;
    return ask->backend.function && read_domain(ask, options) &&
           (!options->inputs || read_inputs(ask, options->inputs)) &&
           (!options->shard || read_shard(&ask->shard, options->shard)) &&
           read_stage(ask, options) && seed_applies(options, ask->backend.domain.kind);
}

#define JSON ".json"

// Takes the folder, and the stem if -o names a JSON file; otherwise the stem stays empty.
// Returns false, after logging why, if the name is too long.
static bool sweep_files_find(struct sweep_files *files, const struct options *options)
{
    const char *path = options->output ? options->output : SWEEP_FILES_FOLDER;
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    size_t length = strlen(name), folder = (size_t) (name - path);

    *files = (struct sweep_files){ 0 };
    if (length <= strlen(JSON) || strcmp(name + length - strlen(JSON), JSON) != 0) {
        folder = strlen(path);
        length = strlen(JSON);
    }
    length -= strlen(JSON);
    if (folder >= sizeof files->folder || length >= sizeof files->stem) {
        log_error("-o: %.60s... is too long", path);
        return false;
    }
    memcpy(files->folder, folder ? path : ".", folder ? folder : 1);
    memcpy(files->stem, name, length);
    return true;
}

// Appends text, with a dash for each character that is special in a shell or a path.
static void append_safe(char *text, size_t size, const char *more)
{
    size_t at = strlen(text);

    for (; *more && at + 1 < size; more++)
        text[at++] = strchr(":@/ \\*?'\"", *more) ? '-' : *more;
    text[at] = '\0';
}

// Sweeps of GL get a file for each stage and precision.
static void sweep_files_name(struct sweep_files *files, const struct sweep *sweep)
{
    const struct backend_facts *facts = &sweep->facts;

    if (files->stem[0])
        return;
    append_safe(files->stem, sizeof files->stem, "sweep-");
    append_safe(files->stem, sizeof files->stem, sweep->function.name);
    if (facts->stage[0] && (strcmp(facts->stage, stage_name(STAGE_COMPUTE)) ||
                            strcmp(facts->precision, precision_name(PRECISION_HIGHP)))) {
        append_safe(files->stem, sizeof files->stem, "-");
        append_safe(files->stem, sizeof files->stem, facts->stage);
        append_safe(files->stem, sizeof files->stem, "-");
        append_safe(files->stem, sizeof files->stem, facts->precision);
    }
}

// Writes the path of a part, "FOLDER/STEM.3-of-8.part".
static void sweep_files_part(const struct sweep_files *files, struct sweep_shard shard,
                             char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s.%d-of-%d.part", files->folder, files->stem,
             shard.index, shard.count);
}

// Draws the plot. Returns false, after logging why, if there is no module to
// draw it, or no process: the document is worth having without it.
static bool write_plot(const char *name, struct output *output, const struct sweep *sweep,
                       const struct figures *figures)
{
    char path[PATH_MAX];

    if (!sheet_available()) {
        log_warning("no plot: the module that draws it is not installed");
        return false;
    }
    output_path(output, name, path);
    if (sheet_draw_sweep(path, sweep, figures))
        return true;
    log_warning("%s is not drawn", name);
    return false;
}

static int write_files(const struct sweep_files *files, struct output *output,
                       const struct sweep *sweep, const struct figures *figures,
                       const char *text, bool plot)
{
    char name[140], picture[140];

    snprintf(name, sizeof name, "%s" JSON, files->stem);
    snprintf(picture, sizeof picture, "%s.png", files->stem);
    output_remove(output, picture); // so that a plot never lies beside another sweep
    if (!output_write(output, name, text))
        return COMMAND_NO_OUTPUT;
    bool drawn = plot && write_plot(picture, output, sweep, figures);

    log_end("wrote %s/%s%s", output->folder, name, drawn ? ", and its plot as .png" : "");
    return COMMAND_DONE;
}

// Writes the result of a complete sweep: JSON and plot into `output`, opened in
// files->folder, unless it is NULL; the JSON or a table to standard output. Returns an
// exit status.
static int sweep_files_result(const struct sweep_files *files, struct output *output,
                              const struct sweep *sweep, const struct options *options)
{
    // Static: it is large.
    static struct figures figures;
    struct view view = { 0 };
    int status = COMMAND_DONE;
    char *text;

    figures_make(sweep, &figures);
    text = report_sweep_json(sweep, &figures);
    if (options->json)
        fputs(text, out_json());
    else {
        report_sweep_text(sweep, &figures, &view);
        list_print_view(&view, true);
    }
    out_flush();
    if (output)
        status = write_files(files, output, sweep, &figures, text, !options->no_sheet);
    free(text);
    return status;
}

#define NAME 26 // columns

static const char sweep_details[] =
    "FUNCTION is a name that --list prints, such as cpu:tanhf, cuda:tanh.approx or gl:sin. "
    "sweep tests a function of one float for all of its 2^32 inputs; --list shows the "
    "domain of each other function, and --domain selects another.\n"
    "`--list tanh` prints only names that contain tanh. -d, --api, --stage and --precision "
    "apply to GL functions only. Default: write the result and a plot "
    "to " SWEEP_FILES_FOLDER "/. --merge writes the same bytes as a sweep in one piece.\n"
    "Exit status: 0 done, 1 --proof found an error or --merge lacks parts, 2 usage, "
    "3 no usable device, 4 bad input, 5 output not written, 130 interrupted.\n";

static const struct option_note sweep_notes[] = {
    { "device", "GL device to use (default: the best one)", NULL },
    { "stage", "shader stage that computes (default: compute)",
      "fragment, vertex, compute" },
    { "precision", "precision of the function (default: highp)", "highp, mediump, lowp" },
    { "output", "directory for the result, or a file for it, NAME.json", NULL },
    { "no-sheet", "draw no plot", NULL },
    { NULL, NULL, NULL },
};

static const char *heading(const struct function *function)
{
    if (!strncmp(function->name, "cpu:", 4))
        return "On this processor";
    if (!strncmp(function->name, "cuda:", 5))
        return "On a CUDA GPU";
    return "On a GL device";
}

static json_t *function_json(const struct function *function)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", function->name, "summary",
                     function->summary, "result", function_type_name(function->result),
                     "rounding", fp_round_name(function->round), "domain",
                     domain_name(function->domain));
}

static void print_line(const char *name, const char *text)
{
    const struct view_page page = { .file = out_file() };
    int length = (int) strlen(name), column = 3 + (length > NAME ? length : NAME);

    fprintf(page.file, "  %-*s ", NAME, name);
    view_page_wrap(&page, column, 3 + NAME, text, "");
}

static void sweep_list_print(const struct function *function,
                             const struct function *before)
{
    char text[200];
    bool bits = function->domain == DOMAIN_BITS;

    if (!before || strcmp(heading(before), heading(function)) != 0)
        fprintf(out_file(), "%s%s:\n", before ? "\n" : "", heading(function));
    snprintf(text, sizeof text, "%s%s%s%s", function->summary, bits ? "" : " (",
             bits ? "" : domain_name(function->domain), bits ? "" : ")");
    print_line(function->name, text);
}

// Prints all functions, grouped by the place that computes them (`--list`).
static int print_list(const struct options *options)
{
    static const char *const known[] = { "list", "json", "verbose", NULL };
    const char *word = options->argument_count > 0 ? options->arguments[0] : "";
    const struct function *function, *before = NULL;
    json_t *list;

    if (!sweep_options_known(options, "--list", known))
        return COMMAND_USAGE;
    list = json_array();
    for (int i = 0; (function = sweep_function_at(i)); i++) {
        if (!strstr(function->name, word))
            continue;
        if (options->json)
            json_array_append_new(list, function_json(function));
        else
            sweep_list_print(function, before);
        before = function;
    }
    if (options->json)
        list_print("functions", list);
    json_decref(list);
    if (before)
        return COMMAND_DONE;
    log_error("sweep: --list: no name contains %s", word);
    return COMMAND_USAGE;
}

#define SUFFIX     ".part"
#define PARTS_MOST 4096

struct merge {
    char *paths[PARTS_MOST];
    int path_count;
    struct sweep sweep; // the first part, and what was merged into it
    int shards;         // the largest count of shards in a part
};

static bool add_path(struct merge *merge, const char *folder, const char *name)
{
    if (merge->path_count == PARTS_MOST) {
        log_error("sweep: --merge: more than %d parts", PARTS_MOST);
        return false;
    }
    merge->paths[merge->path_count++] =
        memory_format("%s%s%s", folder, folder[0] ? "/" : "", name);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *) a, *(char *const *) b);
}

static bool is_part(const char *name)
{
    size_t length = strlen(name);

    return name[0] != '.' && length > strlen(SUFFIX) &&
           !strcmp(name + length - strlen(SUFFIX), SUFFIX);
}

static bool add_folder(struct merge *merge, const char *folder)
{
    DIR *list = opendir(folder);
    const struct dirent *entry;
    int before = merge->path_count;
    bool ok = true;

    if (!list) {
        log_error("%s: %s", folder, strerror(errno));
        return false;
    }
    while (ok && (entry = readdir(list)))
        if (is_part(entry->d_name))
            ok = add_path(merge, folder, entry->d_name);
    closedir(list);
    qsort(merge->paths + before, (size_t) (merge->path_count - before), sizeof(char *),
          by_name);
    if (ok && merge->path_count == before) {
        log_error("%s: no part of a sweep (*" SUFFIX ") in this directory", folder);
        return false;
    }
    return ok;
}

static bool merge_add_words(struct merge *merge, const struct options *options)
{
    for (int i = 0; i < options->argument_count; i++) {
        const char *word = options->arguments[i];
        struct stat stat_;
        bool folder = stat(word, &stat_) == 0 && S_ISDIR(stat_.st_mode);

        if (!(folder ? add_folder(merge, word) : add_path(merge, "", word)))
            return false;
    }
    return true;
}

// Adds the chunks of a part to the merged sweep.
static bool add_part(struct merge *merge, const char *path)
{
    struct sweep_shard shard;
    struct sweep part;
    char why[160];
    bool ok;

    if (!part_read(path, &part, &shard, sweep_function_find))
        return false;
    if (shard.count > merge->shards)
        merge->shards = shard.count;
    if (!merge->sweep.chunks) {
        merge->sweep = part;
        return true;
    }
    ok = sweep_merge(&merge->sweep, &part, why, sizeof why);
    if (!ok)
        log_error("%s: another sweep than %s: %s", path, merge->paths[0], why);
    sweep_finish(&part);
    return ok;
}

// Returns false, after logging which shards are missing, if the sweep is not complete.
static bool merge_complete(const struct merge *merge)
{
    const struct sweep_shard whole = { 0, 1 };
    struct sweep_shard shard = { 0, merge->shards };

    if (sweep_done(&merge->sweep, whole))
        return true;
    for (; shard.index < shard.count; shard.index++)
        if (!sweep_done(&merge->sweep, shard))
            log_error("sweep: --merge: shard %d/%d of %s is missing; sweep it with the "
                      "options of the others",
                      shard.index, shard.count, merge->sweep.function.name);
    return false;
}

static int merge_write_result(struct merge *merge, const struct options *options)
{
    struct sweep_files files;
    struct output output = { 0 };
    bool writes = !options->json || options->output;
    int status;

    if (!sweep_files_find(&files, options))
        return COMMAND_USAGE;
    sweep_files_name(&files, &merge->sweep);
    if (writes && !output_open(&output, files.folder))
        return COMMAND_NO_OUTPUT;
    status = sweep_files_result(&files, writes ? &output : NULL, &merge->sweep, options);
    output_close(&output);
    return status;
}

static int merge_all(struct merge *merge, const struct options *options)
{
    if (!merge_add_words(merge, options))
        return COMMAND_BAD_INPUT;
    for (int i = 0; i < merge->path_count; i++)
        if (!add_part(merge, merge->paths[i]))
            return COMMAND_BAD_INPUT;
    if (!merge_complete(merge))
        return COMMAND_UNEXPECTED;
    return merge_write_result(merge, options);
}

// Combines the parts of a sharded sweep (`--merge`). Returns 1 if parts are missing.
static int sweep_merge_parts(const struct options *options)
{
    // Static: it is large.
    static struct merge merge;
    static const char *const known[] = { "merge",    "output",  "json",
                                         "no-sheet", "verbose", NULL };
    int status;

    if (!sweep_options_known(options, "--merge", known))
        return COMMAND_USAGE;
    if (options->argument_count == 0) {
        log_error("sweep: --merge: PART is missing: a file or a directory of files");
        return COMMAND_USAGE;
    }
    status = merge_all(&merge, options);
    sweep_finish(&merge.sweep);
    for (int i = 0; i < merge.path_count; i++)
        free(merge.paths[i]);
    return status;
}

struct session {
    const struct options *options;
    struct sweep_ask ask;
    struct sweep_files files;
    struct output output; // not open: no files
    // Neither is closed: the process ends sooner than a driver is torn down.
    struct device device;
    struct backend backend;
    struct sweep sweep;
    struct progress progress;
    char what[200]; // names the device in messages
    bool malformed; // the word after -d
};

static bool sweep_stopped(void)
{
    return guard_interrupted() != 0;
}

static void sweep_show_progress(void *context, double done, double total)
{
    struct session *session = context;

    guard_alive();
    progress_rate(&session->progress, done, total, "inputs", session->options->verbose);
}

static bool open_device(struct session *session)
{
    const struct options *options = session->options;

    if (!device_pick(&session->device, options->device, (enum api) options->api, NULL,
                     &session->malformed))
        return false;
    guard_alive();
    snprintf(session->what, sizeof session->what, "%s", session->device.facts.id);
    session->ask.gl.device = &session->device;
    session->ask.backend.gl = &session->ask.gl;
    return true;
}

static bool command_sweep_work(void *context)
{
    struct session *session = context;
    const struct sweep_work asked = {
        .shard = session->ask.shard,
        .stop = sweep_stopped,
        .progress = sweep_show_progress,
        .context = session,
    };
    double done, total;

    if ((sweep_ask_is_gl(session->ask.backend.function) && !open_device(session)) ||
        !sweep_open(&session->backend, &session->ask.backend))
        return false;
    guard_alive();
    log_info("%s on %s, %s; judged by %s", session->ask.backend.function->name,
             session->backend.facts.name, session->backend.facts.version,
             session->backend.facts.judge);
    session->ask.backend.function = session->backend.function;
    sweep_init(&session->sweep, &session->ask.backend, &session->backend.facts);
    sweep_files_name(&session->files, &session->sweep);
    sweep_progress(&session->sweep, asked.shard, &done, &total);
    progress_rate(&session->progress, done, total, "inputs", false);
    return sweep_make(&session->sweep, &session->backend, &asked);
}

// Returns the status of a sweep that stopped early. Reports how far it came, unless a
// device failed before it did anything: the failure is reported already.
static int stopped_status(const struct session *session)
{
    static const char lost[] = "nothing was written. Shards lose less: --shard I/N";
    double done = 0, total = 0;

    if (session->sweep.chunks)
        sweep_progress(&session->sweep, session->ask.shard, &done, &total);
    if (total == 0) // a shard of a small range may have no inputs
        total = 1;
    if (guard_interrupted())
        return command_interrupted("stopped at %.1f %%; %s", 100 * done / total, lost);
    if (done > 0)
        log_end("stopped at %.1f %%; %s", 100 * done / total, lost);
    return COMMAND_NO_DEVICE;
}

// COMMAND_DONE: the shard is complete.
static int work_status(const struct session *session, enum guard_outcome outcome, bool ok)
{
    bool complete =
        session->sweep.chunks && sweep_done(&session->sweep, session->ask.shard);

    if (session->malformed)
        return COMMAND_USAGE;
    if (complete && outcome == GUARD_DONE && ok)
        return COMMAND_DONE;
    return stopped_status(session);
}

static int command_sweep_finish(struct session *session)
{
    struct output *output = session->output.folder[0] ? &session->output : NULL;
    char path[PATH_MAX];

    if (!session->ask.sharded)
        return sweep_files_result(&session->files, output, &session->sweep,
                                  session->options);
    sweep_files_part(&session->files, session->ask.shard, path);
    if (!output_make(output) || !part_write(path, &session->sweep, session->ask.shard))
        return COMMAND_NO_OUTPUT;
    log_end("wrote %s; when all %d are there: fpstripe sweep --merge %s", path,
            session->ask.shard.count, session->files.folder);
    return COMMAND_DONE;
}

static bool open_folder(struct session *session)
{
    const struct options *options = session->options;
    const char *folder = session->files.folder;

    if (options->json && !options->output && !session->ask.sharded)
        return true;
    return output_open(&session->output, folder);
}

static bool sweep_understand(struct session *session, const struct options *options)
{
    *session = (struct session){ .options = options };
    if (options->argument_count > 1) {
        log_error("sweep: too many arguments: %s", options->arguments[1]);
        return false;
    }
    if (!sweep_ask_read(&session->ask, options) ||
        !sweep_files_find(&session->files, options))
        return false;
    if (session->ask.sharded && options->json && !options->output) {
        log_error("sweep: --json with --shard needs -o, for the file of the shard");
        return false;
    }
    snprintf(session->what, sizeof session->what, "%s",
             options->device ? options->device : session->ask.backend.function->name);
    return true;
}

static int sweep_now(struct session *session)
{
    bool cpu = sweep_ask_is_cpu(session->ask.backend.function), ok;
    enum guard_outcome outcome;
    int status;

    if (!open_folder(session))
        return COMMAND_NO_OUTPUT;
    progress_start(&session->progress);
    outcome = guard_call(command_sweep_work, session, &ok,
                         cpu ? 0 : session->options->timeout_s, session->what);
    progress_finish(&session->progress);
    status = work_status(session, outcome, ok);
    if (status == COMMAND_DONE)
        status = command_sweep_finish(session);
    output_close(&session->output);
    if (!guard_lost())
        sweep_finish(&session->sweep);
    return status;
}

static int sweep_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct session session;

    if (options->merge)
        return sweep_merge_parts(options);
    if (options->list)
        return print_list(options);
    if (options->proof)
        return sweep_proof(options);
    if (!sweep_understand(&session, options))
        return COMMAND_USAGE;
    return sweep_now(&session);
}

const struct command command_sweep = {
    .name = "sweep",
    .summary = "measure the error of a function, usually for all of its 2^32 inputs",
    .details = sweep_details,
    .arguments = "FUNCTION | --merge PART...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "list", "proof", "inputs", "domain", "seed",
                                      "device", "api", "stage", "precision", "threads",
                                      "shard", "merge", "output", "json", "no-sheet",
                                      "timeout", "verbose", "help", NULL },
    .notes = sweep_notes,
    .run = sweep_run,
};
