// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Words and numbers as a page has them. */
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

    /** A number with three digits or more, as people write it. */
    static String number(double value) {
        if (!Double.isFinite(value)) return "-";
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
