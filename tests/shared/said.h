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

// Makes the finding say so. Ends the test if no finding has these words.
void said_set(struct finding *finding, const char *answer, const char *detail);

#endif // TESTS_SHARED_SAID_H
