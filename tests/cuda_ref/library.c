// SPDX-License-Identifier: MIT

#include "tests/cuda_ref/library.h"

#include "base/log.h"
#include "tests/shared/group.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "FAKE_CUDA_FOLDER"

static FILE *held;
static int standard_error;

bool cuda_library_init(void)
{
    char folder[] = "/tmp/test_cuda-XXXXXX";

    if (getenv(FOLDER))
        return true;
    if (!mkdtemp(folder))
        abort();
    setenv(FOLDER, folder, 1);
    setenv("LD_LIBRARY_PATH", folder, 1);
    execv("/proc/self/exe", group_argv - 1);
    abort();
}

int cuda_library_finish(void **state)
{
    cuda_library_install(NULL);
    return rmdir(getenv(FOLDER));
}

void cuda_library_install(const char *file)
{
    char path[PATH_MAX], target[PATH_MAX];

    snprintf(path, sizeof path, "%s/libcuda.so.1", getenv(FOLDER));
    unlink(path);
    if (file && !file[0])
        fclose(fopen(path, "w"));
    if (!file || !file[0])
        return;
    snprintf(target, sizeof target, "%s/%s", getenv("FPSTRIPE_TEST_FILES"), file);
    assert_int_equal(access(target, R_OK), 0);
    assert_int_equal(symlink(target, path), 0);
}

void cuda_library_hold_errors(void)
{
    held = tmpfile();
    standard_error = dup(STDERR_FILENO);
    dup2(fileno(held), STDERR_FILENO);
}

int cuda_library_release_errors(char *text, size_t size)
{
    int lines = 0;

    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    rewind(held);
    size_t length = fread(text, 1, size - 1, held);

    text[length] = '\0';
    fclose(held);
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    return lines;
}

void cuda_library_expect_line(const char *part)
{
    char text[4096];
    int lines = cuda_library_release_errors(text, sizeof text);

    if (lines != 1 || !strstr(text, part) || !strstr(text, log_last_error()))
        fail_msg("wanted one line with '%s', got %d: %s", part, lines, text);
}
