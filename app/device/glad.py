#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generate the GL loader: glad.py GLAD OUTDIR. Offline, for the versions in use. A debug
loader calls back before and after each call, where app/device/gl.c changes the
floating-point environment."""

import os
import shutil
import subprocess
import sys


def main():
    glad, out = sys.argv[1:3]
    # This interpreter: glad's own line may find a python that lacks it.
    subprocess.run(
        [sys.executable, glad, "--quiet", "--reproducible", "--merge", "--api",
         "gl:core=4.5,gles2=3.2", "--extensions", "GL_EXT_color_buffer_float,GL_KHR_parallel_shader_compile",
         "--out-path", out, "c", "--debug"],
        check=True, stderr=subprocess.DEVNULL)
    for name, copy in (("src/gl.c", "glad.c"), ("include/glad/gl.h", "glad.h"),
                       ("include/KHR/khrplatform.h", "khrplatform.h")):
        shutil.copy(os.path.join(out, name), os.path.join(out, copy))


main()
