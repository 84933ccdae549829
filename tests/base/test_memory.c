// SPDX-License-Identifier: MIT
//
// Memory is there, or the program ends with its status and leaves nothing half written;
// each in a process of its own.

#include "base/file.h"
#include "base/memory.h"
#include "tests/shared/group.h"

#include <stdint.h>
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

TEST(nothing_is_half_written)
{
    char path[] = "test_memory-XXXXXX";
    int fd = mkstemp(path);
    int left[2];
    char name[PATH_MAX] = "";
    pid_t child;

    assert_true(fd >= 0 && pipe(left) == 0);
    close(fd);
    child = fork();
    if (child == 0) {
        struct file_stage kept, stage;

        if (!file_stage_open(&kept, path) || !file_stage_open(&stage, path))
            _exit(0);
        fputs("half", stage.file);
        if (write(left[1], stage.name, sizeof stage.name) < 0 ||
            access(stage.name, F_OK) != 0)
            _exit(0);
        file_stage_close(&kept, true, false); // forgotten: it is there to stay
        memory_new(TOO_MUCH, 8);
    }
    assert_int_equal(status_of(child), MEMORY_STATUS);
    assert_int_equal(read(left[0], name, sizeof name), sizeof name);
    assert_int_equal(access(name, F_OK), -1);
    assert_int_equal(access(path, F_OK), 0);
    unlink(path);
    close(left[0]);
    close(left[1]);
}
