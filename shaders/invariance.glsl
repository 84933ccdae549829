// SPDX-License-Identifier: MIT
// The same expressions in each program. In the second one, other code takes their parts
// again, and has an output of its own.
#ifdef SECOND
highp float beside = 0.0;
#define ALSO(value) beside += (value)
#else
#define ALSO(value)
#endif

void show(REAL value)
{
    result(0, value);
    result(1, value);
}

void sums()
{
    if (line_is(0)) {
        show(operand(0) * operand(1) + operand(2));
        ALSO(operand(0) * operand(1));
    }
    if (line_is(1)) {
        show(operand(0) * operand(1) + operand(2) * operand(3));
        ALSO(operand(2) * operand(3));
    }
    if (line_is(2)) {
        show((operand(0) * operand(3) + operand(1)) * operand(3) + operand(2));
        ALSO(operand(0) * operand(3));
        ALSO((operand(0) * operand(3) + operand(1)) * operand(3));
    }
    if (line_is(3)) {
        vec4 v = vec4(operand(1), operand(2), operand(3), operand(0));
        mat4 m = mat4(vec4(operand(0)), vec4(operand(1)), vec4(operand(2)), vec4(operand(3)));

        show((m * v).x);
        ALSO(operand(0) * operand(1));
        ALSO(operand(2) * operand(3));
        ALSO((m * v.wzyx).y);
    }
    if (line_is(4)) {
        show(operand(0) + operand(1) + operand(2));
        ALSO(operand(1) + operand(2));
    }
    if (line_is(5)) {
        show(mix(operand(0), operand(1), operand(2)));
        ALSO(operand(1) - operand(0));
        ALSO(operand(1) * operand(2));
    }
}

void functions()
{
    if (line_is(6)) {
        show(operand(0) / operand(1));
        ALSO(1.0 / operand(1));
        ALSO(operand(2) / operand(1));
    }
    if (line_is(7)) {
        vec3 v = vec3(operand(0), operand(1), operand(2));

        show(length(v));
        ALSO(dot(v, v));
    }
    if (line_is(8)) {
        vec3 v = vec3(operand(0), operand(1), operand(2));

        show(normalize(v).x);
        ALSO(length(v));
        ALSO(inversesqrt(dot(v, v)));
    }
    if (line_is(9)) {
        show(sin(operand(0)));
        ALSO(cos(operand(0)));
        ALSO(tan(operand(0)));
    }
    if (line_is(10)) {
        show(exp(operand(0)));
        ALSO(exp2(operand(0)));
        ALSO(operand(0) * 1.442695);
    }
    if (line_is(11)) {
        show(pow(abs(operand(0)), operand(1)));
        ALSO(log2(abs(operand(0))));
        ALSO(log2(abs(operand(0))) * operand(1));
    }
}

void probe()
{
    sums();
    functions();
}
