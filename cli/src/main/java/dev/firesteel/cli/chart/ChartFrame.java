// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.chart;

import dev.firesteel.report.AxisTicks;
import java.util.ArrayList;
import java.util.List;

/**
 * The frame of all charts: title, vertical axis with grid, and space for names on the right.
 *
 * @param floor the begin of the vertical axis
 * @param most the largest value shown
 */
public record ChartFrame(double floor, double most) {
    static final int WIDTH = 820;
    static final int HEIGHT = 480;
    static final int LEFT = 80;
    static final int RIGHT = 640;
    static final int TOP = 80;
    static final int BOTTOM = 410;
    static final String AXIS = "class=\"axis\"";

    /** Maximum number of characters on a subtitle line. */
    private static final int LONGEST_LINE = 112;

    private static final String GRID = "class=\"grid\"";

    void draw(Svg svg, String title, String subtitle, String vertical) {
        svg.text(LEFT, 32, "start", "font-size=\"18\" font-weight=\"bold\"", title);
        int line = 50;
        for (String each : lines(subtitle)) {
            svg.text(LEFT, line, "start", "class=\"quiet\" font-size=\"12\"", each);
            line += 16;
        }
        double step = AxisTicks.step(floor, most);
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

    /** Breaks a text at spaces, so that nothing is cut off at the right. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() >= LONGEST_LINE) {
                lines.add(line.toString().strip());
                line.setLength(0);
            }
            line.append(' ').append(word);
        }
        lines.add(line.toString().strip());
        return lines;
    }

    private double ceiling() {
        double step = AxisTicks.step(floor, most);
        return Math.max(floor + step, Math.ceil(most * 1.02 / step) * step);
    }

    double y(double value) {
        return BOTTOM - (value - floor) / (ceiling() - floor) * (BOTTOM - TOP);
    }

    /** Returns a number for people, rounded. */
    public static String number(double value) {
        return AxisTicks.mark(value);
    }
}
