// SPDX-License-Identifier: MIT

#include "command/option.h"

#include "base/facts.h"
#include "command/expect.h"
#include "command/options.h"
#include "probe/probe.h"
#include "sweep/domain.h"

#define FIELD(name) offsetof(struct options, name)

static const char *choice_api(int index)
{
    return index < API_FAKE ? api_name((enum api) index) : NULL;
}

static const char *choice_probe(int index)
{
    return index < probe_count ? probe_list[index]->name : NULL;
}

static const char *choice_stage(int index)
{
    return index < STAGE_COUNT ? stage_name((enum stage) index) : NULL;
}

static const char *choice_precision(int index)
{
    return index < PRECISION_COUNT ? precision_name((enum precision) index) : NULL;
}

static const char *choice_form(int index)
{
    return index < FORM_COUNT ? form_name((enum form) index) : NULL;
}

static const char *choice_readout(int index)
{
    return index < READOUT_COUNT ? readout_name((enum readout) index) : NULL;
}

static const char *choice_round(int index)
{
    return index < FP_ROUND_COUNT ? fp_round_name((enum fp_round) index) : NULL;
}

static const char *choice_domain(int index)
{
    return index < DOMAIN_KIND_COUNT ? domain_name((enum domain_kind) index) : NULL;
}

static const char *choice_reference(int index)
{
    static const char *const names[] = { "cuda", "recorded", "host", "model", NULL };

    return names[index];
}

// clang-format off
const struct option option_list[] = {
    { .name = "device", .letter = 'd', .value = "DEVICE", .kind = OPTION_TEXT,
      .field = FIELD(device),
      .help = "an id, a renderer's name, fake:rtz,p=17, egl:PATH, or all" },
    { .name = "api", .value = "API", .kind = OPTION_INDEX, .field = FIELD(api),
      .choice = choice_api, .help = "only devices of this API" },
    { .name = "reference", .value = "REF", .kind = OPTION_CHOICE,
      .field = FIELD(survey.reference), .choice = choice_reference,
      .bare = true, .help = "who judges; else the first that works" },
    { .name = "rounding", .value = "RULE", .kind = OPTION_INDEX, .field = FIELD(round),
      .choice = choice_round, .help = "by which the reference rounds; else rne" },
    { .name = "expected", .kind = OPTION_FLAG, .field = FIELD(expected),
      .help = "what is wanted is the word behind the operands" },
    { .name = "mismatches", .kind = OPTION_FLAG, .field = FIELD(mismatches),
      .help = "only what differs from what is wanted; exit 1 if anything does" },
    { .name = "skip-bad", .kind = OPTION_FLAG, .field = FIELD(skip_bad),
      .help = "pass over bad lines and count them" },
    { .name = "check", .kind = OPTION_FLAG, .field = FIELD(check),
      .help = "no device: binary records of operands and result, by this processor" },
    { .name = "list", .kind = OPTION_FLAG, .field = FIELD(list),
      .help = "what there is to be swept" },
    { .name = "proof", .kind = OPTION_FLAG, .field = FIELD(proof),
      .help = "of a division after Markstein: enumerate what could go wrong" },
    { .name = "inputs", .value = "LO..HI", .kind = OPTION_TEXT, .field = FIELD(inputs),
      .help = "magnitudes, 0.5..2 or 0x3f000000..0x40000000; else all" },
    { .name = "domain", .value = "NAME", .kind = OPTION_CHOICE, .field = FIELD(domain),
      .choice = choice_domain, .help = "which inputs; else the function's own" },
    { .name = "seed", .value = "N", .kind = OPTION_NUMBER, .field = FIELD(seed),
      .high = 999999999, .help = "of inputs that are drawn, 0 for the plain grid; else 1" },
    { .name = "above", .value = "ULP", .kind = OPTION_TEXT, .field = FIELD(above),
      .help = "list every input with a larger error" },
    { .name = "threads", .value = "N", .kind = OPTION_NUMBER, .field = FIELD(threads),
      .low = 1, .high = 1024, .help = "of this processor; else as many as it has" },
    { .name = "shard", .value = "I/N", .kind = OPTION_TEXT, .field = FIELD(shard),
      .help = "one of N parts of the work, 0/N the first; merge puts them together" },
    { .name = "resume", .kind = OPTION_FLAG, .field = FIELD(resume),
      .help = "go on with the part that an interrupted sweep left" },
    { .name = "wait", .value = "S", .kind = OPTION_NUMBER, .field = FIELD(wait_s),
      .high = 604800, .help = "seconds that rank 0 waits for the others; else 3600" },
    { .name = "html", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(html),
      .help = "one page with all of it, pictures included; - is standard output" },
    { .name = "md", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(markdown),
      .help = "the tables as Markdown; - is standard output" },
    { .name = "csv", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(csv),
      .help = "the matrix, a line a row; - is standard output" },
    { .name = "png", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(png),
      .help = "a sheet with the pictures side by side, or what was seen of a picture" },
    { .name = "exit-code", .kind = OPTION_FLAG, .field = FIELD(exit_code),
      .help = "exit 1 if anything differs" },
    { .name = "goldens", .value = "DIR", .kind = OPTION_TEXT, .field = FIELD(goldens),
      .help = "folder of the goldens; else goldens" },
    { .name = "reason", .value = "TEXT", .kind = OPTION_TEXT, .field = FIELD(reason),
      .help = "why this is right; kept with the golden" },
    { .name = "junit", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(junit),
      .help = "the outcome as JUnit XML; - is standard output" },
    { .name = "tap", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(tap),
      .help = "the outcome as TAP; - is standard output" },
    { .name = "captures", .value = "DIR", .kind = OPTION_TEXT, .field = FIELD(captures),
      .help = "write to DIR/VENDOR/GPU/DRIVER-API, named after the device" },
    { .name = "stripes", .value = "N", .kind = OPTION_NUMBER, .field = FIELD(stripes),
      .low = 4, .high = 64, .help = "stripes of the whole picture; else 26" },
    { .name = "probe", .value = "NAME", .kind = OPTION_CHOICE,
      .field = FIELD(survey.probe), .choice = choice_probe,
      .help = "only this question" },
    { .name = "full", .kind = OPTION_FLAG, .field = FIELD(survey.full),
      .help = "every probe at every stage: the whole personality" },
    { .name = "stage", .value = "STAGE", .kind = OPTION_ANY, .field = FIELD(survey.stage),
      .every = FIELD(survey.every_stage), .choice = choice_stage,
      .help = "where it is asked; else fragment" },
    { .name = "precision", .value = "P", .kind = OPTION_ANY,
      .field = FIELD(survey.precision), .choice = choice_precision,
      .help = "else all" },
    { .name = "form", .value = "FORM", .kind = OPTION_ANY, .field = FIELD(survey.form),
      .choice = choice_form, .help = "how it is written; else all that a probe has" },
    { .name = "readout", .value = "R", .kind = OPTION_ANY, .field = FIELD(survey.readout),
      .every = FIELD(survey.every_readout), .choice = choice_readout,
      .help = "how the answer comes back; else the exact one there is" },
    { .name = "width", .value = "N", .kind = OPTION_NUMBER, .field = FIELD(survey.width),
      .low = 16, .high = 2048, .power = true, .help = "columns of the ramp; else 512" },
    { .name = "output", .letter = 'o', .value = "DIR", .kind = OPTION_TEXT,
      .field = FIELD(output), .help = "folder of the report and the pictures" },
    { .name = "json", .kind = OPTION_FLAG, .field = FIELD(json),
      .help = "JSON on standard output, and nothing else there" },
    { .name = "no-sheet", .kind = OPTION_FLAG, .field = FIELD(no_sheet),
      .help = "no verdict.png and no grey pictures: nothing to look at" },
    { .name = "window", .kind = OPTION_FLAG, .field = FIELD(window),
      .help = "show the picture live; h in the window lists its keys" },
    { .name = "expect", .value = "WORDS", .kind = OPTION_TEXT, .field = FIELD(expect),
      .valid = expect_valid,
      .help = "exit 1 unless the headline is so: rne,fraction_bits=23" },
    { .name = "shader-dir", .value = "DIR", .kind = OPTION_TEXT,
      .field = FIELD(shader_dir), .help = "shaders of this folder before those built in" },
    { .name = "timeout", .value = "S", .kind = OPTION_NUMBER, .field = FIELD(timeout_s),
      .high = 86400, .help = "seconds until a silent driver is given up; else 120" },
    { .name = "verbose", .letter = 'v', .kind = OPTION_FLAG, .field = FIELD(verbose),
      .help = "say what happens" },
    { .name = "help", .letter = 'h', .kind = OPTION_FLAG, .field = FIELD(help),
      .help = "print this text" },
    { .name = "version", .letter = 'V', .kind = OPTION_FLAG, .field = FIELD(version),
      .help = "print the version" },
};
// clang-format on

const int option_count = (int) (sizeof(option_list) / sizeof(option_list[0]));
