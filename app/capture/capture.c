// SPDX-License-Identifier: MIT

#include "capture/capture.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "base/verdict.h"
#include "capture/device.h"
#include "config.h"
#include "document/build.h"
#include "document/fields.h"
#include "document/load.h"

#include <stdlib.h>
#include <string.h>

#define SIDE_MAX         16384
#define PIXELS_MAX       (1L << 24) // of a picture; `run` makes a quarter of it at most
#define MEASUREMENTS_MAX 8192       // four times as many as any device has been asked
#define QUESTIONS_MAX    4096
#define LINES_MAX        256
#define CASES_MAX        (1L << 24)

static const char *word_of_answer(int i)
{
    static const char *const names[CAPTURE_ANSWERS] = { "painted", "refused",
                                                        "unable",  "unsupported",
                                                        "skipped", "broken" };

    return names[i];
}

static const char *word_of_second(int i)
{
    static const char *const names[CAPTURE_SECOND_ANSWERS] = { "not kept", "same",
                                                               "other", "refused" };

    return names[i];
}

static const char *word_of_repeats(int i)
{
    static const char *const names[CAPTURE_REPEATS_COUNT] = { "unknown", "not",
                                                              "by guard", "by target" };

    return names[i];
}

// ---- questions ----

static const struct field line_fields[] = {
    NAME("id", struct capture_row, id),
    INT("cases", struct capture_row, cases, 1, CASES_MAX),
    { "operands", FIELD_BITS, FIELD_AT(struct capture_row, operands) },
    { "glsl", FIELD_BITS, FIELD_AT(struct capture_row, glsl) },
    { 0 },
};

// clang-format off
static const struct field question_fields[] = {
    NAME("probe", struct capture_question, probe),
    INT("precision", struct capture_question, precision, 2, 64),
    INT("emax", struct capture_question, emax, 2, 1023),
    TRUTH("flushed", struct capture_question, flushed),
    TRUTH("subnormals", struct capture_question, subnormals),
    { "inside_bits", FIELD_INT, FIELD_OMITTED, FIELD_AT(struct capture_question, inside_bits),
      .low = VERDICT_INSIDE_UNKNOWN, .high = 128 },
    INT("width", struct capture_question, width, 16, 2048),
    INT("rows", struct capture_question, rows, 1, 64),
    { "stored", FIELD_BOOLEAN, FIELD_OMITTED, FIELD_AT(struct capture_question, stored) },
    { "lines", FIELD_LIST, .at = offsetof(struct capture_question, lines),
      .size = sizeof(struct capture_row), .fields = line_fields, .high = LINES_MAX,
      .count = offsetof(struct capture_question, line_count), .owned = true },
    { 0 },
};
// clang-format on

// ---- measurements ----

// A picture of a stranger must not ask for any amount of memory.
static void check_size(struct reader *reader, json_t *object, void *to)
{
    const struct capture_picture *picture = to;

    (void) object;
    if ((long) picture->width * picture->height > PIXELS_MAX)
        reader_fault(reader, "width", "%d x %d are more than %ld pixels", picture->width,
                     picture->height, PIXELS_MAX);
}

static const struct field picture_fields[] = {
    { "sha256", FIELD_SHA256, FIELD_AT(struct capture_picture, sha256) },
    INT("width", struct capture_picture, width, 1, SIDE_MAX),
    INT("height", struct capture_picture, height, 1, SIDE_MAX),
    OTHER("width", NULL, check_size),
    { 0 },
};

// clang-format off
static const struct field second_fields[] = {
    WORD("answer", struct capture_second, answer, CAPTURE_SECOND_ANSWERS, word_of_second),
    { "reason", FIELD_NAME, FIELD_OMITTED, FIELD_AT(struct capture_second, reason) },
    { "picture", FIELD_OBJECT, FIELD_OMITTED, FIELD_AT(struct capture_second, picture),
      .fields = picture_fields },
    { "repeats", FIELD_WORD, FIELD_OMITTED, FIELD_AT(struct capture_second, repeats),
      .high = CAPTURE_REPEATS_COUNT, .name = word_of_repeats },
    { 0 },
};
// clang-format on

static bool is_painted(const void *from, const void *member)
{
    (void) member;
    return ((const struct capture_measurement *) from)->answer == CAPTURE_PAINTED;
}

static const struct field cuda_fields[] = {
    LONG("words", struct capture_cuda, words, 1),
    SHARE("differ", struct capture_cuda, differ, words),
    { "answers", FIELD_BITS, FIELD_AT(struct capture_cuda, answers) },
    { 0 },
};

static json_t *question_json(const void *from)
{
    const struct capture_measurement *measurement = from;

    return measurement->question < 0 ? NULL : json_integer(measurement->question);
}

static void read_question(struct reader *reader, json_t *object, void *to)
{
    struct capture_measurement *measurement = to;
    json_t *value = json_object_get(object, "question");
    json_int_t question = value ? json_integer_value(value) : -1;
    bool put = measurement->answer == CAPTURE_PAINTED;

    if (value && (!json_is_integer(value) || question < 0 || question >= QUESTIONS_MAX))
        reader_fault(reader, "question", "is not an index");
    if (put && !value)
        reader_fault(reader, "question", "is missing");
    measurement->question = (int) question;
}

// Only a drawing that painted something has a picture; any other has a reason.
static void check_answer(struct reader *reader, json_t *object, void *to)
{
    const struct capture_measurement *measurement = to;
    bool painted = measurement->answer == CAPTURE_PAINTED;

    (void) object;
    if (painted != (measurement->picture.sha256[0] != '\0'))
        reader_fault(reader, "picture", "is %s, and the answer is %s",
                     painted ? "missing" : "there",
                     word_of_answer((int) measurement->answer));
    if (!painted && !measurement->reason[0])
        reader_fault(reader, "reason", "is missing, and the answer is not painted");
}

// clang-format off
static const struct field measurement_fields[] = {
    NAME("probe", struct capture_measurement, probe),
    WORD("stage", struct capture_measurement, stage, STAGE_COUNT, stage_name),
    WORD("precision", struct capture_measurement, precision, PRECISION_COUNT, precision_name),
    WORD("form", struct capture_measurement, form, FORM_COUNT, form_name),
    WORD("readout", struct capture_measurement, readout, READOUT_COUNT, readout_name),
    { "deciding", FIELD_BOOLEAN, FIELD_OMITTED,
      FIELD_AT(struct capture_measurement, deciding) },
    WORD("answer", struct capture_measurement, answer, CAPTURE_ANSWERS, word_of_answer),
    OTHER("question", question_json, read_question),
    { "reason", FIELD_NAME, FIELD_OMITTED, FIELD_AT(struct capture_measurement, reason) },
    { "drawn", FIELD_OBJECT, FIELD_OMITTED, FIELD_AT(struct capture_measurement, drawn),
      .fields = capture_drawn_fields },
    { "picture", FIELD_OBJECT, FIELD_OMITTED,
      FIELD_AT(struct capture_measurement, picture), .fields = picture_fields },
    { "second", FIELD_OBJECT, FIELD_OMITTED, FIELD_AT(struct capture_measurement, second),
      .fields = second_fields, .there = is_painted },
    { "cuda", FIELD_OBJECT, FIELD_OMITTED, FIELD_AT(struct capture_measurement, cuda),
      .fields = cuda_fields },
    OTHER("answer", NULL, check_answer),
    { 0 },
};
// clang-format on

// ---- the document ----

static json_t *capture_schema_json(const void *from)
{
    (void) from;
    return json_string(CAPTURE_SCHEMA);
}

static void read_capture_schema(struct reader *reader, json_t *object, void *to)
{
    const char *schema = reader_word(reader, object, "schema");

    (void) to;
    if (!strncmp(schema, "fpstripe-report/", strlen("fpstripe-report/")))
        reader_fault(reader, "schema",
                     "is \"%.40s\", a report without its evidence; measure the device "
                     "again, which writes " CAPTURE_FILE,
                     schema);
    if (strcmp(schema, CAPTURE_SCHEMA) != 0)
        reader_fault(reader, "schema", "is \"%.40s\", not \"" CAPTURE_SCHEMA "\"",
                     schema);
}

static json_t *capture_tool_json(const void *from)
{
    (void) from;
    return document_object("version", json_string(FPSTRIPE_VERSION), DOCUMENT_END);
}

// Indices are within the list, and as many tasks are done as are said to be.
static void check_measurements(struct reader *reader, json_t *object, void *to)
{
    const struct capture *capture = to;
    int done = 0;

    (void) object;
    for (int i = 0; i < capture->count; i++) {
        const struct capture_measurement *measurement = &capture->measurements[i];

        done += !measurement->deciding;
        if (measurement->question >= capture->question_count)
            reader_fault(reader, "measurements", "[%d].question: there is no question %d",
                         i, measurement->question);
        else if (measurement->question >= 0 &&
                 strcmp(capture->questions[measurement->question].probe,
                        measurement->probe) != 0)
            reader_fault(reader, "measurements", "[%d].question: is of another probe", i);
    }
    if (done > capture->tasks || (capture->complete && done < capture->tasks))
        reader_fault(reader, "tasks", "%d were planned, and %d are there", capture->tasks,
                     done);
    if (capture->complete && capture->interrupted)
        reader_fault(reader, "interrupted", "is true, and the capture is complete");
}

// clang-format off
static const struct field capture_fields[] = {
    OTHER("schema", capture_schema_json, read_capture_schema),
    OTHER("tool", capture_tool_json, NULL),
    OBJECT("device", struct capture, device, capture_device_fields),
    OBJECT("claimed", struct capture, device, capture_claims_fields),
    TRUTH("complete", struct capture, complete),
    { "interrupted", FIELD_BOOLEAN, FIELD_OMITTED, FIELD_AT(struct capture, interrupted) },
    { "cuda", FIELD_NAME, FIELD_OMITTED, FIELD_AT(struct capture, cuda) },
    INT("tasks", struct capture, tasks, 0, MEASUREMENTS_MAX),
    PART(struct capture, shaders, capture_shaders_fields),
    { "questions", FIELD_LIST, .at = offsetof(struct capture, questions),
      .size = sizeof(struct capture_question), .fields = question_fields,
      .high = QUESTIONS_MAX, .count = offsetof(struct capture, question_count),
      .owned = true },
    { "measurements", FIELD_LIST, .at = offsetof(struct capture, measurements),
      .size = sizeof(struct capture_measurement), .fields = measurement_fields,
      .high = MEASUREMENTS_MAX, .count = offsetof(struct capture, count),
      .owned = true },
    OTHER("measurements", NULL, check_measurements),
    { 0 },
};
// clang-format on

char *capture_text(const struct capture *capture)
{
    json_t *root = fields_json(capture_fields, capture);
    char *text = document_text(root);

    json_decref(root);
    return text;
}

json_t *capture_measurement_json(const struct capture_measurement *measurement)
{
    return fields_json(measurement_fields, measurement);
}

void capture_sha256(const char *text, size_t size, char hex[65])
{
    struct sha256 sha;

    sha256_init(&sha);
    sha256_add(&sha, text, size);
    sha256_hex(&sha, hex);
}

bool capture_read(struct capture *capture, const char *text, size_t size,
                  const char *name)
{
    struct reader reader = { .name = name };
    json_t *root = document_load(text, size, name);

    *capture = (struct capture){ 0 };
    if (!root)
        return false;
    fields_read(&reader, capture_fields, root, capture);
    json_decref(root);
    capture->room = capture->count;
    capture->question_room = capture->question_count;
    if (reader.failed)
        capture_finish(capture);
    return !reader.failed;
}

// ---- making one ----

bool capture_same_question(const struct capture_question *a,
                           const struct capture_question *b)
{
    return !strcmp(a->probe, b->probe) && a->precision == b->precision &&
           a->emax == b->emax && a->flushed == b->flushed &&
           a->subnormals == b->subnormals && a->inside_bits == b->inside_bits &&
           a->width == b->width && a->rows == b->rows && a->stored == b->stored &&
           a->line_count == b->line_count &&
           !memcmp(a->lines, b->lines, (size_t) a->line_count * sizeof *a->lines);
}

int capture_question(struct capture *capture, struct capture_question *question)
{
    for (int i = 0; i < capture->question_count; i++)
        if (capture_same_question(&capture->questions[i], question)) {
            free(question->lines);
            return i;
        }
    if (capture->question_count == capture->question_room) {
        capture->question_room = 2 * capture->question_room + 16;
        capture->questions =
            memory_resize(capture->questions, (size_t) capture->question_room,
                          sizeof *capture->questions);
    }
    capture->questions[capture->question_count] = *question;
    return capture->question_count++;
}

struct capture_measurement *capture_add(struct capture *capture)
{
    struct capture_measurement *measurement;

    if (capture->count == capture->room) {
        capture->room = 2 * capture->room + 64;
        capture->measurements = memory_resize(
            capture->measurements, (size_t) capture->room, sizeof *capture->measurements);
    }
    measurement = &capture->measurements[capture->count++];
    *measurement = (struct capture_measurement){ .question = -1 };
    return measurement;
}

void capture_finish(struct capture *capture)
{
    for (int i = 0; i < capture->question_count; i++)
        free(capture->questions[i].lines);
    free(capture->questions);
    free(capture->measurements);
    *capture = (struct capture){ 0 };
}
