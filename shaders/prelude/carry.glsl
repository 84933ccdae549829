// SPDX-License-Identifier: MIT
// The vertex shader of fragments that are points.
void main()
{
    carried_line = point_cell.zw;
    carried_numbers = point_numbers;
#ifdef FORM_GUARDED
    carried_again = point_again;
    carried_guard = point_guard;
#endif
#ifdef SIGNED_ZEROS
    carried_codes = point_codes;
#endif
#ifdef HAS_CARRIED
    through = point_numbers.x;
#endif
    gl_Position = vec4(point_cell.xy, 0.0, 1.0);
    gl_PointSize = 1.0;
}
