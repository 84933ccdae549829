// SPDX-License-Identifier: MIT
// A highp number into one kind of storage at the precision under test, and back. The
// conversion on the way in is the only rounding; "computed" adds two products by one.
struct pair
{
    REAL first;
    REAL second;
};

REAL outside;

// A function: SwiftShader 4.1 crashes where this stands beside the array.
WIDE float source()
{
    return operand_number(0);
}

void keep(WIDE float value)
{
    result_number(0, value);
}

WIDE float handed_over(REAL value)
{
    return float(value);
}

REAL handed_back(WIDE float value)
{
    return REAL_OF(value);
}

void probe()
{
    // Without highp a fragment has no other numbers than those that came by a varying.
#ifndef ENCODE_SMALL
    if (line_is(0)) {
        REAL value = REAL_OF(source());

        keep(float(value));
    }
    if (line_is(1)) {
        pair both = pair(operand(1), REAL_OF(source()));

        keep(float(both.second));
    }
#if __VERSION__ != 100
    if (line_is(2)) {
        REAL elements[3];

        elements[0] = REAL_OF(source());
        elements[1] = operand(1);
        elements[2] = operand(2);
        // Never 3 or more, but a driver may compute the index of other expressions too.
        keep(float(elements[int(operand_bits(2) % 3u)]));
    }
#endif
    if (line_is(3))
        keep(handed_over(REAL_OF(source())));
    if (line_is(4))
        keep(float(handed_back(source())));
    if (line_is(5)) {
        outside = REAL_OF(source());
        keep(float(outside));
    }
#endif
#ifdef HAS_CARRIED
    if (line_is(6))
        keep(float(carried()));
#endif
#ifdef HAS_HELD
    if (line_is(7))
        keep(float(held()));
#endif
    if (line_is(8)) {
        REAL value = REAL_OF(source());

        keep(float(value * operand(1) * operand(1)));
    }
}
