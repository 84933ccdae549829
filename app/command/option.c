// SPDX-License-Identifier: MIT

#include "command/option.h"

#include "base/facts.h"
#include "command/expect.h"
#include "command/options.h"
#include "probe/probe.h"
#include "sweep/domain.h"

#include <strings.h>

#define FIELD(name) offsetof(struct options, name)

static const char *choice_api(int index)
{
    return index < API_FAKE ? api_name((enum api) index) : NULL;
}

static const char *choice_probe(int index)
{
    return index < probe_count ? probe_list[index]->name : NULL;
}

// Returns the precision that has that name in C, HLSL or CUDA; NULL if there is none.
static const char *meant_precision(const char *value)
{
    static const char *const names[][2] = {
        { "half", "float16" },     { "fp16", "float16" },    { "f16", "float16" },
        { "binary16", "float16" }, { "float", "highp" },     { "single", "highp" },
        { "float32", "highp" },    { "fp32", "highp" },      { "f32", "highp" },
        { "binary32", "highp" },   { "float64", "double" },  { "fp64", "double" },
        { "f64", "double" },       { "binary64", "double" }, { "high", "highp" },
        { "medium", "mediump" },   { "low", "lowp" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(names[i][0], value))
            return names[i][1];
    return NULL;
}

static const char *choice_show(int index)
{
    static const char *const names[] = { [OPTION_SUMS] = "sums",
                                         [OPTION_DEVIATIONS] = "deviations",
                                         [OPTION_REASONS] = "reasons" };

    return index < TOPIC_COUNT         ? topic_word(index)
           : index < OPTION_SHOW_COUNT ? names[index]
                                       : NULL;
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
      .field = FIELD(device), .every = FIELD(devices), .high = OPTIONS_DEVICES,
      .help = "device to use: an id or a renderer's name that `fpstripe devices` "
              "prints; fake:rtz,p=17 (simulated); egl:PATH (an EGL library; PATH "
              "contains a slash); or all (default: the best one: hardware before "
              "software, then ES 3, GL, ES 2)" },
    { .name = "api", .value = "API", .kind = OPTION_INDEX, .field = FIELD(api),
      .choice = choice_api,
      .help = "use only devices with this API" },
    { .name = "reference", .value = "REF", .kind = OPTION_CHOICE,
      .field = FIELD(survey.reference), .choice = choice_reference,
      .bare = true,
      .help = "reference to compare with: a CUDA GPU, recorded results of a CUDA GPU, "
              "this processor, or integer arithmetic (default: the first one "
              "available)" },
    { .name = "rounding", .value = "MODEL", .kind = OPTION_INDEX, .field = FIELD(round),
      .choice = choice_round,
      .help = "rounding model of the reference (default: rne)" },
    { .name = "expected", .kind = OPTION_FLAG, .field = FIELD(expected),
      .help = "read the expected result from the input: the column after the "
              "operands" },
    { .name = "mismatches", .kind = OPTION_FLAG, .field = FIELD(mismatches),
      .help = "print only results that differ from the expected ones (without "
              "--reference and --expected: from those of --reference host); exit "
              "with status 1 if a result differs" },
    { .name = "skip-bad", .kind = OPTION_FLAG, .field = FIELD(skip_bad),
      .help = "skip malformed lines and count them" },
    { .name = "steps", .kind = OPTION_FLAG, .field = FIELD(steps),
      .help = "also print the value of each operation on the simulated devices (default: "
              "fake:rne), in the first case" },
    { .name = "list", .kind = OPTION_FLAG, .field = FIELD(list),
      .help = "list the functions that can be swept" },
    { .name = "proof", .kind = OPTION_FLAG, .field = FIELD(proof),
      .help = "for a FUNCTION such as cpu:div.markstein, a division by Markstein's "
              "method: decide by enumerating the hard cases whether it is always "
              "rounded correctly" },
    { .name = "inputs", .value = "LO..HI", .kind = OPTION_TEXT, .field = FIELD(inputs),
      .help = "sweep only inputs of these magnitudes, positive and negative: numbers "
              "(0.5..2) or their bits (0x3f000000..0x40000000) (default: all)" },
    { .name = "domain", .value = "NAME", .kind = OPTION_CHOICE, .field = FIELD(domain),
      .choice = choice_domain,
      .help = "set of inputs; docs/sweeps.md describes each (default: the set of the "
              "function)" },
    { .name = "seed", .value = "N", .kind = OPTION_NUMBER, .field = FIELD(seed),
      .high = 999999999,
      .help = "seed for the random bits of a domain that is too large to enumerate; "
              "0 sets these bits to zero (default: 1)" },
    { .name = "threads", .value = "N", .kind = OPTION_NUMBER, .field = FIELD(threads),
      .low = 1, .high = 1024,
      .help = "number of processor threads (default: one for each processor)" },
    { .name = "shard", .value = "I/N", .kind = OPTION_TEXT, .field = FIELD(shard),
      .help = "sweep only part I of N, I from 0 to N-1; --merge combines the parts" },
    { .name = "merge", .kind = OPTION_FLAG, .field = FIELD(merge),
      .help = "combine parts: files that --shard wrote, or their directories" },
    { .name = "html", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(html),
      .help = "write one HTML page that contains the tables and the pictures (-: "
              "standard output)" },
    { .name = "html", .key = "html-page", .kind = OPTION_FLAG, .field = FIELD(page),
      .help = "also write report.html, one page that contains the pictures" },
    { .name = "md", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(markdown),
      .help = "write the tables as Markdown (-: standard output)" },
    { .name = "csv", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(csv),
      .help = "write the whole comparison as CSV (-: standard output)" },
    { .name = "png", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(png),
      .help = "write a sheet with the pictures side by side" },
    { .name = "history", .kind = OPTION_FLAG, .field = FIELD(history),
      .help = "print what changed from one driver to the next, for each renderer and API "
              "of the captures in CAPTURE, which may be a tree" },
    { .name = "exit-code", .kind = OPTION_FLAG, .field = FIELD(exit_code),
      .help = "exit with status 1 if anything differs" },
    { .name = "goldens", .value = "DIR", .kind = OPTION_TEXT, .field = FIELD(goldens),
      .help = "directory of the goldens (default: goldens)" },
    { .name = "reason", .value = "TEXT", .kind = OPTION_TEXT, .field = FIELD(reason),
      .help = "why the results are right; stored with each golden" },
    { .name = "junit", .value = "FILE", .kind = OPTION_TEXT, .field = FIELD(junit),
      .help = "write the results as JUnit XML (-: standard output)" },
    { .name = "skip-missing", .kind = OPTION_FLAG, .field = FIELD(skip_missing),
      .help = "exit with status 0 if the device has no goldens" },
    { .name = "prune", .value = "DIR", .kind = OPTION_TEXT, .field = FIELD(prune),
      .help = "remove the pictures in DIR and below that no capture there names" },
    { .name = "captures", .value = "DIR", .kind = OPTION_TEXT, .field = FIELD(captures),
      .help = "write only the capture: DIR/VENDOR/GPU/DRIVER-API/capture.json, named "
              "after the device, and DIR/pictures (instead of -o)" },
    { .name = "stripes", .value = "N", .kind = OPTION_NUMBER, .field = FIELD(stripes),
      .low = 4, .high = 64,
      .help = "number of stripes in the whole picture (default: 26)" },
    { .name = "probe", .value = "NAME", .kind = OPTION_CHOICE,
      .field = FIELD(survey.probe), .choice = choice_probe,
      .help = "run only this probe; `fpstripe explain probes` describes each (default: "
              "width, excess, alignment, stripes, stripes_unit, ties, sieve)" },
    { .name = "full", .kind = OPTION_FLAG, .field = FIELD(survey.full),
      .help = "run every probe in every shader stage" },
    { .name = "stage", .value = "STAGE", .kind = OPTION_ANY, .field = FIELD(survey.stage),
      .every = FIELD(survey.every_stage), .choice = stage_name,
      .help = "shader stage to test (default: fragment, and the width and the "
              "rounding model in vertex; with --full: all)" },
    { .name = "precision", .value = "P", .kind = OPTION_ANY,
      .field = FIELD(survey.precision), .choice = precision_name,
      .meant = meant_precision,
      .help = "GLSL precision, or type of another width, to test (default: highp, "
              "mediump, lowp; with --full or --probe, the types too)" },
    { .name = "form", .rare = true, .value = "FORM", .kind = OPTION_ANY, .field = FIELD(survey.form),
      .choice = form_name,
      .help = "how the shader writes the expression (default: every form of a probe)" },
    { .name = "readout", .rare = true, .value = "R", .kind = OPTION_ANY, .field = FIELD(survey.readout),
      .every = FIELD(survey.every_readout), .choice = readout_name,
      .help = "how the program reads results: bits and float32 are exact, rgba8 has "
              "256 grey levels (default: the first supported one of bits, float32, "
              "rgba8)" },
    { .name = "width", .rare = true, .value = "N", .kind = OPTION_NUMBER, .field = FIELD(survey.width),
      .low = 16, .high = 2048, .power = true,
      .help = "width of the pictures in pixels, a power of two from 16 to 2048 "
              "(default: 512)" },
    { .name = "output", .letter = 'o', .value = "DIR", .kind = OPTION_TEXT,
      .field = FIELD(output),
      .help = "directory for the capture, its report and the sheets (default: "
              "fpstripe-out); -d all creates a directory in it for each device" },
    { .name = "json", .kind = OPTION_FLAG, .field = FIELD(json),
      .help = "print only JSON on standard output" },
    { .name = "show", .value = "WHAT", .kind = OPTION_SET, .field = FIELD(show),
      .choice = choice_show,
      .help = "also print (comma-separated): all results on a topic; `sums`: those of "
              "the pictures of sums; `deviations`: every expression that deviates from a "
              "standard, with an example (with topics: only of these); `reasons`: every "
              "shader stage, and why each result is not ok; `all`: all of these" },
    { .name = "picture", .value = "NAME", .kind = OPTION_TEXT, .field = FIELD(picture),
      .help = "write the picture of a result, PROBE or PROBE-STAGE-PRECISION-FORM, to "
              "the file of -o: in grey levels, to look at; with NAME,raw: as it was "
              "read back" },
    { .name = "formulas", .value = "NAME", .kind = OPTION_TEXT, .field = FIELD(formulas),
      .help = "formulas of dot(), normalize() and the like, and where mediump values are "
              "rounded: glsl, as the specification writes them; or those of a driver, "
              "llvmpipe-22.3 or llvmpipe-25.0 (default: glsl)" },
    { .name = "size", .value = "WxH", .kind = OPTION_TEXT, .field = FIELD(size),
      .help = "size of the pictures in pixels, at most 4096x4096 (default: 256x256)" },
    { .name = "time", .value = "S", .kind = OPTION_TEXT, .field = FIELD(time),
      .help = "time in seconds: the value of iTime, u_time and time (default: 0); a range, "
              "0..3600: find the time from which on the shader breaks" },
    { .name = "set", .value = "NAME=X", .kind = OPTION_TEXT, .field = FIELD(set),
      .every = FIELD(sets), .high = OPTIONS_SETS,
      .help = "set a uniform: one number or several, or for a sampler2D a picture, "
              "FILE.png[,nearest][,clamp]; may be given several times" },
    { .name = "max-difference", .value = "D", .kind = OPTION_TEXT,
      .field = FIELD(max_difference),
      .help = "largest difference of a channel from the exact picture, N/255 or a number "
              "from 0 to 1: exit with status 1 if a pixel exceeds it (without this "
              "option, pixels that exceed 1/255 are counted)" },
    { .name = "raw", .kind = OPTION_FLAG, .field = FIELD(raw),
      .help = "with -o, also write exact.f32 and device.f32: four little-endian binary32 "
              "numbers a pixel, the top row first" },
    { .name = "no-sheet", .kind = OPTION_FLAG, .field = FIELD(no_sheet),
      .help = "do not draw the sheets, verdict.png and personality.png" },
    { .name = "window", .kind = OPTION_FLAG, .field = FIELD(window),
      .help = "show the picture live in a window; key h lists the keys" },
    { .name = "expect", .value = "WORDS", .kind = OPTION_TEXT, .field = FIELD(expect),
      .valid = expect_valid,
      .help = "exit with status 1 unless the verdict matches all WORDS "
              "(comma-separated): a rounding model or family; fraction_bits=N (one "
              "less than the bits of the significand); pattern=WORD; stage=STAGE and "
              "precision=P select the verdict (default: those of --stage and "
              "--precision, or fragment and highp). Example: rne,fraction_bits=23" },
    { .name = "expect", .key = "expect-picture", .value = "FILE.png",
      .kind = OPTION_TEXT, .field = FIELD(expect),
      .help = "compare the device's picture with FILE.png, such as device.png of an "
              "earlier run, and exit with status 1 if a pixel differs from it by more "
              "than --max-difference (default: 1/255), which then limits nothing else" },
    { .name = "shader-dir", .rare = true, .value = "DIR", .kind = OPTION_TEXT,
      .field = FIELD(shader_dir),
      .help = "use the shaders in this directory instead of the built-in ones; not "
              "with --captures" },
    { .name = "timeout", .rare = true, .value = "S", .kind = OPTION_NUMBER, .field = FIELD(timeout_s),
      .high = 86400,
      .help = "stop if the driver hangs for S seconds (default: 120; 0: never)" },
    { .name = "verbose", .letter = 'v', .kind = OPTION_FLAG, .field = FIELD(verbose),
      .help = "log progress" },
    { .name = "help", .letter = 'h', .kind = OPTION_FLAG, .field = FIELD(help),
      .every = FIELD(help_all),
      .help = "print this help (--help=all: every option)" },
    { .name = "version", .letter = 'V', .kind = OPTION_FLAG, .field = FIELD(version),
      .help = "print the version" },
};
// clang-format on

const int option_count = (int) (sizeof option_list / sizeof option_list[0]);
