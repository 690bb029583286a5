// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Lines over a common axis.
 *
 * @param horizontal the label of that axis, with its unit
 * @param places the marks of that axis
 * @param vertical maps values to heights
 * @param series at least one, each with points from left to right; at least two different places
 */
record Lines(String horizontal, Places places, ValueAxis vertical, List<Series> series) {
    /** The marks of the horizontal axis. */
    private enum Places {
        LINEAR {
            @Override
            List<Double> marks(double left, double right) {
                double step = AxisTicks.step(left, right);
                double first = Math.ceil(left / step) * step;
                int count = (int) Math.min(MOST_MARKS, (right - first) / step + 1 + 1e-6);
                List<Double> marks = new ArrayList<>();
                for (int i = 0; i < count; i++) marks.add(first + i * step);
                return marks;
            }

            @Override
            String mark(double value) {
                return compact(value);
            }

            @Override
            String text(double value) {
                return Numbers.text(value);
            }
        },
        /** Percentiles, by the number of their nines: 2 for 99 %. */
        NINES {
            @Override
            List<Double> marks(double left, double right) {
                List<Double> marks = new ArrayList<>();
                for (int nines = (int) left; nines <= right; nines++) marks.add((double) nines);
                return marks;
            }

            @Override
            String mark(double value) {
                return text(value);
            }

            @Override
            String text(double value) {
                double percent = 100 * (1 - Math.pow(10, -value));
                return Numbers.exact(Math.rint(percent * 1e6) / 1e6) + " %";
            }
        };

        abstract List<Double> marks(double left, double right);

        /** Returns a short text of a place. */
        abstract String mark(double value);

        abstract String text(double value);
    }

    /**
     * A line.
     *
     * @param knee the place of its knee, to be marked; NaN if it has none
     */
    record Series(String name, List<Point> points, double knee) {
        Series(String name, List<Point> points) {
            this(name, points, Double.NaN);
        }
    }

    /** A point of a line. */
    record Point(double x, double y) {
        private boolean isFinite() {
            return Double.isFinite(x) && Double.isFinite(y);
        }
    }

    private static final int WIDTH = 640;
    private static final int HEIGHT = 360;
    private static final int LEFT = 72;
    private static final int RIGHT = 620;
    private static final int TOP = 24;
    private static final int BOTTOM = 300;
    private static final int COLOURS = 7;
    private static final int MOST_MARKS = 20;

    /** Draws the lines on a linear scale from a floor. Empty if there is no line to draw. */
    static String from(double floor, String horizontal, List<Series> series) {
        List<Series> known = finite(series);
        return new Lines(horizontal, Places.LINEAR, ValueAxis.from(floor, values(known)), known)
                .html();
    }

    /** Draws the lines on a logarithmic scale; values must be above 0. */
    static String logarithmic(String horizontal, List<Series> series) {
        List<Series> known = finite(series);
        return logarithmic(horizontal, Places.LINEAR, known);
    }

    /**
     * Draws values of percentiles on a logarithmic scale; they must be above 0.
     *
     * @param series with the percentile p of each point as -log10(1 - p)
     */
    static String percentiles(String horizontal, List<Series> series) {
        return logarithmic(horizontal, Places.NINES, series);
    }

    private static String logarithmic(String horizontal, Places places, List<Series> series) {
        return new Lines(horizontal, places, ValueAxis.logarithmic(values(series)), series).html();
    }

    private static List<Series> finite(List<Series> series) {
        return series.stream()
                .map(
                        each ->
                                new Series(
                                        each.name(),
                                        each.points().stream().filter(Point::isFinite).toList(),
                                        each.knee()))
                .toList();
    }

    private static double[] values(List<Series> series) {
        return series.stream()
                .flatMap(each -> each.points().stream())
                .mapToDouble(Point::y)
                .toArray();
    }

    /** Returns HTML, hidden from screen readers: the figure's table has the same data. */
    private String html() {
        if (all().distinct().count() < 2) return "";
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
        for (double value : vertical.marks()) {
            double y = y(value);
            add(
                    svg,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                    LEFT,
                    RIGHT,
                    y,
                    y);
            text(svg, "left", LEFT - 8, y + 5, compact(value));
        }
        if (vertical.isLogarithmic()) text(svg, "kind", LEFT, TOP - 4, "logarithmic scale");
        for (double mark : places.marks(left(), right()))
            text(svg, "below", x(mark), BOTTOM + 22, places.mark(mark));
        text(svg, "below", (LEFT + RIGHT) / 2.0, HEIGHT - 8, horizontal);
        for (int i = 0; i < series.size(); i++) line(svg, series.get(i), i % COLOURS);
        return svg.append("</svg>\n").toString();
    }

    private void line(StringBuilder svg, Series one, int colour) {
        add(svg, "<polyline class=\"c%d\" points=\"", colour);
        for (Point each : one.points()) add(svg, "%.1f,%.1f ", x(each.x()), y(each.y()));
        svg.append("\"/>\n");
        if (one.knee() >= left() && one.knee() <= right())
            add(
                    svg,
                    "<line class=\"knee c%1$d\" x1=\"%2$.1f\" x2=\"%2$.1f\" y1=\"%3$d\" y2=\"%4$d\"><title>%5$s</title></line>\n",
                    colour,
                    x(one.knee()),
                    TOP,
                    BOTTOM,
                    Html.escaped(
                            "%s: saturated at %s".formatted(one.name(), places.text(one.knee()))));
        for (Point each : one.points())
            add(
                    svg,
                    "<circle class=\"c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s</title></circle>\n",
                    colour,
                    x(each.x()),
                    y(each.y()),
                    Html.escaped(
                            "%s: %s at %s"
                                    .formatted(
                                            one.name(),
                                            Numbers.text(each.y()),
                                            places.text(each.x()))));
    }

    private static void text(StringBuilder svg, String kind, double x, double y, String words) {
        add(
                svg,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                kind,
                x,
                y,
                Html.escaped(words));
    }

    private static void add(StringBuilder svg, String form, Object... values) {
        svg.append(String.format(Locale.ROOT, form, values));
    }

    /** Abbreviates large numbers: an axis has little room for its marks. */
    private static String compact(double value) {
        if (value >= 1e6) return AxisTicks.mark(value / 1e6) + "M";
        return value >= 1e3 ? AxisTicks.mark(value / 1e3) + "k" : AxisTicks.mark(value);
    }

    private DoubleStream all() {
        return series.stream().flatMap(each -> each.points().stream()).mapToDouble(Point::x);
    }

    private double left() {
        return all().min().orElseThrow();
    }

    private double right() {
        return all().max().orElseThrow();
    }

    private double x(double value) {
        return LEFT + 20 + (value - left()) / (right() - left()) * (RIGHT - LEFT - 40);
    }

    private double y(double value) {
        return BOTTOM - vertical.height(value) * (BOTTOM - TOP);
    }
}
