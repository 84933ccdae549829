// SPDX-License-Identifier: MIT

#include "eval/input.h"

#include "base/guard.h"
#include "base/isolate.h"
#include "base/log.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A line of more bytes is bad.
#define EVAL_INPUT_LINE (1 << 20)

#define PAUSE_MS     10  // a writer that is this late waits for an answer
#define INTERRUPT_MS 200 // an interrupt is seen after this long at the latest

void eval_input_close(struct eval_input *input)
{
    if (input->fd > STDIN_FILENO)
        close(input->fd);
    free(input->buffer);
    *input = (struct eval_input){ 0 };
}

bool eval_input_open(struct eval_input *input, const char *path)
{
    bool is_standard = !path || !strcmp(path, "-");

    *input = (struct eval_input){ .name = is_standard ? "standard input" : path };
    // Not blocking: a named pipe may have no writer, and poll can be interrupted.
    input->fd =
        is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    input->buffer = memory_new(EVAL_INPUT_LINE, 1);
    if (input->fd >= 0)
        return true;
    log_error("%s: %s", input->name, strerror(errno));
    eval_input_close(input);
    return false;
}

// Up to `size` bytes as they come, into `bytes`; waits for the first, but not through an
// interrupt (guard.h). Returns how many, 0 at the end or when interrupted, or -1 after
// logging why they cannot be read.
static long eval_input_read(struct eval_input *input, void *bytes, size_t size)
{
    ssize_t got;

    do {
        while (!guard_interrupted() && !isolate_ready(input->fd, INTERRUPT_MS))
            ;
        if (guard_interrupted())
            return 0;
        got = read(input->fd, bytes, size);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got < 0)
        log_error("%s: %s", input->name, strerror(errno));
    return got;
}

// Returns whether the line may be passed over.
static bool note_bad(struct eval_input *input, const struct eval_text_fault *fault)
{
    char line[240];

    snprintf(line, sizeof line, "%.60s:%lld:%d: %s", input->name, input->line,
             fault->column, fault->reason);
    if (!input->skip_bad) {
        log_error("%s", line);
        return false;
    }
    if (input->skipped++ == 0)
        memcpy(input->first_skipped, line, sizeof line);
    return true;
}

// The first line of the buffer, and the byte behind it; NULL if it is not whole.
static const char *find_end(const struct eval_input *input, const char **next)
{
    const char *line = input->buffer + input->begin;
    const char *end = memchr(line, '\n', input->end - input->begin);

    if (end)
        *next = end + 1;
    else if (input->ended && input->begin < input->end)
        *next = end = input->buffer + input->end;
    return end;
}

// Lines that are whole, until there are `most` cases. Returns false at a bad one.
static bool take_lines(struct eval_input *input, uint64_t *const *words, size_t most,
                       size_t *count)
{
    int per_case = input->text.operands + input->text.expected;
    const char *end, *next;

    while (*count < most && (end = find_end(input, &next)) != NULL) {
        const char *line = input->buffer + input->begin;
        struct eval_text_fault fault;
        uint64_t word[EVAL_TEXT_WORDS];
        enum eval_text_line what = EVAL_TEXT_NOTHING;

        input->begin = (size_t) (next - input->buffer);
        if (!input->overlong) {
            input->line++;
            what = eval_text_read(&input->text, line, end, word, &fault);
        }
        input->overlong = false;
        if (what == EVAL_TEXT_BAD && !note_bad(input, &fault))
            return false;
        if (what != EVAL_TEXT_CASE)
            continue;
        for (int k = 0; k < per_case; k++)
            words[k][*count] = word[k];
        ++*count;
    }
    return true;
}

// Moves the unread text to the front of the buffer. A line that fills the buffer is
// malformed, and the rest of the line is dropped.
static bool make_room(struct eval_input *input)
{
    struct eval_text_fault fault = { .column = 1 };

    input->end -= input->begin;
    memmove(input->buffer, input->buffer + input->begin, input->end);
    input->begin = 0;
    if (input->end < EVAL_INPUT_LINE)
        return true;
    input->end = 0;
    if (input->overlong)
        return true;
    input->overlong = true;
    input->line++;
    snprintf(fault.reason, sizeof fault.reason, "the line is longer than %d bytes",
             EVAL_INPUT_LINE - 1);
    return note_bad(input, &fault);
}

enum eval_input_state eval_input_cases(struct eval_input *input, uint64_t *const *words,
                                       size_t most, size_t *count)
{
    long got;

    *count = 0;
    for (;;) {
        if (!take_lines(input, words, most, count))
            return EVAL_INPUT_BAD;
        if (*count == most)
            return EVAL_INPUT_MORE;
        if (input->ended)
            return EVAL_INPUT_END;
        if (*count > 0 && !isolate_ready(input->fd, PAUSE_MS))
            return EVAL_INPUT_MORE;
        if (!make_room(input))
            return EVAL_INPUT_BAD;
        got = eval_input_read(input, input->buffer + input->end,
                              EVAL_INPUT_LINE - input->end);
        if (got < 0)
            return EVAL_INPUT_BROKEN;
        if (guard_interrupted())
            return EVAL_INPUT_END; // what is in the buffer may be cut
        input->ended = got == 0;
        input->end += (size_t) got;
    }
}
