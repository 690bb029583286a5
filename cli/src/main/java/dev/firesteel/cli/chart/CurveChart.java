// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.chart;

import static dev.firesteel.cli.chart.ChartFrame.AXIS;
import static dev.firesteel.cli.chart.ChartFrame.BOTTOM;
import static dev.firesteel.cli.chart.ChartFrame.HEIGHT;
import static dev.firesteel.cli.chart.ChartFrame.LEFT;
import static dev.firesteel.cli.chart.ChartFrame.RIGHT;
import static dev.firesteel.cli.chart.ChartFrame.TOP;
import static dev.firesteel.cli.chart.ChartFrame.WIDTH;

import dev.firesteel.report.AxisTicks;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws curves over memory with their bands, measured points, and a line at the chosen split.
 * Extrapolated parts are dashed.
 *
 * @param title the content
 * @param subtitle the circumstances
 * @param horizontal the label of the horizontal axis
 * @param vertical the label of the vertical axis
 * @param curves at least one, each with two places or more
 * @param points the measurements
 * @param chosen the choice on the horizontal axis
 */
public record CurveChart(
        String title,
        String subtitle,
        String horizontal,
        String vertical,
        List<Curve> curves,
        List<Point> points,
        double chosen) {
    private static final double WIDEST_BAND = 1.5;
    private static final String DASHED = " stroke-dasharray=\"6 4\"";

    /**
     * A point of a curve.
     *
     * @param low the lower end of its band; the same as y for none
     * @param high the upper end
     */
    public record Place(double x, double y, double low, double high, boolean isMeasured) {}

    /** A curve. */
    public record Curve(String name, List<Place> places) {}

    /**
     * A measured point.
     *
     * @param isUsed whether the curve was fitted to it
     */
    public record Point(double x, double y, boolean isUsed) {}

    /** Returns the chart as an SVG document. */
    public String svg() {
        Svg svg = new Svg(WIDTH, HEIGHT, title, described());
        ChartFrame frame = frame();
        frame.draw(svg, title, subtitle, vertical);
        horizontalAxis(svg);
        for (int i = 0; i < curves.size(); i++) band(svg, frame, i);
        svg.line(x(chosen), TOP, x(chosen), BOTTOM, "class=\"axis\" stroke-dasharray=\"3 3\"");
        for (int i = 0; i < curves.size(); i++) curve(svg, frame, i);
        for (Point each : points)
            if (each.isUsed()) svg.mark(x(each.x()), frame.y(each.y()), 0, colour(0));
            else svg.ring(x(each.x()), frame.y(each.y()), colour(0));
        legend(svg);
        return svg.toString();
    }

    /** Returns a description of the picture in words and numbers. */
    private String described() {
        StringBuilder text = new StringBuilder(subtitle + ". " + vertical + " over " + horizontal);
        for (Curve each : curves) {
            Place first = each.places().get(0);
            Place last = each.places().get(each.places().size() - 1);
            text.append("; ").append(each.name());
            text.append(": %s at %s".formatted(number(first.y()), number(first.x())));
            text.append(" to %s at %s".formatted(number(last.y()), number(last.x())));
        }
        return text.append("; chosen: ").append(number(chosen)).append('.').toString();
    }

    private static String number(double value) {
        return ChartFrame.number(value);
    }

    /** Returns the frame. Its height limits very wide bands, which would flatten the curves. */
    private ChartFrame frame() {
        double most = 0;
        for (Point each : points) most = Math.max(most, each.y());
        for (Curve each : curves)
            for (Place place : each.places()) most = Math.max(most, place.y());
        double highest = most;
        for (Curve each : curves)
            for (Place place : each.places())
                highest = Math.max(highest, Math.min(place.high(), WIDEST_BAND * most));
        return new ChartFrame(0, highest);
    }

    private double left() {
        return Math.min(
                curves.get(0).places().get(0).x(),
                points.stream().mapToDouble(Point::x).min().orElse(Double.MAX_VALUE));
    }

    private double right() {
        List<Place> places = curves.get(0).places();
        return Math.max(
                places.get(places.size() - 1).x(),
                points.stream().mapToDouble(Point::x).max().orElse(0));
    }

    private double x(double value) {
        return LEFT + 20 + (value - left()) / (right() - left()) * (RIGHT - LEFT - 40);
    }

    private void horizontalAxis(Svg svg) {
        double step = AxisTicks.step(left(), right());
        for (double at = Math.ceil(left() / step) * step; at <= right() + step / 1e6; at += step) {
            svg.line(x(at), BOTTOM, x(at), BOTTOM + 5, AXIS);
            svg.text(x(at), BOTTOM + 22, "middle", "", ChartFrame.number(at));
        }
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 50, "middle", "", horizontal);
    }

    private void band(Svg svg, ChartFrame frame, int index) {
        List<Place> places = curves.get(index).places();
        double[] outline = new double[places.size() * 4];
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            int back = outline.length - 2 - 2 * i;
            outline[2 * i] = x(place.x());
            outline[2 * i + 1] = frame.y(Math.min(place.high(), frame.most()));
            outline[back] = x(place.x());
            outline[back + 1] = frame.y(Math.max(place.low(), 0));
        }
        if (hasBand(places)) svg.area(colour(index), outline);
    }

    private static boolean hasBand(List<Place> places) {
        return places.stream().anyMatch(each -> each.high() > each.low());
    }

    /** Draws a curve in pieces, each measured or extrapolated as a whole. */
    private void curve(Svg svg, ChartFrame frame, int index) {
        List<Place> places = curves.get(index).places();
        int from = 0;
        for (int to = 1; to < places.size(); to++) {
            boolean isMeasured = isMeasured(places, to);
            boolean isLast = to + 1 == places.size();
            if (!isLast && isMeasured(places, to + 1) == isMeasured) continue;
            List<Double> points = new ArrayList<>();
            for (Place each : places.subList(from, to + 1))
                points.addAll(List.of(x(each.x()), frame.y(each.y())));
            svg.curve(
                    style(colour(index)) + (isMeasured ? "" : DASHED),
                    points.stream().mapToDouble(Double::doubleValue).toArray());
            from = to;
        }
    }

    /** Returns whether the piece that ends at a place is measured. */
    private static boolean isMeasured(List<Place> places, int to) {
        return places.get(to - 1).isMeasured() && places.get(to).isMeasured();
    }

    private static String style(String colour) {
        return "stroke=\"%s\" stroke-width=\"2.5\"".formatted(colour);
    }

    private void legend(Svg svg) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < curves.size(); i++) {
            svg.line(RIGHT + 16, row(names), RIGHT + 44, row(names), style(colour(i)));
            name(svg, names, curves.get(i).name());
        }
        if (curves.stream().anyMatch(each -> hasBand(each.places()))) {
            svg.area(
                    colour(0),
                    RIGHT + 16,
                    row(names) - 7,
                    RIGHT + 44,
                    row(names) - 7,
                    RIGHT + 44,
                    row(names) + 7,
                    RIGHT + 16,
                    row(names) + 7);
            name(svg, names, "95 % interval");
        }
        if (hasPoint(true)) {
            svg.mark(RIGHT + 30, row(names), 0, colour(0));
            name(svg, names, "measured");
        }
        if (hasPoint(false)) {
            svg.ring(RIGHT + 30, row(names), colour(0));
            name(svg, names, "beyond the limit");
        }
        if (curves.stream().anyMatch(CurveChart::isExtrapolated)) {
            svg.line(RIGHT + 16, row(names), RIGHT + 44, row(names), style(colour(0)) + DASHED);
            name(svg, names, "extrapolated");
        }
        svg.line(
                RIGHT + 30,
                row(names) - 9,
                RIGHT + 30,
                row(names) + 9,
                "class=\"axis\" stroke-dasharray=\"3 3\"");
        name(svg, names, "recommended");
    }

    private static boolean isExtrapolated(Curve curve) {
        return curve.places().stream().anyMatch(each -> !each.isMeasured());
    }

    private boolean hasPoint(boolean isUsed) {
        return points.stream().anyMatch(each -> each.isUsed() == isUsed);
    }

    private static int row(List<String> names) {
        return TOP + 20 + 26 * names.size();
    }

    private static void name(Svg svg, List<String> names, String name) {
        svg.text(RIGHT + 52, row(names) + 5, "start", "", name);
        names.add(name);
    }

    private static String colour(int index) {
        return Svg.COLOURS.get(index % Svg.COLOURS.size());
    }
}
