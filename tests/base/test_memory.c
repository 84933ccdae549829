// SPDX-License-Identifier: MIT
//
// Memory is there, or the program ends with its status and leaves nothing half written;
// each in a process of its own.

#include "base/file.h"
#include "base/memory.h"
#include "tests/shared/group.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct group this_group = { .name = "memory" };

#define TOO_MUCH (SIZE_MAX / 4)

TEST(copies_are_whole)
{
    char *text = memory_text("abc"), *format = memory_format("%d-%s", 7, "x");
    int *numbers = memory_new(3, sizeof(int));

    assert_string_equal(text, "abc");
    assert_string_equal(format, "7-x");
    assert_int_equal(numbers[0] | numbers[2], 0);
    numbers = memory_resize(numbers, 1000, sizeof(int));
    numbers[999] = 1;
    assert_non_null(numbers);
    free(memory_new(0, 8));
    free(text);
    free(format);
    free(numbers);
}

static int status_of(pid_t child)
{
    int status;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(failure_ends_the_program)
{
    for (int how = 0; how < 3; how++) {
        pid_t child = fork();

        if (child == 0) {
            if (how == 0)
                memory_new(TOO_MUCH, 2);
            if (how == 1)
                memory_new(TOO_MUCH, 8); // more than can be counted
            memory_resize(NULL, TOO_MUCH, 8);
            _exit(0);
        }
        assert_int_equal(status_of(child), MEMORY_STATUS);
    }
}

static int count_files(const char *folder)
{
    DIR *list = opendir(folder);
    int count = -2; // . and ..

    assert_non_null(list);
    while (readdir(list))
        count++;
    closedir(list);
    return count;
}

// A process that ends in this way leaves no staging file.
TEST(nothing_is_half_written)
{
    char folder[] = "/tmp/fpstripe-memory-XXXXXX", path[PATH_MAX];
    pid_t child;

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    child = fork();
    if (child == 0) {
        struct file_stage whole, half;

        if (!file_stage_open(&whole, path) || !file_stage_open(&half, path))
            _exit(0);
        fputs("half", half.file);
        file_stage_close(&whole, true, false);
        memory_new(TOO_MUCH, 8);
    }
    assert_int_equal(status_of(child), MEMORY_STATUS);
    assert_int_equal(count_files(folder), 1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}
