// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

/**
 * Something to see, and the data that it is drawn from.
 *
 * @param title what is seen, and in which unit
 * @param caption how to read it; may be empty
 * @param drawing HTML; empty if the table is all there is
 * @param data what is drawn
 */
record Figure(String title, String caption, String drawing, Table data) {
    /**
     * The figure on a page.
     *
     * @param id no other figure's on the page
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
