// SPDX-License-Identifier: MIT
// One operation of operands of two precisions, into a highp variable. Operand 0 is 2^-k,
// operand 1 is 1 + 2^-k in highp, operand 2 is 1, operand 3 is 0. The zero that is added
// follows the operation, because a driver may compute a single one in more bits.
void probe()
{
#ifdef IS_MEDIUMP
    if (line_is(0)) {
        WIDE float c = 1.0 + operand(0);

        result_number(0, c + operand(3));
    }
    if (line_is(1)) {
        WIDE float c = operand(2) + operand(0);

        result_number(0, c + operand(3));
    }
    if (line_is(2)) {
        WIDE float c = operand_number(2) + operand(0);

        result_number(0, c + operand(3));
    }
    if (line_is(3)) {
        WIDE float c = operand_number(1) * operand(2);

        result_number(0, c + operand(3));
    }
    if (line_is(4)) {
        WIDE float c = mix(operand_number(2), operand_number(1), operand(2));

        result_number(0, c + operand(3));
    }
    if (line_is(5)) {
        REAL n = operand_number(1);
        WIDE float c = n + operand(3);

        result_number(0, c + operand(3));
    }
#endif
}
