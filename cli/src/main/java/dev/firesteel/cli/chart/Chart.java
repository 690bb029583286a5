// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.chart;

import static dev.firesteel.cli.chart.ChartFrame.AXIS;
import static dev.firesteel.cli.chart.ChartFrame.BOTTOM;
import static dev.firesteel.cli.chart.ChartFrame.HEIGHT;
import static dev.firesteel.cli.chart.ChartFrame.LEFT;
import static dev.firesteel.cli.chart.ChartFrame.RIGHT;
import static dev.firesteel.cli.chart.ChartFrame.TOP;
import static dev.firesteel.cli.chart.ChartFrame.WIDTH;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Draws lines over a common axis, or bars if the axis has only one place.
 *
 * @param title the content
 * @param subtitle the circumstances
 * @param places on the horizontal axis, rising
 * @param floor the begin of the vertical axis
 */
public record Chart(
        String title,
        String subtitle,
        String horizontal,
        String vertical,
        List<Double> places,
        double floor,
        List<Series> all) {
    private static final List<String> DASHES = List.of("", "8 4", "2 3", "10 3 2 3");

    /** A point of a curve. */
    public record Point(double place, double value) {}

    /**
     * A line with a value for each place, or no values; beside a curve, marks only.
     *
     * @param curve the theoretical curve, also between the places; empty if there is none
     */
    public record Series(String name, List<Double> values, List<Point> curve) {
        public Series(String name, List<Double> values) {
            this(name, values, List.of());
        }
    }

    /** Returns the chart as an SVG document. */
    public String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT, title, described());
        frame().draw(svg, title, subtitle, vertical);
        if (places.size() == 1) bars(svg);
        else lines(svg);
        return svg.toString();
    }

    /** Returns a description of the picture in words and numbers. */
    private String described() {
        StringBuilder text = new StringBuilder(subtitle + ". " + vertical + " over " + horizontal);
        for (Series each : all) {
            if (each.values.isEmpty()) continue;
            text.append("; ").append(each.name).append(':');
            for (int i = 0; i < places.size(); i++)
                text.append(i == 0 ? " " : ", ")
                        .append(number(each.values.get(i)) + " at " + number(places.get(i)));
        }
        return text + ".";
    }

    private ChartFrame frame() {
        double most =
                all.stream()
                        .flatMap(
                                each ->
                                        Stream.concat(
                                                each.values.stream(),
                                                each.curve.stream().map(Point::value)))
                        .reduce(floor, Math::max);
        return new ChartFrame(floor, most);
    }

    private double y(double value) {
        return frame().y(value);
    }

    private static String number(double value) {
        return ChartFrame.number(value);
    }

    private double x(double place) {
        double first = places.get(0);
        double last = places.get(places.size() - 1);
        return LEFT + 30 + (place - first) / (last - first) * (RIGHT - LEFT - 60);
    }

    private void lines(Svg svg) {
        for (double place : places) {
            svg.line(x(place), BOTTOM, x(place), BOTTOM + 5, AXIS);
            svg.text(x(place), BOTTOM + 22, "middle", "", number(place));
        }
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 50, "middle", "", horizontal);
        for (int line = 0; line < all.size(); line++) line(svg, line);
    }

    private void line(Svg svg, int line) {
        Series series = all.get(line);
        String colour = colour(line);
        boolean isMeasured = !series.values.isEmpty();
        String style =
                "stroke=\"%s\" stroke-width=\"2.5\" stroke-dasharray=\"%s\""
                        .formatted(colour, DASHES.get(line % DASHES.size()));
        if (!series.curve.isEmpty()) curve(svg, series, style);
        for (int i = 0; isMeasured && i < places.size(); i++) {
            double x = x(places.get(i));
            double y = y(series.values.get(i));
            if (i > 0 && series.curve.isEmpty())
                svg.line(x(places.get(i - 1)), y(series.values.get(i - 1)), x, y, style);
            svg.mark(x, y, line, colour);
        }
        int at = TOP + 20 + 26 * line;
        svg.line(RIGHT + 20, at, RIGHT + 56, at, style);
        if (isMeasured) svg.mark(RIGHT + 38, at, line, colour);
        svg.text(RIGHT + 64, at + 5, "start", "", series.name);
    }

    private void curve(Svg svg, Series series, String style) {
        svg.curve(
                style,
                series.curve.stream()
                        .flatMapToDouble(each -> DoubleStream.of(x(each.place), y(each.value)))
                        .toArray());
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
