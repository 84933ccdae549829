// SPDX-License-Identifier: MIT
//
// The entry points of GLFW as glfw.c found them. Only for files that are built where
// GLFW's header is.

#ifndef DEVICE_GLFW_CALLS_H
#define DEVICE_GLFW_CALLS_H

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// clang-format off
#define GLFW_CALLS(call)                                                                 \
    call(Init) call(Terminate) call(GetError) call(DefaultWindowHints) call(WindowHint)  \
    call(CreateWindow) call(DestroyWindow) call(MakeContextCurrent)                      \
    call(GetCurrentContext) call(GetProcAddress) call(SwapBuffers) call(SetWindowTitle)  \
    call(GetFramebufferSize) call(WindowShouldClose) call(WaitEventsTimeout)             \
    call(SetWindowUserPointer) call(GetWindowUserPointer) call(SetCharCallback)          \
    call(SetKeyCallback) call(SetWindowRefreshCallback) call(SetFramebufferSizeCallback)
// clang-format on

struct glfw_calls {
#define MEMBER(name) __typeof__(&glfw##name) name;
    GLFW_CALLS(MEMBER)
#undef MEMBER
};

// Filled while a window of glfw_window_open is there.
extern struct glfw_calls glfw_calls;

#endif // DEVICE_GLFW_CALLS_H
