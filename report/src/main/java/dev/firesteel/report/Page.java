// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

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
        Provenance origin = section.origin();
        if (!origin.sentences().isEmpty())
            html.append("<p class=\"origin\">").append(text(origin.sentences())).append("</p>\n");
        if (!section.answers().isEmpty())
            html.append("<ul class=\"answers\">\n")
                    .append(items(section.answers()))
                    .append("</ul>\n");
        if (!section.doubts().isEmpty()) html.append(doubts(section.doubts()));
        html.append("<p>").append(text(section.method())).append("</p>\n");
        int figure = figuresBefore;
        for (Figure each : section.figures()) html.append(each.html("figure-" + ++figure));
        if (!origin.settings().rows().isEmpty())
            html.append("<details><summary>The settings</summary>\n")
                    .append(origin.settings().html())
                    .append("</details>\n");
        return html.append("</section>\n").toString();
    }

    private static String text(List<String> sentences) {
        return Html.escaped(String.join(" ", sentences));
    }

    private static String items(List<String> texts) {
        return texts.stream()
                .map(each -> "<li>" + Html.escaped(each) + "</li>\n")
                .collect(Collectors.joining());
    }

    private static String doubts(List<String> doubts) {
        StringBuilder html = new StringBuilder("<details class=\"doubts\"><summary>");
        html.append(
                doubts.size() == 1
                        ? "1 warning on the figures"
                        : doubts.size() + " warnings on the figures");
        html.append("</summary><ul>\n");
        return html.append(items(doubts)).append("</ul></details>\n").toString();
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
