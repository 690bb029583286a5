// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.report.Scale;

/**
 * What all charts have: a title, the vertical axis with its grid, and room for names on the right.
 *
 * @param floor where the vertical axis begins
 * @param most the largest value that is shown
 */
record ChartFrame(double floor, double most) {
    static final int WIDTH = 820;
    static final int HEIGHT = 480;
    static final int LEFT = 80;
    static final int RIGHT = 640;
    static final int TOP = 80;
    static final int BOTTOM = 410;
    static final String AXIS = "class=\"axis\"";
    private static final String GRID = "class=\"grid\"";

    void draw(Svg svg, String title, String subtitle, String vertical) {
        svg.text(LEFT, 32, "start", "font-size=\"18\" font-weight=\"bold\"", title);
        svg.text(LEFT, 54, "start", "class=\"quiet\" font-size=\"13\"", subtitle);
        double step = Scale.step(floor, most);
        for (int i = 0; floor + i * step <= ceiling() + step / 1e6; i++) {
            double value = floor + i * step;
            svg.line(LEFT, y(value), RIGHT, y(value), i == 0 ? AXIS : GRID);
            svg.text(LEFT - 8, y(value) + 5, "end", "", number(value));
        }
        svg.line(LEFT, TOP, LEFT, BOTTOM, AXIS);
        int middle = (TOP + BOTTOM) / 2;
        svg.text(
                22,
                middle,
                "middle",
                "transform=\"rotate(-90 22 %d)\"".formatted(middle),
                vertical);
    }

    private double ceiling() {
        double step = Scale.step(floor, most);
        return Math.max(floor + step, Math.ceil(most * 1.02 / step) * step);
    }

    double y(double value) {
        return BOTTOM - (value - floor) / (ceiling() - floor) * (BOTTOM - TOP);
    }

    static String number(double value) {
        return Scale.mark(value);
    }
}
