// SPDX-License-Identifier: MIT
//
// Findings in words, for tests: what one says, and one made of what it is to say.

#ifndef TESTS_SHARED_SAID_H
#define TESTS_SHARED_SAID_H

#include "base/finding.h"

#include <string.h>

// Static storage; the last eight texts stay.
static inline char *said_room(void)
{
    static char rooms[8][FINDING_DETAIL_TEXT];
    static int next;

    return rooms[next++ % 8];
}

static inline const char *said_answer(const struct finding *finding)
{
    char *text = said_room();

    finding_text(finding, text, FINDING_DETAIL_TEXT);
    return text;
}

static inline const char *said_detail(const struct finding *finding)
{
    char *text = said_room();

    finding_detail_text(finding, text, FINDING_DETAIL_TEXT);
    return text;
}

// Returns true if the answer begins with the kind of that id.
static inline bool said_is(const struct finding *finding, const char *id)
{
    return !strcmp(finding->answer[0].kind->id, id);
}

// Returns the remark whose kind has that id, in the answer or in the detail; or NULL.
static inline const struct finding_remark *said_find(const struct finding *finding,
                                                     const char *id)
{
    for (int i = 0; i < FINDING_ANSWERS && finding->answer[i].kind; i++)
        if (!strcmp(finding->answer[i].kind->id, id))
            return &finding->answer[i];
    for (int i = 0; i < FINDING_DETAILS && finding->detail[i].kind; i++)
        if (!strcmp(finding->detail[i].kind->id, id))
            return &finding->detail[i];
    return NULL;
}

// Makes a finding of the probe, or of any if that is NULL, say so. Ends the test if no
// finding has these words.
void said_set(struct finding *finding, const char *probe, const char *answer,
              const char *detail);

#endif // TESTS_SHARED_SAID_H
