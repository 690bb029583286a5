// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The text of a YAML file. The encoding is that of the byte order mark, else UTF-8, as in
 * Cassandra's parser.
 *
 * @param name the name of the file, for messages
 * @param text the text without byte order mark
 * @param charset the encoding
 * @param isMarked whether the file has a byte order mark
 */
record YamlSource(String name, String text, Charset charset, boolean isMarked) {
    private static final String MARK = "\uFEFF";
    private static final Pattern BREAK = Pattern.compile("\r\n|[\n\r\u0085\u2028\u2029]");

    /**
     * Decodes a file.
     *
     * @throws SettingsException if a byte or character is not allowed; the message has its place
     */
    static YamlSource of(String name, byte[] bytes) throws SettingsException {
        Charset charset = charset(bytes);
        String text = decoded(name, bytes, charset);
        boolean isMarked = text.startsWith(MARK);
        YamlSource source =
                new YamlSource(name, isMarked ? text.substring(1) : text, charset, isMarked);
        source.requirePrintable();
        return source;
    }

    private static Charset charset(byte[] bytes) {
        int first = bytes.length < 2 ? 0 : ((bytes[0] & 0xFF) << 8) | (bytes[1] & 0xFF);
        return switch (first) {
            case 0xFEFF -> StandardCharsets.UTF_16BE;
            case 0xFFFE -> StandardCharsets.UTF_16LE;
            default -> StandardCharsets.UTF_8;
        };
    }

    private static String decoded(String name, byte[] bytes, Charset charset)
            throws SettingsException {
        CharsetDecoder decoder = charset.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        if (!result.isError()) result = decoder.flush(out);
        String text = out.flip().toString();
        if (!result.isError()) return text;
        throw new SettingsException(
                "%s is not %s: byte 0x%02X. Save the file as UTF-8"
                        .formatted(
                                place(name, text, text.length()),
                                charset.name(),
                                bytes[in.position()]));
    }

    private void requirePrintable() throws SettingsException {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i)))
            if (!StreamReader.isPrintable(text.codePointAt(i)))
                throw new SettingsException(
                        "%s is not YAML: special characters are not allowed, such as U+%04X"
                                .formatted(place(i), text.codePointAt(i)));
    }

    /** Returns the file, line and column of a position in a text, both from 1. */
    private static String place(String name, String text, int position) {
        Matcher breaks = BREAK.matcher(text).region(0, position);
        int line = 1;
        int start = 0;
        while (breaks.find()) {
            line++;
            start = breaks.end();
        }
        return place(name, line, text.codePointCount(start, position) + 1);
    }

    /** Returns the file, line and column of the parser's mark. */
    String place(Mark mark) {
        return place(name, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String place(String name, int line, int column) {
        return "%s, line %d, column %d".formatted(name, line, column);
    }

    /** Returns the file, line and column of a position in the text. */
    String place(int position) {
        return place(name, text, position);
    }

    /** Returns the position in the text of the parser's mark, which counts code points. */
    int position(Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }

    /** Returns the line break of the first line, or that of Unix. */
    String lineBreak() {
        Matcher first = BREAK.matcher(text);
        return first.find() ? first.group() : "\n";
    }

    YamlSource with(String other) {
        return new YamlSource(name, other, charset, isMarked);
    }

    byte[] bytes() {
        return ((isMarked ? MARK : "") + text).getBytes(charset);
    }

    /** Decodes a file for people; bytes that are not allowed become question marks. */
    static String readable(byte[] bytes) {
        return new String(bytes, charset(bytes));
    }
}
