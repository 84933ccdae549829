// SPDX-License-Identifier: MIT
//
// The topics of findings in a report, in the order in which every view shows them, and
// how a view summarises each. A probe names its topic (probe.h); topics that are not in
// this list follow the others.

#ifndef REPORT_TOPICS_H
#define REPORT_TOPICS_H

#include <stdbool.h>

enum topic_id {
    TOPIC_OPERATIONS,
    TOPIC_CONTRACTION,
    TOPIC_FOLDING,
    TOPIC_ERROR_FREE,
    TOPIC_SUBNORMALS,
    TOPIC_SPECIALS,
    TOPIC_CONVERSIONS,
    TOPIC_CLAIMS,
    TOPIC_FUNCTIONS,
    TOPIC_CONSTANTS,
    TOPIC_POWERS,
    TOPIC_QUOTIENTS,
    TOPIC_SAMPLERS,
    TOPIC_INTERPOLATION,
    TOPIC_TARGETS,
    TOPIC_INTEGERS,
    TOPIC_INVARIANCE,
    TOPIC_VECTORS,
    TOPIC_MIXED,
    TOPIC_COUNT, // any other
};

// The sum of a topic. deviating: the findings that deviate from GLSL or IEEE 754.
// changed: the expressions that are not as written. answers: how often each answer
// occurs. claims: whether a device keeps its claims. worst: as deviating, and the largest
// error. matrix: no sum, because each finding is shown. df64: the forms in which
// float-float arithmetic works. forms: the bits of each expression, form by form.
// precisions: the bits that samplers return or integers have, and the levels of a filter.
enum topic_sum {
    TOPIC_DEVIATING,
    TOPIC_CHANGED,
    TOPIC_ANSWERS,
    TOPIC_CLAIMED,
    TOPIC_WORST,
    TOPIC_MATRIX,
    TOPIC_DF64,
    TOPIC_FORMS,
    TOPIC_PRECISIONS,
};

struct topic {
    enum topic_id id;
    const char *name;        // in a report, and of a probe
    const char *word;        // on a command line, where the name is no single word
    const char *summary;     // a line of what is asked
    const char *heading;     // in text, before the sum; topics may share one
    enum topic_sum sum;      // and its words:
    const char *verb, *noun; // "contracts 3 of 10 shapes"
    const char *symptom;     // what an author of shaders would ask
    bool codes;              // what is got and wanted are codes, not floats
};

// [TOPIC_COUNT], by id.
extern const struct topic topic_list[];

// Topics by a single word, for [0, TOPIC_COUNT): "operations", "powers".
const char *topic_word(int id);

// Returns the topic of that name. An unknown topic has the id TOPIC_COUNT and `name` as
// its name and heading, and its deviating expressions are counted.
struct topic topic_of(const char *name);

#endif // REPORT_TOPICS_H
