// SPDX-License-Identifier: MIT
//
// Reads the remarks of a finding from its text, for tests. It tries each sentence of all
// probes at the left of the text, with the joint that it has there; if it cannot read the
// rest, it tries the next one.

#include "tests/shared/said.h"

#include "base/verdict.h"
#include "probe/expressions.h"
#include "probe/list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct said_list {
    const char *probe; // NULL: any
    struct finding_remark *remarks;
    int room;
    bool detail;
};

// ---- reading: each takes a text and returns what is behind it, or NULL ----

static const char *read_literal(const char *text, const char *literal, size_t length)
{
    return strncmp(text, literal, length) ? NULL : text + length;
}

static const char *read_rules(const char *text, uint32_t survivors, uint32_t *rules)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    char name[24];

    snprintf(name, sizeof name, "%.*s", (int) length, text);
    *rules = !strcmp(name, verdict_rounding(survivors)) ? survivors : verdict_rules(name);
    return *rules ? text + length : NULL;
}

static const char *read_word(const char *text, const char *form, uint64_t *word)
{
    size_t digits = strncmp(text, "0x", 2) ? 0 : strspn(text + 2, "0123456789abcdef");
    bool half = !strcmp(form, "half"), any = !strcmp(form, "short");

    *word = digits ? strtoull(text, NULL, 16) : 0;
    return digits && (any || (half ? digits == 4 : digits >= 8)) ? text + 2 + digits
                                                                 : NULL;
}

static const char *read_number(const char *text, const char *form, double *value)
{
    bool power = !strcmp(form, "half") && !strncmp(text, "2^", 2);
    char *end;

    *value = strtod(power ? text + 2 : text, &end);
    if (end == text || (power && end == text + 2))
        return NULL;
    if (power)
        *value = ldexp(1, (int) *value + 1);
    if (strcmp(form, "ulp") != 0 && strcmp(form, "worst") != 0)
        return end;
    return read_literal(end, " ulp", 4);
}

static const char *read_integer(const char *text, int *value)
{
    char *end;

    *value = (int) strtol(text, &end, 10);
    return end == text ? NULL : end;
}

static const char *read_field(const char *text, const struct finding_field *field,
                              const char *form, const struct finding *finding,
                              struct finding_remark *remark)
{
    char *at = (char *) remark + field->offset;

    switch (field->type) {
    case FINDING_INTEGER: return read_integer(text, (int *) at);
    case FINDING_RULES: return read_rules(text, finding->survivors, (uint32_t *) at);
    case FINDING_HEX: return read_word(text, form, (uint64_t *) at);
    default: return read_number(text, form, (double *) at);
    }
}

static const char *said_read_words(const char *text, const char *form, uint64_t *words,
                                   int room, int *count, bool *wide)
{
    int value;

    *count = 0;
    if (!strcmp(form, "byte")) {
        text = read_integer(text, &value);
        words[(*count)++] = (uint64_t) value;
        return text;
    }
    while (text && *count < room) {
        const char *end = read_word(text, "", &words[*count]);

        *wide = *wide || (end && end - text > 10);
        if (!end || ++*count == room || strncmp(end, " 0x", 3) != 0)
            return end;
        text = end + 1;
    }
    return text;
}

static const char *read_whole(const char *text, const char *name, const char *form,
                              struct finding *finding)
{
    struct finding_case *example = &finding->example;
    char rules[160];
    int count;

    if (!strcmp(name, "glsl")) {
        const char *end = strstr(text, "; ");

        // a bound may be of two parts: "3 ulp; 2^-21 in [0.5, 2]"
        while (end && !strncmp(end, "; 2^", 4))
            end = strstr(end + 1, "; ");
        int length = end ? (int) (end - text) : (int) strlen(text);

        snprintf(finding->glsl, sizeof finding->glsl, "%.*s", length, text);
        return text + length;
    }
    if (!strcmp(name, "operands"))
        return said_read_words(text, form, example->in, 4, &example->operands,
                               &example->wide);
    if (!strcmp(name, "got"))
        return said_read_words(text, form, example->got, 2, &example->results,
                               &example->wide);
    if (!strcmp(name, "want")) {
        example->wanted = true;
        return said_read_words(text, form, example->want, 2, &count, &example->wide);
    }
    if (strcmp(name, "survivors") != 0)
        return read_integer(text, &count);
    verdict_survivors_text(finding->survivors, rules, sizeof rules);
    return read_literal(text, rules, strlen(rules));
}

static const char *read_remark(const char *text, const char *sentence,
                               struct finding *finding, struct finding_remark *remark)
{
    struct finding_piece piece;

    while (text && finding_piece(&sentence, &piece)) {
        text = read_literal(text, piece.plain, (size_t) piece.length);
        if (text && piece.field)
            text = read_field(text, piece.field, piece.form, finding, remark);
        else if (text && piece.name[0])
            text = read_whole(text, piece.name, piece.form, finding);
    }
    return text;
}

// Where a list of remarks is read: the next remark, the text that is left, and the
// sentence before it.
struct said_place {
    int at;
    const char *text, *before;
};

static bool read_list(const struct said_list *list, struct said_place place,
                      struct finding *finding);

// Reads a remark as one of that kind, and the others behind it. If it cannot, the finding
// is as it was.
static bool read_as(const struct said_list *list, const struct finding_kind *kind,
                    struct said_place place, struct finding *finding)
{
    const struct finding kept = *finding;
    const char *sentence = kind->sentence, *text = place.text;
    const char *joint = finding_joint(&sentence, place.before, list->detail);

    list->remarks[place.at].kind = kind;
    if (place.at > 0)
        text = read_literal(text, joint, strlen(joint));
    if (text)
        text = read_remark(text, sentence, finding, &list->remarks[place.at]);
    if (text && read_list(list, (struct said_place){ place.at + 1, text, kind->sentence },
                          finding))
        return true;
    *finding = kept;
    return false;
}

// Reads a remark as one of these kinds: those whose sentence begins with a number, or the
// others.
static bool read_kinds(const struct said_list *list,
                       const struct finding_kind *const *kinds, bool number,
                       struct said_place place, struct finding *finding)
{
    for (; *kinds; kinds++)
        if (((*kinds)->sentence[0] == '{') == number &&
            read_as(list, *kinds, place, finding))
            return true;
    return false;
}

// Reads the remarks of a place and those behind it. Returns true if all of the text was
// read. Numbers are tried last: "{value}" reads "infinity" too.
static bool read_list(const struct said_list *list, struct said_place place,
                      struct finding *finding)
{
    if (!*place.text || !strcmp(place.text, "; "))
        return true;
    for (int number = 0; place.at < list->room && number <= 1; number++) {
        if (read_kinds(list, kind_list, number, place, finding))
            return true;
        for (int i = 0; i < probe_count; i++)
            if (probe_list[i]->expressions &&
                (!list->probe || !strcmp(list->probe, probe_list[i]->name)) &&
                read_kinds(list, probe_list[i]->expressions->kinds, number, place,
                           finding))
                return true;
    }
    return false;
}

static void said_read(const struct said_list *list, const char *text,
                      struct finding *finding)
{
    memset(list->remarks, 0, (size_t) list->room * sizeof *list->remarks);
    if (!read_list(list, (struct said_place){ 0, text, "" }, finding)) {
        fprintf(stderr, "no finding says '%s'\n", text);
        abort();
    }
}

void said_set(struct finding *finding, const char *probe, const char *answer,
              const char *detail)
{
    struct said_list answers = { probe, finding->answer, FINDING_ANSWERS, false };
    struct said_list details = { probe, finding->detail, FINDING_DETAILS, true };

    said_read(&answers, answer, finding);
    said_read(&details, detail, finding);
}
