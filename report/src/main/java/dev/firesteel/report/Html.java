// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Words as a page has them. */
final class Html {
    private Html() {}

    /** Text that a browser takes for text, also within an attribute in double quotes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** A file that is in the page. */
    static String link(String type, String content) {
        return "data:"
                + type
                + ";charset=utf-8,"
                + URLEncoder.encode(content, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
