// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceTest {
    private static final String HEADER = "firesteel-trace\t1\t1000\n";

    @TempDir Path directory;

    /** Records the events that it receives. */
    private static final class Written implements TraceHandler {
        private final List<String> events = new ArrayList<>();

        @Override
        public void live(long micros, long file, FileClass is, Lifetime lifetime, long bytes) {
            events.add("%d live %d %s %s %d".formatted(micros, file, is, lifetime, bytes));
        }

        @Override
        public void created(long micros, long file, FileClass is, Lifetime lifetime) {
            events.add("%d create %d %s %s".formatted(micros, file, is, lifetime));
        }

        @Override
        public void written(long micros, long file, long offset, long bytes) {
            events.add("%d write %d %d+%d".formatted(micros, file, offset, bytes));
        }

        @Override
        public void discarded(long micros, long file, long offset, long bytes) {
            events.add("%d discard %d %d+%d".formatted(micros, file, offset, bytes));
        }

        @Override
        public void deleted(long micros, long file) {
            events.add("%d delete %d".formatted(micros, file));
        }
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text.replace(' ', '\t'));
    }

    private static List<String> events(Path trace) throws IOException {
        Written written = new Written();
        Trace.of(trace).read(written);
        return written.events;
    }

    @Test
    void onePartIsATrace() throws IOException {
        Path part =
                file(
                        "any.tsv",
                        HEADER
                                + "live 0 3 journal - short 4096\n"
                                + "create 10 4 data 1 not-set\n"
                                + "write 20 4 0 100\n"
                                + "delete 30 4\n"
                                + "write 40 3 0 4096"); // no end of line: a crash
        assertThat(events(part))
                .containsExactly(
                        "0 live 3 journal short 4096",
                        "10 create 4 data.1 not-set",
                        "20 write 4 0+100",
                        "30 delete 4");
        assertThat(Trace.of(part).isRaw()).isFalse();
    }

    @Test
    void partsFollowEachOtherAndWhatIsNoLongerListedIsGone() throws IOException {
        file(
                "trace-0000000009.tsv",
                "firesteel-trace 1 1000\nlive 0 1 data 0 none 5\nlive 0 2 data 0 none 6\n");
        file(
                "trace-0000000010.tsv",
                """
                firesteel-trace 1 3000
                live 0 2 data 0 none 6
                live 0 7 index 2 long 8
                write 5 7 8 1
                """);
        file("trace-0000000011.tsv", "firesteel-tra");
        file("notes.txt", "nothing of ours");
        assertThat(events(directory))
                .containsExactly(
                        "0 live 1 data.0 none 5",
                        "0 live 2 data.0 none 6",
                        "2000 live 7 index.2 long 8",
                        "2005 delete 1",
                        "2005 write 7 8+1");
    }

    @Test
    void aClockThatIsSetBackBetweenPartsTakesNoTimeBack() throws IOException {
        file("trace-0000000001.tsv", "firesteel-trace 1 9000\ncreate 50 1 hint - medium\n");
        file(
                "trace-0000000002.tsv",
                "firesteel-trace 1 1000\nlive 0 1 hint - medium 0\ndelete 5 1\n");
        assertThat(events(directory)).containsExactly("50 create 1 hint medium", "50 delete 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "erase 1 2              | 2 | is neither live (7 fields), create (6), write (5) nor",
                "write 1 2 0            | 2 | is neither live",
                "write 1 2 0 1          | 2 | writes file 2, which is not alive",
                "delete 1 2             | 2 | deletes file 2, which is not alive",
                "delete x 2             | 2 | 'x' is not a time in microseconds",
                "delete -1 2            | 2 | '-1' is not a time in microseconds",
                "delete 1 0             | 2 | numbers of files start at 1",
                "create 1 2 Data 0 none | 2 | 'Data' is not a kind",
                "create 1 2 data 0 soon | 2 | 'soon' is not a lifetime",
                "create 1 2 data x none | 2 | 'x' is not a level",
                "create 1 9999999999999999999 data 0 none | 2 | is not a file: a whole number",
                "create 5 2 data 0 none;delete 4 2        | 3 | goes back in time, from 5 to 4",
                "create 5 2 data 0 none;create 5 2 data 0 none | 3 | creates file 2, which is alive",
                "create 5 2 data 0 none;live 6 3 data 0 none 1 | 3 | after the beginning",
                "live 0 2 data 0 none 1;live 0 2 data 0 none 1 | 3 | living file 2 twice",
            })
    void aBadTraceSaysWhereAndWhat(String lines, int line, String what) throws IOException {
        Path part = file("bad.tsv", HEADER + lines.replace(';', '\n') + "\n");
        assertThatThrownBy(() -> events(part))
                .asInstanceOf(type(BadTraceException.class))
                .satisfies(bad -> assertThat(bad.file()).isEqualTo(part))
                .satisfies(bad -> assertThat(bad.line()).isEqualTo(line))
                .satisfies(
                        bad ->
                                assertThat(bad)
                                        .hasMessageStartingWith(part + ", line " + line + ": ")
                                        .hasMessageContaining(what));
    }

    @Test
    void whatIsNoTraceIsRefused() throws IOException {
        assertThatThrownBy(() -> Trace.of(directory.resolve("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("there is no such trace");
        assertThatThrownBy(() -> Trace.of(directory))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("it contains no trace-<number>.tsv");
        Path other = file("other.txt", "once upon a time\n");
        assertThatThrownBy(() -> events(other))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("line 1: is not of a known trace (blkparse, ")
                .hasMessageEndingWith(": once?upon?a?time");
        Path binary = file("binary.txt", "\u0001\u001b[2J twice\n");
        assertThatThrownBy(() -> events(binary)).hasMessageEndingWith(": (binary data)");
        Path newer = file("newer.tsv", "firesteel-trace 2 1000\n");
        assertThatThrownBy(() -> events(newer))
                .hasMessageContaining("version 2 of the format is not supported: only 1 is");
        Path endless = file("endless.tsv", HEADER + "x".repeat(100_000) + "\n");
        assertThatThrownBy(() -> events(endless))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("is longer than 65536 bytes");
        Path empty = file("empty.txt", "");
        assertThatThrownBy(() -> events(empty))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("it has no write");
    }

    private Path blkparse(String... lines) throws IOException {
        return Files.writeString(directory.resolve("blk"), String.join("\n", lines) + "\n");
    }

    @Test
    void completedWritesAndDiscardsOfADeviceAreOneFile() throws IOException {
        Path trace =
                blkparse(
                        "  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]",
                        "  8,0    3        2     0.000001829   697  G   W 223490 + 8 [kjournald]",
                        "  8,0    3        0     0.000002500     0  m   N cfq697 insert",
                        "  8,0    3       11     0.009507758     0  C   W 223490 + 8 [0]",
                        "  8,0    3       12     0.009600000     0  C   R 5 + 8 [0]",
                        "  8,0    1       13     0.009500000     0  C FWFS 16 + 16 [0]",
                        "  8,0    1       14     1.500000000     0  C  DS 32 + 64 [0]",
                        "  8,0    1       15     1.600000000     0  C  FN [0]",
                        "CPU0 (sda):",
                        " Reads Queued:           0,        0KiB\t Writes Queued:           1");
        assertThat(events(trace))
                .containsExactly(
                        "0 create 1 device not-set",
                        "9507 write 1 114426880+4096",
                        "9507 write 1 8192+8192",
                        "1500000 discard 1 16384+32768");
        assertThat(Trace.of(trace).isRaw()).isTrue();
    }

    @Test
    void withoutCompletionsQueuedOnesCount() throws IOException {
        Path trace =
                blkparse(
                        "259,0    3        1     0.000000000   697  Q  WS 8 + 8 [a name]",
                        "259,0    3        2     0.000001829   697  D  WS 8 + 8 [a name]");
        assertThat(events(trace))
                .containsExactly("0 create 1 device not-set", "0 write 1 4096+4096");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "8,16 3 1 0.1 7 C W 8 + 8 [0]   | is of device 8,16, but earlier lines are of 8,0: give",
                "8,0 3 1 now 7 C W 8 + 8 [0]    | 'now' is not a time in seconds",
                "8,0 3 1 0.1 7 C W x + 8 [0]    | 'x' is not a sector",
                "8,0 3 1 0.1 7 C W 8 / 8 [0]    | has no 'sector + sectors'",
                "8,0 3 1 0.1 7 C W 99999999999999 + 8 [0] | lies beyond 8 PiB",
                "what is this                   | is not a line of blkparse",
            })
    void aBadLineOfBlkparseSaysWhereAndWhat(String line, String what) throws IOException {
        Path trace = blkparse("8,0 3 1 0.1 7 C W 8 + 8 [0]", line);
        assertThatThrownBy(() -> events(trace))
                .isInstanceOf(BadTraceException.class)
                .hasMessageStartingWith(trace + ", line 2: ")
                .hasMessageContaining(what);
    }
}
