// SPDX-License-Identifier: MIT
// x as it comes. The target's conversion is the only rounding; lines differ in their
// cases alone.
void probe()
{
    result(0, operand(0));
}
