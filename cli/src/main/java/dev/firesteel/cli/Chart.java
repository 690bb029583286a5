// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.util.List;
import java.util.Locale;

/**
 * Some lines over a common axis, or bars where there is but one place on it.
 *
 * @param title what is seen
 * @param subtitle under which circumstances
 * @param places on the horizontal axis, rising
 * @param floor where the vertical axis begins
 */
record Chart(
        String title,
        String subtitle,
        String horizontal,
        String vertical,
        List<Double> places,
        double floor,
        List<Series> all) {
    private static final int WIDTH = 820;
    private static final int HEIGHT = 480;
    private static final int LEFT = 80;
    private static final int RIGHT = 640;
    private static final int TOP = 80;
    private static final int BOTTOM = 410;
    private static final String GRID = "stroke=\"#dddddd\"";
    private static final String AXIS = "stroke=\"#333333\"";
    private static final List<String> DASHES = List.of("", "8 4", "2 3", "10 3 2 3");

    /** A line: a value for each place. */
    record Series(String name, List<Double> values) {}

    String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT);
        svg.text(LEFT, 32, "start", "font-size=\"18\" font-weight=\"bold\"", title);
        svg.text(LEFT, 54, "start", "fill=\"#555555\" font-size=\"13\"", subtitle);
        verticalAxis(svg);
        if (places.size() == 1) bars(svg);
        else lines(svg);
        return svg.toString();
    }

    private double ceiling() {
        double most = all.stream().flatMap(each -> each.values().stream()).reduce(floor, Math::max);
        double step = step(most);
        return Math.max(floor + step, Math.ceil(most * 1.02 / step) * step);
    }

    /** 1, 2 or 5 times a power of ten, so that there are about six of them. */
    private double step(double most) {
        double rough = Math.max(1e-9, (most - floor) / 6);
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (int times : new int[] {1, 2, 5}) if (rough <= times * power) return times * power;
        return 10 * power;
    }

    private double y(double value) {
        return BOTTOM - (value - floor) / (ceiling() - floor) * (BOTTOM - TOP);
    }

    private void verticalAxis(Svg svg) {
        double step = step(ceiling());
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

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }

    private void lines(Svg svg) {
        double first = places.get(0);
        double last = places.get(places.size() - 1);
        double[] x =
                places.stream()
                        .mapToDouble(
                                at ->
                                        LEFT
                                                + 30
                                                + (at - first)
                                                        / (last - first)
                                                        * (RIGHT - LEFT - 60))
                        .toArray();
        for (int i = 0; i < x.length; i++) {
            svg.line(x[i], BOTTOM, x[i], BOTTOM + 5, AXIS);
            svg.text(x[i], BOTTOM + 22, "middle", "", number(places.get(i)));
        }
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 50, "middle", "", horizontal);
        for (int line = 0; line < all.size(); line++) line(svg, line, x);
    }

    private void line(Svg svg, int line, double[] x) {
        String colour = colour(line);
        String style =
                "stroke=\"%s\" stroke-width=\"2.5\" stroke-dasharray=\"%s\""
                        .formatted(colour, DASHES.get(line % DASHES.size()));
        List<Double> values = all.get(line).values();
        for (int i = 0; i < x.length; i++) {
            if (i > 0) svg.line(x[i - 1], y(values.get(i - 1)), x[i], y(values.get(i)), style);
            svg.mark(x[i], y(values.get(i)), line, colour);
        }
        int at = TOP + 20 + 26 * line;
        svg.line(RIGHT + 20, at, RIGHT + 56, at, style);
        svg.mark(RIGHT + 38, at, line, colour);
        svg.text(RIGHT + 64, at + 5, "start", "", all.get(line).name());
    }

    private void bars(Svg svg) {
        double room = (double) (RIGHT - LEFT) / all.size();
        for (int bar = 0; bar < all.size(); bar++) {
            double value = all.get(bar).values().get(0);
            double middle = LEFT + (bar + 0.5) * room;
            double width = Math.min(90, room * 0.6);
            svg.box(middle - width / 2, y(value), width, BOTTOM - y(value), colour(bar));
            svg.text(middle, y(value) - 8, "middle", "", number(value));
            svg.text(middle, BOTTOM + 22, "middle", "", all.get(bar).name());
        }
        svg.text(
                (LEFT + RIGHT) / 2.0,
                BOTTOM + 50,
                "middle",
                "",
                "streams, at " + horizontal + " " + number(places.get(0)));
    }

    private static String colour(int line) {
        return Svg.COLOURS.get(line % Svg.COLOURS.size());
    }
}
