// SPDX-License-Identifier: MIT

#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int group_argc;
char **group_argv;
bool group_every;

static struct group *groups;

void group_add(struct group *group)
{
    group->next = groups;
    groups = group;
}

void group_add_test(struct group *group, struct CMUnitTest test)
{
    if (group->count == 0)
        group_add(group);
    if (group->count == GROUP_TESTS)
        abort();
    test.setup_func = group->before;
    test.teardown_func = group->after;
    group->tests[group->count++] = test;
}

static int group_run(struct group *group)
{
    if (group->run)
        return group->run();
    if (group->start && !group->start())
        return EXIT_SUCCESS;
    return _cmocka_run_group_tests(group->name, group->tests, group->count, group->set_up,
                                   group->tear_down);
}

int main(int argc, char **argv)
{
    for (struct group *group = groups; group; group = group->next) {
        if (argc < 2)
            puts(group->name);
        else if (!strcmp(group->name, argv[1])) {
            group_argc = argc - 1;
            group_argv = argv + 1;
            group_every = argc > 2 && !strcmp(argv[2], "exhaustive");
            if (argc > 2 && !group_every)
                cmocka_set_test_filter(argv[2]);
            return group_run(group);
        }
    }
    if (argc > 1)
        fprintf(stderr, "%s: no group %s\n", argv[0], argv[1]);
    return argc < 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
