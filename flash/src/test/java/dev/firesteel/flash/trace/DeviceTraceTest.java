// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.flash.trace.TraceOptions.TimeUnit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTraceTest {
    private static final String BLKPARSE =
            """
            259,0 0 1 0.001000000 901 C WS 2048 + 256 [0]
            259,0 1 2 0.002000000 901 C WS 3840 + 8 [0]
            """;

    @TempDir Path directory;

    /** Keeps writes and discards as text. */
    private static final class Seen implements TraceHandler {
        private final List<String> changes = new ArrayList<>();

        @Override
        public void live(long micros, long file, FileClass is, Lifetime lifetime, long bytes) {}

        @Override
        public void created(long micros, long file, FileClass is, Lifetime lifetime) {}

        @Override
        public void written(long micros, long file, long offset, long bytes) {
            changes.add("%d write %d+%d".formatted(micros, offset, bytes));
        }

        @Override
        public void discarded(long micros, long file, long offset, long bytes) {
            changes.add("%d discard %d+%d".formatted(micros, offset, bytes));
        }

        @Override
        public void deleted(long micros, long file) {}
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("trace.txt"), text);
    }

    private static List<String> changes(Trace trace) throws IOException {
        Seen seen = new Seen();
        trace.read(seen);
        Seen again = new Seen();
        trace.read(again);
        assertThat(again.changes).isEqualTo(seen.changes);
        return seen.changes;
    }

    private List<String> changes(String text) throws IOException {
        return changes(Trace.of(file(text)));
    }

    @Test
    void dispatchedOrInsertedWritesCountWithANoteWhereNoneWasQueuedOrHasCompleted()
            throws IOException {
        Path dispatched =
                file(
                        """
                        259,0 0 1 0.000000000 0 C R 8 + 8 [0]
                        259,0 0 2 0.001000000 901 I WS 2048 + 256 [w]
                        259,0 1 3 0.002000000 901 D FWFS 2048 + 256 [w]
                        259,0 1 4 0.003000000 901 D DS 4096 + 16 [w]
                        """);
        assertThat(changes(Trace.of(dispatched)))
                .containsExactly("2000 write 1048576+131072", "3000 discard 2097152+8192");
        assertThat(Trace.of(dispatched).notes())
                .singleElement()
                .asString()
                .contains("dispatched to the drive (D) count");
        Path inserted = file("259,0 0 1 0.000001000 901 I WS 2048 + 256 [w]\n");
        assertThat(changes(Trace.of(inserted))).containsExactly("1 write 1048576+131072");
        assertThat(Trace.of(inserted).notes())
                .singleElement()
                .asString()
                .contains("inserted into the scheduler (I) count");
        assertThat(Trace.of(file(BLKPARSE)).notes()).isEmpty();
    }

    @Test
    void writesThatHaveNotCompletedAreNoted() throws IOException {
        Path half =
                file(
                        """
                        8,0 0 1 0.001 9 D W 100 + 8 [w]
                        8,0 0 2 0.002 9 C W 200 + 8 [0]
                        8,0 0 3 0.003 9 D W 300 + 8 [w]
                        8,0 0 4 0.004 9 R W 300 + 8 [0]
                        8,0 0 5 0.005 9 D W 300 + 8 [w]
                        8,0 0 6 0.006 9 D W 400 + 8 [w]
                        8,0 0 7 0.007 9 C W 400 + 8 [0]
                        8,0 0 8 0.008 9 D R 500 + 8 [w]
                        """);
        assertThat(changes(Trace.of(half))).hasSize(2);
        assertThat(Trace.of(half).notes())
                .containsExactly(
                        "at least 2 of its writes have no completion (C): they do not count");
        Path merged =
                file(
                        """
                        8,0 0 1 0.001 9 Q W 100 + 8 [w]
                        8,0 0 2 0.002 9 Q W 108 + 8 [w]
                        8,0 0 3 0.003 9 Q W 92 + 8 [w]
                        8,0 0 4 0.004 9 C W 92 + 24 [0]
                        """);
        assertThat(changes(Trace.of(merged))).hasSize(1);
        assertThat(Trace.of(merged).notes()).isEmpty();
        Path queued = file("8,0 0 1 0.1 9 Q W 8 + 8 [w]\n8,0 0 2 0.2 9 C W 16 + 8 [0]\n");
        assertThat(Trace.of(queued).notes())
                .singleElement()
                .asString()
                .startsWith("at least 1 of ");
    }

    /** A simulation reads a trace of few writes very often. */
    @Test
    void aTraceIsReadFromItsFileOnceIfItsWritesAreFew() throws IOException {
        Path file = file("8,0 0 1 0.1 9 C W 8 + 8 [w]\n8,0 0 2 0.2 9 C WD 16 + 8 [0]\n");
        Trace trace = Trace.of(file);
        List<String> first = changes(trace);
        Files.delete(file);
        assertThat(changes(trace)).isEqualTo(first).hasSize(2);
    }

    @Test
    void veryManyWritesWithoutCompletionAreNotAllKept() throws IOException {
        StringBuilder lines = new StringBuilder("8,0 0 1 0.1 9 C W 8 + 8 [0]\n");
        for (int i = 0; i <= 100_000; i++)
            lines.append("8,0 0 1 0.1 9 D W %d + 8 [w]\n".formatted(8 * i));
        assertThat(Trace.of(file(lines.toString())).notes())
                .containsExactly(
                        "at least 100000 of its writes have no completion (C): they do not count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[-5]", "[65531]"})
    void failedWritesDoNotCount(String error) throws IOException {
        String failed = "8,0 0 1 0.001 9 D W 8 + 8 [w]\n8,0 0 2 0.002 9 C W 8 + 8 " + error + "\n";
        Path trace = file(failed + "8,0 0 3 0.003 9 C W 16 + 8 [0]\n");
        assertThat(changes(Trace.of(trace))).containsExactly("3000 write 8192+4096");
        assertThat(Trace.of(trace).notes())
                .containsExactly("1 of its writes failed (C with an error): they do not count");
        assertThatThrownBy(() -> changes(failed))
                .hasMessageContaining("each of its completed writes (C) failed: 1");
    }

    /** Lines of blkparse's options -t, -s and -q, and of commands that are passed through. */
    @Test
    void linesOfBlkparseWithoutDataArePassedOver() throws IOException {
        String text =
                """
                Trace started at Sat Nov 28 10:00:00 2026
                259,0 0 1 0.001000000 901 C WS 2048 + 256 [0]
                259,0 1 2 0.002000000 901 C FWS 0 (  500000) [0]
                259,0 1 3 0.002000000 901 C W (55 10 00 00) [0]
                259,0 1 4 0.002000000 901 C FWS 0 [0]
                259,0 1 5 0.003000000 901 C WS 3840 + 8 (  1234) [0]
                dd (4242, ...)
                kjournald (697)
                 Reads Queued:           0,        0KiB\t Writes Queued:           1,        4KiB

                CPU0 (259,0):
                 Reads Queued:           0,        0KiB\t Writes Queued:        4000,   512000KiB
                """;
        assertThat(changes(text))
                .containsExactly("1000 write 1048576+131072", "3000 write 1966080+4096");
    }

    @Test
    void aPipeIsRefusedAtOnce() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThatThrownBy(() -> Trace.of(pipe))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("this is a pipe or a device: give a file");
    }

    @Test
    void whereNoActionOfAWriteCountsThoseFoundAreNamed() {
        String lines =
                """
                8,0 0 1 0.1 9 G WS 8 + 8 [w]
                8,0 0 2 0.2 9 G WS 8 + 8 [w]
                8,0 0 3 0.2 9 M WS 8 + 8 [w]
                8,0 0 4 0.3 0 C R 8 + 8 [0]
                """;
        assertThatThrownBy(() -> changes(lines))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("has completed (C); its writes have only G (2), M (1)");
    }

    @Test
    void severalOutputsOfBlkparseAllCountOneAfterAnother() throws IOException {
        String summary =
                """
                CPU0 (259,0):
                 Reads Queued:           0,        0KiB\t Writes Queued:        4000,   512000KiB
                Total (259,0):
                 Reads Queued:           0,        0KiB\t Writes Queued:        4000,   512000KiB

                Throughput (R/W): 0KiB/s / 128000KiB/s
                Events (259,0): 4000 entries
                Skips: 0 forward (0 -   0.0%)

                """;
        String dispatched = "259,0 0 1 0.001000000 901 D WS 16 + 8 [w]\n";
        Path three =
                file(
                        "Input file x.blktrace.0 added\n"
                                + BLKPARSE
                                + summary
                                + BLKPARSE
                                + summary
                                + dispatched);
        assertThat(changes(Trace.of(three)))
                .containsExactly(
                        "1000 write 1048576+131072",
                        "2000 write 1966080+4096",
                        "3000 write 1048576+131072",
                        "4000 write 1966080+4096",
                        "5000 write 8192+4096");
        assertThat(Trace.of(three).notes()).hasSize(2).first().asString().contains("3 outputs");
        // The times of another output may go on.
        assertThat(changes(BLKPARSE + summary + BLKPARSE.replace("0.00", "4.00")))
                .element(2)
                .isEqualTo("4001000 write 1048576+131072");
        // Without a summary, a processor's time and sequence number go back.
        String twice = BLKPARSE.replace("259,0 1 2", "259,0 0 2").repeat(2);
        assertThat(changes(twice)).hasSize(4).last().asString().startsWith("4000 ");
        assertThatThrownBy(() -> changes(BLKPARSE + summary + "1,vol,2\n"))
                .hasMessageContaining("trace.txt, line 12: is not a line of blkparse: 1,vol,2");
    }

    @Test
    void linesOfOtherProcessorsThatAreLateAreNoOtherOutput() throws IOException {
        String lines =
                """
                8,0 0 7 0.2 9 C W 8 + 8 [0]
                8,0 1 3 0.1 9 C W 8 + 8 [0]
                8,0 0 9 0.3 9 C W 8 + 8 [0]
                """;
        assertThat(changes(lines))
                .containsExactly(
                        "200000 write 4096+4096",
                        "200000 write 4096+4096",
                        "300000 write 4096+4096");
    }

    @Test
    void tracesOfMicrosoftResearchCambridgeAreRead() throws IOException {
        assertThat(
                        changes(
                                """
                                Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime
                                128166372003061629,vol,1,Read,383496192,32768,413
                                128166372003161629,vol,1,Write,383725568,32768,414
                                128166372013061629,vol,1,write,512,512,9
                                """))
                .containsExactly("10000 write 383725568+32768", "1000000 write 512+512");
    }

    @Test
    void tracesOfTheStoragePerformanceCouncilAreRead() throws IOException {
        assertThat(changes("0,303567,3584,w,0.000000\n0, 20941376, 8192, W, 0.013\n0,1,8,r,0.02\n"))
                .containsExactly("0 write 155426304+3584", "13000 write 10721984512+8192");
    }

    @Test
    void sizesThatAreNoWholeBlocksAreNoted() throws IOException {
        Trace trace = Trace.of(file("0,1,512,w,0.0\n0,2,8,w,0.1\n0,3,8,r,0.2\n"));
        assertThat(trace.notes()).isEmpty();
        assertThat(changes(trace)).hasSize(2);
        assertThat(trace.notes())
                .singleElement()
                .asString()
                .startsWith("2 of its sizes, first in line 2, are no multiples of 512 bytes");
    }

    @Test
    void timesThatGoFarBackAreNoted() throws IOException {
        Trace late = Trace.of(file("0,1,512,w,5.0\n0,2,512,w,4.0\n0,3,512,w,6.0\n"));
        assertThat(changes(late)).last().asString().startsWith("1000000 ");
        assertThat(late.notes()).isEmpty();
        Trace shuffled = Trace.of(file("0,1,512,w,5.0\n0,2,512,w,3.5\n0,3,512,w,6.0\n"));
        assertThat(changes(shuffled)).hasSize(3);
        assertThat(shuffled.notes())
                .singleElement()
                .asString()
                .contains("which go back by up to 1.500 s: sort them");
    }

    @Test
    void moreChangesThanAreKeptAreReadFromTheFileAgain() throws IOException {
        int most = 1 << 20;
        assertThat(changes("0,1,512,w,0.0\n".repeat(most + 1))).hasSize(most + 1);
    }

    @Test
    void tracesOfDiskSimAreReadInMillisecondsOrTheUnitGiven() throws IOException {
        Path decimal = file("13.25 30 100 5 1\n14.25 30 100 5 0\n15.25 30 200 16 10\n");
        assertThat(changes(Trace.of(decimal)))
                .containsExactly("1000 write 51200+2560", "2000 write 102400+8192");
        assertThat(Trace.of(decimal).notes()).singleElement().asString().contains("milliseconds");
        Path mqsim = file("4851300 1 524288 16 0\n4971300 1 524400 16 0\n");
        Trace nanos = Trace.of(mqsim, new TraceOptions(null, TimeUnit.NS));
        assertThat(nanos.notes()).isEmpty();
        assertThat(changes(nanos))
                .containsExactly("0 write 268435456+8192", "120 write 268492800+8192");
    }

    @Test
    void tracesOfFloridaInternationalUniversityAreRead() throws IOException {
        assertThat(
                        changes(
                                """
                                1000123456 4892 nfsd 508917448 8 R 6 0 00000000000000000000000000000000
                                1000223456 4892 nfsd 508917504 8 W 6 0 00000000000000000000000000001eef
                                1000323456 17 a name 8 16 W 6 0 00 11
                                """))
                .containsExactly("100 write 260565762048+4096", "200 write 4096+8192");
    }

    @Test
    void logsOfFioAreRead() throws IOException {
        Path second =
                file(
                        """
                        fio version 2 iolog
                        /dev/nvme9n1 add
                        /dev/nvme9n1 open
                        /dev/nvme9n1 write 1048576 131072
                        /dev/nvme9n1 wait 5000 0
                        /dev/nvme9n1 read 0 4096
                        /dev/nvme9n1 trim 4096 8192
                        /dev/nvme9n1 sync 0 0
                        /dev/nvme9n1 close
                        """);
        assertThat(changes(Trace.of(second)))
                .containsExactly("0 write 1048576+131072", "0 discard 4096+8192");
        assertThat(Trace.of(second).notes()).singleElement().asString().contains("no times");
        assertThat(
                        changes(
                                """
                                fio version 3 iolog
                                2 /dev/a add
                                872 /dev/a open
                                878 /dev/a write 0 16384
                                fio version 3 iolog
                                100 /dev/a write 4096 4096
                                """))
                .containsExactly("878 write 0+16384", "978 write 4096+4096");
    }

    @Test
    void oneOfSeveralDevicesIsReadByItsName() throws IOException {
        Path two = file("1,55590,3072,w,0.0\n0,303567,3584,w,0.5\n1,55591,3072,w,1.0\n");
        assertThatThrownBy(() -> changes(Trace.of(two)))
                .hasMessageContaining(
                        "line 2: is of device 0, but earlier lines are of 1: give the one to read"
                                + " with --device, such as '--device 1'");
        assertThat(changes(Trace.of(two, new TraceOptions("0", null))))
                .containsExactly("500000 write 155426304+3584");
        assertThatThrownBy(() -> changes(Trace.of(two, new TraceOptions("2", null))))
                .hasMessageContaining("it has no write of the device '2'");
        Path blk = file(BLKPARSE + "8,0 0 1 0.003 9 D W 8 + 8 [w]\n");
        assertThat(changes(Trace.of(blk, new TraceOptions("8,0", null)))).hasSize(1);
        Path msr = file("10,a,0,Write,0,512,1\n20,a,1,Write,512,512,1\n");
        assertThat(changes(Trace.of(msr, new TraceOptions("a,1", null))))
                .containsExactly("1 write 512+512");
        Path recorded = file("firesteel-trace\t1\t0\n");
        assertThatThrownBy(() -> Trace.of(recorded, new TraceOptions("0", null)))
                .hasMessageContaining("leave out --device");
        assertThatThrownBy(() -> Trace.of(msr, new TraceOptions(null, TimeUnit.NS)))
                .hasMessageContaining("leave out --time-unit");
    }

    @Test
    void aLastLineWithoutLineFeedCountsIfItIsComplete() throws IOException {
        assertThat(changes(BLKPARSE.strip())).hasSize(2);
        assertThat(changes(BLKPARSE + "259,0 1 3 0.003")).hasSize(2);
        assertThat(changes("0,1,512,w,0.0\n0,2,512,w,0.1")).hasSize(2);
        assertThat(changes("0,1,512,w,0.0\n0,2,51")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-8"})
    void aByteOrderMarkIsUnderstood(String charset) throws IOException {
        Path marked =
                Files.write(
                        directory.resolve("marked"),
                        ("\uFEFF" + BLKPARSE.replace("\n", "\r\n"))
                                .getBytes(Charset.forName(charset)));
        assertThat(changes(Trace.of(marked)))
                .containsExactly("1000 write 1048576+131072", "2000 write 1966080+4096");
    }

    private static byte[] zipped(byte[] plain) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped)) {
            out.write(plain);
        }
        return zipped.toByteArray();
    }

    @Test
    void aTraceMayBeCompressedWithGzip() throws IOException {
        byte[] zipped = zipped(BLKPARSE.repeat(5_000).getBytes(StandardCharsets.UTF_8));
        Path whole = Files.write(directory.resolve("trace.gz"), zipped);
        assertThat(changes(Trace.of(whole))).hasSize(10_000);
        Path cut =
                Files.write(directory.resolve("cut.gz"), Arrays.copyOf(zipped, zipped.length - 20));
        assertThatThrownBy(() -> changes(Trace.of(cut)))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("its gzip data is cut off or damaged after line ");
        Path part =
                Files.write(
                        directory.resolve("part.gz"),
                        zipped("firesteel-trace\t1\t0\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(Trace.of(part).isRaw()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "0774616501000000 | sda.blktrace.0 | run 'blkparse -i %ssda > %ssda.txt'",
                "6561740700000001 | sda            | run 'blkparse -i - < %ssda > %ssda.txt'",
                "28b52ffd00000000 | sda.zst        | is compressed: run 'zstd -d' first",
                "7f454c4602010000 | sda            | is binary: a trace is text",
                "3800300020003800 | sda            | UTF-16 without a byte order mark",
            })
    void binaryFilesAreNamedAndNotShown(String hex, String name, String message)
            throws IOException {
        Path binary = Files.write(directory.resolve(name), java.util.HexFormat.of().parseHex(hex));
        assertThatThrownBy(() -> Trace.of(binary))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining(message.replace("%s", directory + "/"));
    }

    @Test
    void controlCharactersOfALineAreNotShown() {
        assertThatThrownBy(() -> changes(BLKPARSE + "259,0 1 3 0.003 9 C W \u0001 + 8 [0]\n"))
                .hasMessageContaining("line 3: '(binary data)' is not a sector");
    }

    @Test
    void theNameOfADeviceWithoutItsSuffixNamesItsFiles() throws IOException {
        Files.createFile(directory.resolve("sda.blktrace.0"));
        assertThatThrownBy(() -> Trace.of(directory.resolve("sda")))
                .hasMessageContaining("there are files of blktrace: run 'blkparse -i ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "10,a,0,Write,0,512,1 | 10,a,0,Trim,0,512,1     | is not time,host,disk,Read or Write",
                "10,a,0,Write,0,512,1 | 10,a,0,Write,x,512,1    | 'x' is not an offset in bytes",
                "0,1,512,w,0.0        | 0,1,512,x,0.1           | is not unit,block,size,R or W,seconds",
                "0,1,512,w,0.0        | 0,99999999999999999,512,w,0.1 | lies beyond 8 PiB",
                "1.0 0 8 8 0          | 2.0 0 8 8               | is not time, device, block, blocks and flags",
                "9 1 a 8 8 W 6 0 00   | 9 1 a 8 8 X 6 0 00      | is not time, pid, process, sector",
                "fio version 2 iolog  | /dev/a rewrite 0 4096   | is not a line of fio's iolog",
                "fio version 2 iolog  | /dev/a write 0          | is not a line of fio's iolog",
                "fio version 2 iolog  | fio version 4 iolog     | is not a version of fio's iolog",
            })
    void aBadLineOfEachFormatSaysWhereAndWhat(String first, String second, String message) {
        assertThatThrownBy(() -> changes(first + "\n" + second + "\n"))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("trace.txt, line 2: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"419,W,8792731648,16384,1577808144360767", "a b c", "1,2,3,4,5"})
    void otherColumnsAreRefusedWithTheFormatsThatAreKnown(String line) {
        assertThatThrownBy(() -> changes("\n" + line + "\n"))
                .isInstanceOf(BadTraceException.class)
                .hasMessageContaining("line 2: is not of a known trace (blkparse, fio's iolog, MSR")
                .hasMessageEndingWith(": " + line);
    }
}
