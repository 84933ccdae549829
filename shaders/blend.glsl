// SPDX-License-Identifier: MIT
// s and a as they come, to be blended as s + d * (1 - a). The target is the only rounding;
// lines differ in their targets and cases alone.
void probe()
{
    colour(vec4(vec3(operand(0)), operand(1)));
}
