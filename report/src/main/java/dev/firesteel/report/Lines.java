// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.List;
import java.util.Locale;

/**
 * Lines over a common axis.
 *
 * @param horizontal what that axis has, with its unit
 * @param floor where the vertical axis begins
 * @param series at least one, each with at least two points from left to right
 */
record Lines(String horizontal, double floor, List<Series> series) {
    /** A line. */
    record Series(String name, List<Point> points) {}

    /** A point of a line. */
    record Point(double x, double y) {}

    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final int LEFT = 64;
    private static final int RIGHT = 620;
    private static final int TOP = 16;
    private static final int BOTTOM = 300;
    private static final int COLOURS = 7;

    /** HTML, for eyes only: the table of the figure says the same. */
    String html() {
        StringBuilder html = new StringBuilder("<div aria-hidden=\"true\">\n<p class=\"legend\">");
        for (int i = 0; i < series.size(); i++)
            html.append(
                    "<span><b class=\"c%d\"></b> %s</span> "
                            .formatted(i % COLOURS, Html.escaped(series.get(i).name())));
        return html.append("</p>\n").append(svg()).append("</div>\n").toString();
    }

    private String svg() {
        StringBuilder svg = new StringBuilder();
        add(svg, "<svg viewBox=\"0 0 %d %d\">\n", WIDTH, HEIGHT);
        double step = Scale.step(floor, most());
        for (double value = floor; value <= ceiling() + step / 1e6; value += step) {
            add(
                    svg,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%3$.1f\"/>\n",
                    LEFT,
                    RIGHT,
                    y(value));
            add(
                    svg,
                    "<text class=\"left\" x=\"%d\" y=\"%.1f\">%s</text>\n",
                    LEFT - 8,
                    y(value) + 5,
                    Scale.mark(value));
        }
        for (double value : places())
            add(
                    svg,
                    "<text class=\"below\" x=\"%.1f\" y=\"%d\">%s</text>\n",
                    x(value),
                    BOTTOM + 22,
                    Scale.mark(value));
        add(
                svg,
                "<text class=\"below\" x=\"%d\" y=\"%d\">%s</text>\n",
                (LEFT + RIGHT) / 2,
                HEIGHT - 8,
                Html.escaped(horizontal));
        for (int i = 0; i < series.size(); i++) line(svg, series.get(i), i % COLOURS);
        return svg.append("</svg>\n").toString();
    }

    private void line(StringBuilder svg, Series one, int colour) {
        add(svg, "<polyline class=\"c%d\" points=\"", colour);
        for (Point each : one.points()) add(svg, "%.1f,%.1f ", x(each.x()), y(each.y()));
        svg.append("\"/>\n");
        for (Point each : one.points())
            add(
                    svg,
                    "<circle class=\"c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n",
                    colour,
                    x(each.x()),
                    y(each.y()));
    }

    private static void add(StringBuilder svg, String form, Object... values) {
        svg.append(String.format(Locale.ROOT, form, values));
    }

    private List<Double> places() {
        return series.stream()
                .flatMap(each -> each.points().stream())
                .map(Point::x)
                .distinct()
                .sorted()
                .toList();
    }

    private double most() {
        double most = floor;
        for (Series each : series)
            for (Point point : each.points()) most = Math.max(most, point.y());
        return most;
    }

    private double ceiling() {
        double step = Scale.step(floor, most());
        return Math.max(floor + step, floor + Math.ceil((most() - floor) / step) * step);
    }

    private double x(double value) {
        List<Double> places = places();
        double first = places.get(0);
        return LEFT
                + 20
                + (value - first) / (places.get(places.size() - 1) - first) * (RIGHT - LEFT - 40);
    }

    private double y(double value) {
        return BOTTOM - (value - floor) / (ceiling() - floor) * (BOTTOM - TOP);
    }
}
