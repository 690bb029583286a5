// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Escapes and encodes text for a page. */
final class Html {
    private Html() {}

    /** Escapes text for HTML, also for attributes in double quotes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns a link with embedded content. */
    static String link(String type, String content) {
        return "data:"
                + type
                + ";charset=utf-8,"
                + URLEncoder.encode(content, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
