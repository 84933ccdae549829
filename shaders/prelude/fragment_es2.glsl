void main()
{
    probe();
    gl_FragColor = vec4(vec3(LEVEL(answer_value)), 1.0);
}
