// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The data of a figure.
 *
 * @param columns their names, with units
 * @param rows one cell for each column; the first names the row
 */
record Table(List<String> columns, List<List<String>> rows) {
    Table {
        for (List<String> row : rows)
            if (row.size() != columns.size())
                throw new IllegalArgumentException(
                        "%d cells for %d columns: %s".formatted(row.size(), columns.size(), row));
    }

    String html() {
        StringBuilder html = new StringBuilder("<div class=\"scroll\"><table>\n<thead><tr>");
        for (String column : columns)
            html.append("<th scope=\"col\">").append(Html.escaped(column)).append("</th>");
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) html.append(html(row));
        return html.append("</tbody></table></div>\n").toString();
    }

    private static String html(List<String> row) {
        StringBuilder html = new StringBuilder("<tr>");
        for (int i = 0; i < row.size(); i++) {
            String cell = Html.escaped(row.get(i));
            html.append(i == 0 ? "<th scope=\"row\">" + cell + "</th>" : "<td>" + cell + "</td>");
        }
        return html.append("</tr>\n").toString();
    }

    /** Returns CSV according to RFC 4180. */
    String csv() {
        StringBuilder csv = new StringBuilder(csv(columns));
        rows.forEach(row -> csv.append(csv(row)));
        return csv.toString();
    }

    private static String csv(List<String> cells) {
        return cells.stream()
                .map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(",", "", "\r\n"));
    }
}
