// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A page of sections in sequence, with its style embedded.
 *
 * @param title of the page
 * @param sections at least one
 */
record Page(String title, List<Section> sections) {
    String html() {
        StringBuilder html = new StringBuilder();
        html.append(
                """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <title>%1$s</title>
                <style>
                %2$s</style>
                </head>
                <body>
                <main>
                <h1>%1$s</h1>
                """
                        .formatted(Html.escaped(title), style()));
        if (sections.size() > 1) html.append(contents());
        int figures = 0;
        for (int i = 0; i < sections.size(); i++) {
            html.append(section(sections.get(i), i, figures));
            figures += sections.get(i).figures().size();
        }
        return html.append("</main>\n</body>\n</html>\n").toString();
    }

    private String contents() {
        StringBuilder html = new StringBuilder("<nav aria-label=\"Contents\"><ul>\n");
        for (int i = 0; i < sections.size(); i++)
            html.append(
                    "<li><a href=\"#section-%d\">%s</a> (%s)</li>\n"
                            .formatted(
                                    i,
                                    Html.escaped(sections.get(i).title()),
                                    Html.escaped(sections.get(i).source())));
        return html.append("</ul></nav>\n").toString();
    }

    private static String section(Section section, int index, int figuresBefore) {
        StringBuilder html = new StringBuilder();
        html.append(
                "<section id=\"section-%1$d\" aria-labelledby=\"title-%1$d\">\n<h2 id=\"title-%1$d\">%2$s</h2>\n"
                        .formatted(index, Html.escaped(section.title())));
        html.append("<p>").append(Html.escaped(String.join(" ", section.lead()))).append("</p>\n");
        if (!section.doubts().isEmpty()) html.append(doubts(section.doubts()));
        int figure = figuresBefore;
        for (Figure each : section.figures()) html.append(each.html("figure-" + ++figure));
        return html.append("</section>\n").toString();
    }

    private static String doubts(List<String> doubts) {
        StringBuilder html = new StringBuilder("<details class=\"doubts\"><summary>");
        html.append(
                doubts.size() == 1
                        ? "1 warning on the figures"
                        : doubts.size() + " warnings on the figures");
        html.append("</summary><ul>\n");
        doubts.forEach(each -> html.append("<li>").append(Html.escaped(each)).append("</li>\n"));
        return html.append("</ul></details>\n").toString();
    }

    private static String style() {
        try (InputStream style =
                Objects.requireNonNull(Page.class.getResourceAsStream("page.css"))) {
            return new String(style.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
