// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Horizontal bars in groups, each with a line of text, readable on small screens.
 *
 * @param groups groups of related bars
 */
record Bars(List<Group> groups) {
    /**
     * A group of bars.
     *
     * @param name the name that they share
     */
    record Group(String name, List<Bar> bars) {}

    /**
     * A bar.
     *
     * @param name its label; bars of the same name have the same colour in all groups
     * @param value its length, 0 or more
     * @param low the lowest round, if the value is a median
     * @param high the highest round
     */
    record Bar(String name, double value, double low, double high) {}

    private static final int COLOURS = 7;

    /** Returns HTML, hidden from screen readers: the figure's table has the same data. */
    String html() {
        StringBuilder html = new StringBuilder("<div class=\"bars\" aria-hidden=\"true\">\n");
        List<String> names = names();
        double most = most();
        for (Group group : groups) {
            html.append("<p class=\"group\">").append(Html.escaped(group.name())).append("</p>\n");
            for (Bar bar : group.bars()) html.append(html(bar, colour(names, bar), most));
        }
        return html.append("</div>\n").toString();
    }

    /** Returns a bar's colour. In a single group all have the same: the names distinguish them. */
    private int colour(List<String> names, Bar bar) {
        return groups.size() == 1 ? 0 : names.indexOf(bar.name()) % COLOURS;
    }

    private List<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (Group group : groups) group.bars().forEach(bar -> names.add(bar.name()));
        return new ArrayList<>(names);
    }

    private double most() {
        double most = Double.MIN_NORMAL;
        for (Group group : groups)
            for (Bar bar : group.bars())
                most = Math.max(most, Math.max(finite(bar.value()), finite(bar.high())));
        return most;
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }

    private static String html(Bar bar, int colour, double most) {
        String whisker =
                bar.high() > bar.low()
                        ? "<i style=\"left:%s;width:%s\"></i>"
                                .formatted(
                                        percent(bar.low() / most),
                                        percent((bar.high() - bar.low()) / most))
                        : "";
        return "<div class=\"bar\"><span>%s</span><div><b class=\"c%d\" style=\"width:%s\"></b>%s</div><span>%s</span></div>\n"
                .formatted(
                        Html.escaped(bar.name()),
                        colour,
                        percent(bar.value() / most),
                        whisker,
                        Numbers.text(bar.value()));
    }

    private static String percent(double part) {
        if (!Double.isFinite(part)) return "0";
        return String.format(Locale.ROOT, "%.2f%%", 100 * part);
    }
}
