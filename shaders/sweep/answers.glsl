// SPDX-License-Identifier: MIT
uint answer_of(uint number)
{
    uint a_bits, b_bits;

    operands(number, number_high, a_bits, b_bits);
    return answer(a_bits, b_bits);
}

uvec4 answers(uint quad)
{
    uint number = number_first + 4u * quad;

    return uvec4(answer_of(number), answer_of(number + 1u), answer_of(number + 2u),
                 answer_of(number + 3u));
}
