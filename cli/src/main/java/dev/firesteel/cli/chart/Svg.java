// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.chart;

import java.util.List;
import java.util.Locale;

/** Builds an SVG picture, element by element. */
final class Svg {
    /** Colours that are distinguishable with any colour vision (Okabe and Ito 2008). */
    static final List<String> COLOURS =
            List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#7F7F7F");

    /** Style classes for everything but data, with a dark variant. */
    private static final String STYLE =
            """
            <style>
            .paper { fill: #ffffff } text { fill: #1c1c1c } text.quiet { fill: #555555 }
            .grid { stroke: #dddddd } .axis { stroke: #333333 }
            @media (prefers-color-scheme: dark) {
            .paper { fill: #16181d } text { fill: #e8e8e8 } text.quiet { fill: #b0b0b0 }
            .grid { stroke: #3a3d44 } .axis { stroke: #c8c8c8 }
            }
            </style>
            """;

    private final StringBuilder text = new StringBuilder();

    /**
     * Begins a picture.
     *
     * @param title the content, for screen readers
     * @param description a longer description
     */
    Svg(int width, int height, String title, String description) {
        text.append(
                ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                                + " font-size=\"14\" role=\"img\" aria-labelledby=\"title desc\">%n")
                        .formatted(width, height, width, height));
        text.append("<title id=\"title\">").append(escaped(title)).append("</title>\n");
        text.append("<desc id=\"desc\">").append(escaped(description)).append("</desc>\n");
        text.append(STYLE);
        text.append("<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    }

    void line(double x1, double y1, double x2, double y2, String style) {
        add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>%n", x1, y1, x2, y2, style);
    }

    void box(double x, double y, double width, double height, String colour) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x, y, width, height, colour);
    }

    /** Adds a mark. Its shape depends on the number; there are four. */
    void mark(double x, double y, int shape, String colour) {
        switch (shape % 4) {
            case 0 -> add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>%n", x, y, colour);
            case 1 -> box(x - 4.5, y - 4.5, 9, 9, colour);
            case 2 -> polygon(colour, x, y - 6, x + 6, y + 5, x - 6, y + 5);
            default -> polygon(colour, x, y - 6.5, x + 6.5, y, x, y + 6.5, x - 6.5, y);
        }
    }

    /** Adds one line through x, y pairs; as a single element, its dashes continue at corners. */
    void curve(String style, double... points) {
        text.append("<polyline points=\"");
        for (double each : points) add("%.1f ", each);
        add("\" fill=\"none\" %s/>%n", style);
    }

    private void polygon(String colour, double... points) {
        text.append("<polygon points=\"");
        for (double each : points) add("%.1f ", each);
        add("\" fill=\"%s\"/>%n", colour);
    }

    /** Adds a translucent area between points. */
    void area(String colour, double... points) {
        text.append("<polygon points=\"");
        for (double each : points) add("%.1f ", each);
        add("\" fill=\"%s\" fill-opacity=\"0.18\"/>%n", colour);
    }

    /** Adds a hollow mark. */
    void ring(double x, double y, String colour) {
        add(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"white\" stroke=\"%s\""
                        + " stroke-width=\"2\"/>%n",
                x, y, colour);
    }

    /** Adds text, with an {@code anchor} of start, middle or end. */
    void text(double x, double y, String anchor, String style, String words) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n",
                x, y, anchor, style, escaped(words));
    }

    private void add(String form, Object... values) {
        text.append(String.format(Locale.ROOT, form, values));
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
