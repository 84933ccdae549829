// SPDX-License-Identifier: MIT
//
// Files that are strangers': what is none is not waited for. Files of ours: whole, or as
// they were.

#include "base/file.h"
#include "base/log.h"
#include "tests/shared/group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/fpstripe-file-XXXXXX";

static int set_up(void **state)
{
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static int files_there(void)
{
    DIR *list = opendir(".");
    int count = 0;

    assert_non_null(list);
    while (readdir(list))
        count++;
    closedir(list);
    return count - 2;
}

static void put(const char *name, const char *text)
{
    assert_true(file_write(name, text, strlen(text)));
}

static void holds(const char *name, const char *want)
{
    size_t size = 0;
    char *got = file_read(name, 100, &size);

    assert_non_null(got);
    assert_string_equal(got, want);
    assert_int_equal(size, strlen(want));
    free(got);
}

static void make_socket(const char *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%s", name);
    assert_int_equal(bind(fd, (struct sockaddr *) &address, sizeof address), 0);
    close(fd);
}

static struct group this_group = { .name = "file",
                                   .set_up = set_up,
                                   .tear_down = tear_down };

// Each ends at once with its own words.
TEST(strangers)
{
    static const struct {
        const char *name, *says;
        int number;
    } cases[] = {
        { "nothing", "No such file", ENOENT },
        { "folder", "Is a directory", EISDIR },
        { "pipe", "named pipe, not a regular file", EINVAL },
        { "link", "named pipe, not a regular file", EINVAL },
        { "socket", "not a regular file", ENXIO },
        { "/dev/zero", "device, not a regular file", EINVAL },
        { "/dev/null", "device, not a regular file", EINVAL },
    };
    size_t size;

    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(symlink("pipe", "link"), 0);
    make_socket("socket");
    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *why = NULL;

        assert_null(file_open(cases[i].name, &why));
        assert_int_equal(errno, cases[i].number);
        assert_non_null(strstr(why, cases[i].says));
        assert_null(file_read(cases[i].name, 100, &size));
        assert_non_null(strstr(log_last_error(), cases[i].name));
        assert_non_null(strstr(log_last_error(), cases[i].says));
    }
    log_hold(false);
    rmdir("folder");
    unlink("pipe");
    unlink("link");
    unlink("socket");
}

// A writer that is late is waited for: somebody handed its pipe down.
TEST(handed_down)
{
    static const char *const names[] = { "/dev/fd/%d", "/proc/self/fd/%d" };

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char name[40];
        int ends[2];
        pid_t child;

        assert_int_equal(pipe(ends), 0);
        child = fork();
        if (child == 0) {
            close(ends[0]);
            usleep(20000);
            _exit(write(ends[1], "late", 4) != 4);
        }
        close(ends[1]);
        snprintf(name, sizeof name, names[i], ends[0]);
        holds(name, "late");
        close(ends[0]);
        assert_int_equal(waitpid(child, NULL, 0), child);
    }
}

TEST(limits)
{
    static const struct {
        size_t max;
        bool ok;
    } cases[] = { { 4, false }, { 5, true }, { 6, true }, { 1u << 20, true } };

    put("five", "12345");
    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t size = 0;
        char *text = file_read("five", cases[i].max, &size);

        assert_int_equal(text != NULL, cases[i].ok);
        if (!text)
            assert_non_null(strstr(log_last_error(), "File too large"));
        free(text);
    }
    log_hold(false);
    unlink("five");
}

TEST(written_whole)
{
    struct stat status;
    mode_t mask = umask(027);

    put("file", "one");
    assert_int_equal(stat("file", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    put("file", "another");
    holds("file", "another");
    assert_int_equal(files_there(), 1);
    umask(mask);
    unlink("file");
}

// A file that is not complete, or that cannot get its name, leaves the older file and
// nothing else. Until then no other file is there.
TEST(as_it_was)
{
    char name[PATH_MAX + 10];

    put("file", "old");
    for (int i = 0; i < 2; i++) {
        struct file_stage stage;

        assert_true(file_stage_open(&stage, "file"));
        assert_true(fputs("new", stage.file) >= 0);
        assert_int_equal(files_there(), 1);
        if (i == 1)
            snprintf(stage.path, sizeof stage.path, "no/such/file");
        errno = EDOM;
        assert_false(file_stage_close(&stage, i == 1, true));
        assert_int_equal(errno, i == 1 ? ENOENT : EDOM);
        holds("file", "old");
        assert_int_equal(files_there(), 1);
    }
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    log_hold(true);
    assert_false(file_write("no/such/file", "x", 1));
    assert_non_null(strstr(log_last_error(), "no/such/file: cannot write: No such"));
    assert_false(file_write(name, "x", 1));
    assert_false(file_write(".", "x", 1));
    assert_false(file_sync("no/such/file"));
    log_hold(false);
    assert_true(file_sync("file"));
    assert_true(file_sync("."));
    assert_int_equal(files_there(), 1);
    unlink("file");
}

// Two staging files of one path are apart.
TEST(two_at_once)
{
    struct file_stage one, other;

    assert_true(file_stage_open(&one, "file"));
    assert_true(file_stage_open(&other, "file"));
    assert_true(fputs("one", one.file) >= 0);
    assert_true(fputs("other", other.file) >= 0);
    assert_true(file_stage_close(&other, true, true));
    holds("file", "other");
    assert_true(file_stage_close(&one, true, false));
    holds("file", "one");
    assert_int_equal(files_there(), 1);
    unlink("file");
}

// One file by two names, there or not.
TEST(one_file)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        { "there", "./there", true },   { "there", "link", true },
        { "there", "other", false },    { "absent", "./absent", true },
        { "absent", "there", false },   { "absent", "nowhere/absent", false },
        { "absent", "others", false },  { "-", "-", true },
        { "no/absent", "no/x", false }, { "no/absent", "no/absent", true },
    };

    put("there", "1");
    put("other", "1");
    assert_int_equal(symlink("there", "link"), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(file_is_same(cases[i].a, cases[i].b), cases[i].same);
    unlink("there");
    unlink("other");
    unlink("link");
}

// What is no regular file is not replaced.
TEST(in_place)
{
    struct stat status;
    int ends;

    assert_int_equal(mkfifo("pipe", 0666), 0);
    ends = open("pipe", O_RDWR | O_NONBLOCK);
    put("pipe", "through");
    assert_int_equal(stat("pipe", &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(files_there(), 1);
    close(ends);
    put("/dev/null", "gone");
    unlink("pipe");
}
