// SPDX-License-Identifier: MIT
//
// Tests in groups. The files of a folder make one program, test_FOLDER; each holds one
// group, and the program runs the one that its first word names. A file includes this,
// names its group, and defines its tests, which run in the order in which they stand:
//
//     static struct group this_group = { .name = "sha256" };
//
//     TEST(known_answers)
//     {
//         ...
//     }
//
// cmocka's headers come with it.

#ifndef TESTS_SHARED_GROUP_H
#define TESTS_SHARED_GROUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

#define GROUP_TESTS 128

struct group {
    const char *name;
    bool (*start)(void); // before all else; false: skipped, as it has said; NULL: none
    CMFixtureFunction set_up, tear_down; // of the group; NULL: none
    CMFixtureFunction before, after;     // of each test; NULL: none
    struct CMUnitTest tests[GROUP_TESTS];
    size_t count;
    int (*run)(void); // returns the exit status; NULL: the tests are run
    struct group *next;
};

// Adds a group to those of the program. It is kept, not copied.
void group_add(struct group *group);

// Adds a test to a group, and the group to the program.
void group_add_test(struct group *group, struct CMUnitTest test);

// Defines a test of `this_group`; the block that follows is what it does, with cmocka's
// `state`.
#define TEST(word)                                                               \
    static void word(void **state);                                              \
    __attribute__((constructor)) static void test_add_##word(void)               \
    {                                                                            \
        group_add_test(&this_group, (struct CMUnitTest) cmocka_unit_test(word)); \
    }                                                                            \
    static void word(void **state)

// The same of each element of a table, which has a `name`; *state is its address.
#define TEST_EACH(word, table)                                                    \
    static void word(void **state);                                               \
    __attribute__((constructor)) static void test_add_##word(void)                \
    {                                                                             \
        for (size_t i = 0; i < COUNT_OF(table); i++)                              \
            group_add_test(&this_group,                                           \
                           (struct CMUnitTest){                                   \
                               .name = (table)[i].name,                           \
                               .test_func = word,                                 \
                               .initial_state = (void *) (uintptr_t) (table + i), \
                           });                                                    \
    }                                                                             \
    static void word(void **state)

// Defines a group that chooses its tests itself; the block that follows is what it runs.
#define TEST_GROUP(word)                                                    \
    static int group_##word(void);                                          \
    __attribute__((constructor)) static void group_add_##word(void)         \
    {                                                                       \
        static struct group group = { .name = #word, .run = group_##word }; \
        group_add(&group);                                                  \
    }                                                                       \
    static int group_##word(void)

// The name of the group and the words after it, as main has its own; NULL ends them.
extern int group_argc;
extern char **group_argv;

// Whether the word after the name is "exhaustive": take all cases, not a sample. Any
// other word is the pattern of the tests that cmocka is to run.
extern bool group_every;

#endif // TESTS_SHARED_GROUP_H
