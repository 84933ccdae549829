// SPDX-License-Identifier: MIT
//
// Findings in words, for tests: what one says, and one made of what it is to say.

#ifndef TESTS_SHARED_SAID_H
#define TESTS_SHARED_SAID_H

#include "report/finding_old.h"
#include "tests/shared/said.h"

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

// Makes the finding say so.
static inline void said_set(struct finding *finding, const char *answer,
                            const char *detail)
{
    memset(finding->answer, 0, sizeof finding->answer);
    memset(finding->detail, 0, sizeof finding->detail);
    finding_old_answer(answer, finding);
    finding_old_detail(detail, finding);
}

#endif // TESTS_SHARED_SAID_H
