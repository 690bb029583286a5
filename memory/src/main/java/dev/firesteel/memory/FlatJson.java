// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One JSON object on one line, whose members are numbers and strings (RFC 8259, less the rest of
 * it): what a program appends to a file measurement by measurement. A member that is null is none.
 */
final class FlatJson {
    private static final Pattern STRING =
            Pattern.compile(
                    "\"((?:[^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*)\"");
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(.{4})|(.))");
    private static final Pattern SPACE = Pattern.compile("[ \t\r\n]*");

    private final Matcher matcher;
    private int at;

    private FlatJson(String line) {
        matcher = SPACE.matcher(line);
    }

    /**
     * Reads one.
     *
     * @return texts as String, numbers as Double
     * @throws IllegalArgumentException if it is something else
     */
    static Map<String, Object> read(String line) {
        return new FlatJson(line).object();
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        require('{');
        if (!isNext('}')) {
            do member(members);
            while (isNext(','));
            require('}');
        }
        skipSpace();
        if (at < matcher.regionEnd()) throw unexpected();
        return members;
    }

    private void member(Map<String, Object> members) {
        String name = string();
        require(':');
        skipSpace();
        if (members.containsKey(name))
            throw new IllegalArgumentException("'" + name + "' is there twice");
        if (matches(Pattern.compile("null"))) return;
        if (matches(NUMBER)) members.put(name, Double.valueOf(matcher.group()));
        else members.put(name, string());
    }

    private String string() {
        skipSpace();
        if (!matches(STRING)) throw unexpected();
        return ESCAPE.matcher(matcher.group(1))
                .replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape)));
    }

    private static String unescaped(MatchResult escape) {
        if (escape.group(1) != null)
            return String.valueOf((char) Integer.parseInt(escape.group(1), 16));
        return switch (escape.group(2)) {
            case "b" -> "\b";
            case "f" -> "\f";
            case "n" -> "\n";
            case "r" -> "\r";
            case "t" -> "\t";
            default -> escape.group(2);
        };
    }

    private void require(char wanted) {
        if (!isNext(wanted)) throw unexpected();
    }

    private boolean isNext(char wanted) {
        skipSpace();
        return matches(Pattern.compile(Pattern.quote(String.valueOf(wanted))));
    }

    private void skipSpace() {
        matches(SPACE);
    }

    private boolean matches(Pattern pattern) {
        matcher.usePattern(pattern).region(at, matcher.regionEnd());
        boolean isMatch = matcher.lookingAt();
        if (isMatch) at = matcher.end();
        return isMatch;
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException(
                "not one JSON object of numbers and strings (see its character " + (at + 1) + ")");
    }

    /** A string as JSON writes it. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char each : text.toCharArray())
            if (each == '"' || each == '\\') quoted.append('\\').append(each);
            else if (each < ' ') quoted.append("\\u%04x".formatted((int) each));
            else quoted.append(each);
        return quoted.append('"').toString();
    }
}
