// SPDX-License-Identifier: MIT
//
// How numbers beyond the range of a format are shown by a picture, where the rounding
// model that paints the rest of it has something else.

#ifndef BASE_OVERFLOW_H
#define BASE_OVERFLOW_H

enum overflow {
    OVERFLOW_AS_MODEL, // or nothing is beyond the range
    OVERFLOW_INFINITE,
    OVERFLOW_LARGEST, // all are one finite number, the largest
    OVERFLOW_OTHER,   // anything else, or not all alike
    OVERFLOW_COUNT,
};

// "as-model", "infinite", "largest", "other".
const char *overflow_name(enum overflow overflow);

// The same as a clause of a sentence: "larger results are infinite"; "" if there is
// nothing to say.
const char *overflow_words(enum overflow overflow);

#endif // BASE_OVERFLOW_H
