// SPDX-License-Identifier: MIT
//
// Fuzzes the readers of short texts and of folders; $FPSTRIPE_FUZZ_READER selects one.
// A reader that rejects its input must log the reason.

#include "base/device_key.h"
#include "base/log.h"
#include "command/option.h"
#include "command/options.h"
#include "compare/compare.h"
#include "device/fake.h"
#include "device/shader.h"
#include "eval/text.h"
#include "expression/formula.h"
#include "golden/golden.h"
#include "probe/probe.h"
#include "report/folder.h"
#include "report/swept.h"
#include "survey/open.h"
#include "sweep/sweep.h"
#include "unit/recorded.h"
#include "verify/verify.h"
#include "view/write.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORDS 32

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nowhere;
static char folder[] = "folder-XXXXXX";
static char path[64]; // of the file that the reader reads
static int file;      // the same

static void store(const char *text, size_t size)
{
    assert(ftruncate(file, 0) == 0);
    assert(pwrite(file, text, size, 0) == (ssize_t) size);
}

static void read_fake(char *text, size_t size)
{
    struct device device = { 0 };

    if (size < strlen("fake:") || memcmp(text, "fake:", strlen("fake:")))
        return;
    if (fake_open(&device, text))
        device_close(&device);
    else
        assert(log_last_error()[0]);
}

static void check_path(const char *name)
{
    assert(name[0] && name[0] != '.' && name[0] != '/');
    assert(!strstr(name, "/.") && !strstr(name, "//"));
    assert(name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789.-/")] == 0);
}

// Vendor, renderer, version and driver, a line each.
static void read_key(char *text, size_t size)
{
    struct facts facts = { .api = (enum api)(size % API_COUNT) };
    char *rest = text, key[DEVICE_KEY_PATH];

    facts_copy(facts.vendor, sizeof facts.vendor, strsep(&rest, "\n"));
    facts_copy(facts.renderer, sizeof facts.renderer, strsep(&rest, "\n"));
    facts_copy(facts.version, sizeof facts.version, strsep(&rest, "\n"));
    facts_copy(facts.driver, sizeof facts.driver, strsep(&rest, "\n"));
    device_key_golden(&facts, key);
    check_path(key);
    device_key_capture(&facts, key);
    check_path(key);
}

static void read_eval(char *text, size_t size)
{
    static const int digits[] = { 4, 8, 16 };
    struct eval_text how = { digits[size % 3], 1 + (int) (size / 3 % 3), size & 1, 0,
                             NULL };
    struct eval_text_fault fault = { 0 };
    uint64_t words[EVAL_TEXT_WORDS];
    enum eval_text_line line = eval_text_read(&how, text, text + size, words, &fault);

    assert(line != EVAL_TEXT_BAD || (fault.reason[0] && fault.column > 0));
    for (int i = 0; line == EVAL_TEXT_CASE && i < how.operands + how.expected; i++)
        assert(how.digits == 16 || words[i] >> (4 * how.digits) == 0);
}

// Parses an expression, and runs it, on operands that are the bytes of the text.
static void read_formula(char *text, size_t size)
{
    static const char *const reals[] = { "float", "double", "float16_t" };
    static const struct fp_format formats[] = { { 24, 127 }, { 53, 1023 }, { 11, 15 } };
    struct traits traits =
        TRAITS_NONE(((struct fp_model){ .format = formats[size % 3] }));
    struct unit unit = unit_model();
    struct formula formula;
    uint64_t operands[FORMULA_OPERANDS] = { 0 };
    struct formula_run run = { .traits = &traits, .unit = &unit, .count = 1 };
    char program[20], value[60];

    memcpy(operands, text, size < sizeof operands ? size : sizeof operands);
    traits.folds = traits.contracts = size & 1;
    if (!formula_parse(&formula, text, reals[size % 3], size & 2)) {
        assert(formula.column > 0 && formula.reason[0]);
        formula_finish(&formula);
        return;
    }
    run.values = calloc((size_t) formula.step_count, sizeof *run.values);
    for (int k = 0; k < FORMULA_OPERANDS; k++)
        run.in[k] = &operands[k];
    assert(run.values && formula_run(&formula, &run));
    formula_postfix(&formula, 0, program, sizeof program);
    if (formula.step_count < 6) {
        struct formula_exact *exact =
            formula_exact(&formula, formats[size % 3], operands);

        for (int i = 0; exact && i < formula.step_count; i++) {
            formula_exact_text(exact, i, value, sizeof value);
            if (formula.steps[i].base == FORMULA_FLOAT)
                formula_exact_error(exact, i, 1.5);
        }
        formula_exact_free(exact);
    }
    free(run.values);
    formula_finish(&formula);
}

// Reads words, each of which ends with a zero.
static void read_options(char *text, size_t size)
{
    const char *allowed[WORDS * 3] = { NULL }, *words[WORDS];
    struct options options;
    int count = 0;

    for (size_t at = 0; at < size && count < WORDS; at += strlen(text + at) + 1)
        words[count++] = text + at;
    for (int i = 0; i < option_count; i++)
        allowed[i] = option_list[i].name;
    if (!options_parse(&options, allowed, 4, count, words))
        assert(log_last_error()[0]);
}

static const struct function *find_function(const char *name)
{
    static const struct function sinf_ = { .name = "cpu:sinf" };

    return strcmp(name, sinf_.name) ? NULL : &sinf_;
}

static void read_part(char *text, size_t size)
{
    struct sweep_shard shard;
    struct sweep sweep;

    store(text, size);
    if (part_read(path, &sweep, &shard, find_function))
        sweep_finish(&sweep);
    else
        assert(log_last_error()[0]);
}

static void read_recorded(char *text, size_t size)
{
    store(text, size);
    recorded_close(recorded_open(folder));
}

static void read_golden(char *text, size_t size)
{
    struct golden_set set = { 0 };

    device_key_golden(&set.capture.device, set.key);
    if (!golden_read(&set, text, size, "", true))
        assert(log_last_error()[0]);
    golden_finish(&set);
}

static void read_shader(char *text, size_t size)
{
    const struct shader_dialect dialect = { .es = true, .version = 310 };
    const struct probe_params params = { .form = FORM_GUARDED };

    store(text, size);
    char *shader = shader_text(&dialect, probe_find("width"), &params, folder);

    assert(shader || log_last_error()[0]);
    free(shader);
}

static void read_compare(char *text, size_t size)
{
    struct report_folder sides[2];
    struct compare compare;
    struct view view = { 0 };

    store(text, size);
    if (!open_capture(&sides[0], folder, "model"))
        return;
    assert(open_capture(&sides[1], folder, "model"));
    compare_init(&compare, sides, 2);
    compare_view(&compare, &view);
    view_text(&view, &(struct view_page){ nowhere, true, 0, true });
    view_markdown(&view, nowhere);
    compare_rows_view(&compare, &view);
    view_csv(view_last(&view), nowhere);
    view_finish(&view);
    compare_html(&compare, nowhere);
    compare_finish(&compare);
    report_folder_finish(&sides[0]);
    report_folder_finish(&sides[1]);
}

static void read_verify(char *text, size_t size)
{
    json_t *verify;

    store(text, size);
    verify = verify_capture(folder);
    assert(verify || log_last_error()[0]);
    json_decref(verify);
}

static void read_swept(char *text, size_t size)
{
    static const struct facts device;
    struct report_swept swept;

    (void) size;
    report_swept_in(text, "fuzz.jsonl", &device, "", &swept);
}

// The readers, and the file that each reads.
static const struct reader {
    const char *name, *file;
    void (*read)(char *text, size_t size); // a zero follows the text
} readers[] = {
    { "fake", "none", read_fake },
    { "key", "none", read_key },
    { "eval", "none", read_eval },
    { "formula", "none", read_formula },
    { "options", "none", read_options },
    { "part", "part", read_part },
    { "recorded", "recorded.txt", read_recorded },
    { "golden", "none", read_golden },
    { "shader", "width.glsl", read_shader },
    { "compare", "capture.json", read_compare },
    { "verify", "capture.json", read_verify },
    { "swept", "none", read_swept },
};

static const struct reader *reader;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("FPSTRIPE_FUZZ_READER");

    (void) argc;
    (void) argv;
    for (size_t i = 0; name && i < sizeof readers / sizeof *readers; i++)
        if (!strcmp(readers[i].name, name))
            reader = &readers[i];
    assert(reader);
    log_hold(true);
    assert(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/simulated", folder);
    assert(mkdir(path, 0700) == 0);
    snprintf(path, sizeof path, "%s/simulated/rne-fake", folder);
    assert(mkdir(path, 0700) == 0);
    snprintf(path, sizeof path, "%s/%s", folder, reader->file);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    nowhere = freopen("/dev/null", "we", stdout);
    assert(file >= 0 && nowhere);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    assert(text);
    memcpy(text, data, size);
    text[size] = 0;
    reader->read(text, size);
    free(text);
    return 0;
}
