// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Opens the text of a trace as UTF-8. It decompresses gzip, converts UTF-16 with a byte order mark,
 * and drops the mark. It refuses binary files, and gives the command that makes text of them.
 */
final class TraceInput {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int HEAD_BYTES = 4_096;
    private static final String GZIP = "1f8b";

    /** The first bytes of compressed files, and the command that decompresses them. */
    private static final Map<String, String> COMPRESSED =
            Map.of(
                    "28b52ffd", "zstd -d",
                    "fd377a585a00", "xz -d",
                    "425a68", "bzip2 -d",
                    "04224d18", "lz4 -d",
                    "504b0304", "unzip",
                    "377abcaf271c", "7z x");

    /**
     * The magic number of {@code struct blk_io_trace} (Linux, {@code blktrace_api.h}), without the
     * version in its lowest byte: on little-endian and on big-endian machines.
     */
    private static final String LITTLE_ENDIAN_BLKTRACE = "746165";

    private static final String BIG_ENDIAN_BLKTRACE = "656174";

    private TraceInput() {}

    /**
     * Opens a trace.
     *
     * @throws BadTraceException if it is binary
     */
    static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            if (hex(head(in)).startsWith(GZIP))
                in = new BufferedInputStream(new GZIPInputStream(in, BUFFER_BYTES), BUFFER_BYTES);
            return text(file, in);
        } catch (EOFException | ZipException e) {
            in.close();
            throw damaged(file, 0, e);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** Returns the exception for compressed data that ends early or is invalid. */
    static BadTraceException damaged(Path file, long lines, IOException cause) {
        BadTraceException bad =
                new BadTraceException(
                        file,
                        0,
                        "its gzip data is cut off or damaged %s%s"
                                .formatted(
                                        lines == 0 ? "at its beginning" : "after line " + lines,
                                        cause.getMessage() == null
                                                ? ""
                                                : ": " + cause.getMessage()));
        bad.initCause(cause);
        return bad;
    }

    private static InputStream text(Path file, InputStream in) throws IOException {
        byte[] head = head(in);
        String start = hex(head);
        if (start.startsWith("fffe")) return converted(in, 2, StandardCharsets.UTF_16LE);
        if (start.startsWith("feff")) return converted(in, 2, StandardCharsets.UTF_16BE);
        if (start.startsWith("efbbbf")) {
            in.skipNBytes(3);
            return in;
        }
        requireText(file, head, start);
        return in;
    }

    private static void requireText(Path file, byte[] head, String start) throws IOException {
        if (start.startsWith(LITTLE_ENDIAN_BLKTRACE, 2) || start.startsWith(BIG_ENDIAN_BLKTRACE))
            throw new BadTraceException(
                    file,
                    0,
                    "is binary output of blktrace: run '"
                            + blkparse(file)
                            + "', and give its text");
        for (Map.Entry<String, String> each : COMPRESSED.entrySet())
            if (start.startsWith(each.getKey()))
                throw new BadTraceException(
                        file, 0, "is compressed: run '%s' first".formatted(each.getValue()));
        int nuls = 0;
        for (byte each : head) if (each == 0) nuls++;
        if (nuls > head.length / 4
                && nuls <= (head.length + 1) / 2
                && (head[0] == 0 || head[1] == 0))
            throw new BadTraceException(
                    file,
                    0,
                    "looks like UTF-16 without a byte order mark: save it as UTF-8, such as by"
                            + " 'iconv -f UTF-16LE -t UTF-8'");
        if (nuls > 0) throw new BadTraceException(file, 0, "is binary: a trace is text");
    }

    /** Returns the command that prints a file of blktrace as text. */
    private static String blkparse(Path file) {
        String name = file.toString();
        String device = name.replaceFirst("\\.blktrace\\.[0-9]+(\\.gz)?$", "");
        return device.equals(name)
                ? "blkparse -i - < %s > %s.txt".formatted(name, name)
                : "blkparse -i %s > %s.txt".formatted(device, device);
    }

    private static byte[] head(InputStream in) throws IOException {
        in.mark(HEAD_BYTES);
        byte[] head = in.readNBytes(HEAD_BYTES);
        in.reset();
        return head;
    }

    private static String hex(byte[] head) {
        return HexFormat.of().formatHex(head, 0, Math.min(head.length, 8));
    }

    private static InputStream converted(InputStream in, int markBytes, Charset charset)
            throws IOException {
        in.skipNBytes(markBytes);
        return new Converted(new InputStreamReader(in, charset));
    }

    /** Encodes characters as UTF-8. */
    private static final class Converted extends InputStream {
        private final Reader reader;
        private final char[] characters = new char[HEAD_BYTES];
        private byte[] bytes = {};
        private int next;

        private Converted(Reader reader) {
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            return fill() ? bytes[next++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (!fill()) return -1;
            int count = Math.min(length, bytes.length - next);
            System.arraycopy(bytes, next, target, offset, count);
            next += count;
            return count;
        }

        private boolean fill() throws IOException {
            while (next == bytes.length) {
                int count = reader.read(characters);
                if (count < 0) return false;
                bytes = new String(characters, 0, count).getBytes(StandardCharsets.UTF_8);
                next = 0;
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
