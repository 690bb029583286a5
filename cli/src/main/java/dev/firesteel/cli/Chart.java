// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static dev.firesteel.cli.ChartFrame.AXIS;
import static dev.firesteel.cli.ChartFrame.BOTTOM;
import static dev.firesteel.cli.ChartFrame.HEIGHT;
import static dev.firesteel.cli.ChartFrame.LEFT;
import static dev.firesteel.cli.ChartFrame.RIGHT;
import static dev.firesteel.cli.ChartFrame.TOP;
import static dev.firesteel.cli.ChartFrame.WIDTH;

import java.util.List;

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
    private static final List<String> DASHES = List.of("", "8 4", "2 3", "10 3 2 3");

    /** A line: a value for each place. */
    record Series(String name, List<Double> values) {}

    String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT);
        ChartFrame frame = frame();
        frame.draw(svg, title, subtitle, vertical);
        if (places.size() == 1) bars(svg);
        else lines(svg);
        return svg.toString();
    }

    private ChartFrame frame() {
        double most = all.stream().flatMap(each -> each.values().stream()).reduce(floor, Math::max);
        return new ChartFrame(floor, most);
    }

    private double y(double value) {
        return frame().y(value);
    }

    private static String number(double value) {
        return ChartFrame.number(value);
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
