// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

/**
 * A drawing, and the data that it shows.
 *
 * @param title what it shows, with the unit
 * @param caption how to read it; may be empty
 * @param drawing HTML; empty if the table is the only content
 * @param data the values drawn
 */
record Figure(String title, String caption, String drawing, Table data) {
    /**
     * Returns the figure as HTML.
     *
     * @param id unique on the page
     */
    String html(String id) {
        String table = data.html();
        if (!drawing.isEmpty())
            table = "<details><summary>The data</summary>\n" + table + "</details>\n";
        return """
        <figure id="%1$s" aria-labelledby="%1$s-title">
        <h3 id="%1$s-title">%2$s</h3>
        %3$s%4$s%5$s<a class="download" href="%6$s" download="%7$s">Download (CSV)</a>
        </figure>
        """
                .formatted(
                        id,
                        Html.escaped(title),
                        drawing,
                        caption.isEmpty()
                                ? ""
                                : "<figcaption>" + Html.escaped(caption) + "</figcaption>\n",
                        table,
                        Html.escaped(Html.link("text/csv", data.csv())),
                        id + ".csv");
    }
}
