// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Reads a segment file as Cassandra does, but without its tolerance. Shares no code with the
 * writer.
 */
final class StockReader {
    private static final Pattern NAME = Pattern.compile("CommitLog-(\\d+)-(\\d+)\\.log");
    private static final String FILLER = "01" + "46697265737465656c2066696c6c6572";
    private static final int CASSANDRAS_SMALLEST = 10;

    /** An entry and its position. */
    record Entry(int start, int end, ByteBuffer mutation) {
        /** Returns whether it is a change of the nonexistent table; the rest is zeros. */
        boolean isFiller() {
            ByteBuffer rest = mutation.duplicate();
            byte[] head = new byte[FILLER.length() / 2];
            rest.get(head);
            boolean isZero = rest.equals(ByteBuffer.allocate(rest.remaining()));
            return HexFormat.of().formatHex(head).equals(FILLER) && isZero;
        }
    }

    final int version;
    final long id;
    final List<Entry> entries = new ArrayList<>();
    private final byte[] content;
    private int at;

    private StockReader(Path file, boolean isWritten) throws IOException {
        content = Files.readAllBytes(file);
        Matcher name = NAME.matcher(file.getFileName().toString());
        assertThat(name.matches()).as("%s", file).isTrue();
        version = word();
        id = ((long) word() << 32) | (word() & 0xffffffffL);
        assertThat(version).isEqualTo(Integer.parseInt(name.group(1)));
        assertThat(id).isEqualTo(Long.parseLong(name.group(2)));
        int parameterBytes = (content[at++] << 8) | content[at++];
        byte[] parameters = bytes(parameterBytes);
        assertThat(new String(parameters, StandardCharsets.UTF_8)).isEqualTo("{}");
        assertThat(word())
                .as("checksum of the header")
                .isEqualTo(crc(parameters, version, (int) id, (int) (id >>> 32), parameterBytes));
        while (isWritten ? content.length - at >= 8 && !isZero(8) : at < content.length)
            section(isWritten);
    }

    static StockReader read(Path file) throws IOException {
        return new StockReader(file, false);
    }

    /** Reads a file that has space for more. */
    static StockReader readWhileWritten(Path file) throws IOException {
        return new StockReader(file, true);
    }

    List<Entry> fillers() {
        return entries.stream().filter(Entry::isFiller).toList();
    }

    List<Entry> mutations() {
        return entries.stream().filter(entry -> !entry.isFiller()).toList();
    }

    private boolean isZero(int count) {
        for (int i = at; i < at + count; i++) if (content[i] != 0) return false;
        return true;
    }

    private void section(boolean isWritten) throws IOException {
        int marker = at;
        int end = word();
        assertThat(word())
                .as("checksum of the marker")
                .isEqualTo(crc(new byte[0], (int) id, (int) (id >>> 32), marker));
        assertThat(end).isBetween(marker + 8, content.length);
        while (at < end) {
            if (isWritten && isZero(4)) {
                at = content.length; // Cassandra ignores everything behind it, too
                return;
            }
            entry();
        }
        assertThat(at).isEqualTo(end);
    }

    private void entry() throws IOException {
        int start = at;
        int size = word();
        assertThat(size).isGreaterThanOrEqualTo(CASSANDRAS_SMALLEST);
        assertThat(word()).as("checksum of the size").isEqualTo(crc(new byte[0], size));
        byte[] mutation = bytes(size);
        assertThat(word()).as("checksum of both").isEqualTo(crc(mutation, size));
        entries.add(new Entry(start, at, ByteBuffer.wrap(mutation)));
    }

    private int word() throws IOException {
        int word = new DataInputStream(new ByteArrayInputStream(content, at, 4)).readInt();
        at += 4;
        return word;
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        System.arraycopy(content, at, bytes, 0, count);
        at += count;
        return bytes;
    }

    /** Returns the checksum of words and the bytes behind them. */
    private static int crc(byte[] behind, int... words) {
        CRC32 crc = new CRC32();
        for (int word : words)
            for (int shift = 24; shift >= 0; shift -= 8) crc.update(word >>> shift);
        crc.update(behind);
        return (int) crc.getValue();
    }
}
