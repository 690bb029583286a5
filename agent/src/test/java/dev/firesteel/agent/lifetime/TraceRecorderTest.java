// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceRecorderTest {
    private static final long MAX_BYTES = 8 << 10;

    @TempDir Path root;

    private Instant now = Instant.ofEpochSecond(1_000_000);
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    /** An executor that runs its tasks when the test calls it. */
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(0) {
                @Override
                public ScheduledFuture<?> scheduleWithFixedDelay(
                        Runnable task, long first, long delay, TimeUnit unit) {
                    ScheduledFuture<?> never = schedule(() -> {}, 1, TimeUnit.DAYS);
                    tasks.add(task);
                    task.run();
                    return never;
                }
            };

    private final FileLedger ledger =
            new FileLedger(
                    LifetimeMap.preset("rocksdb").orElseThrow(), (file, hint) -> true, () -> now);

    private TraceRecorder recorder() {
        return new TraceRecorder(
                new TraceParts(root.resolve("trace"), MAX_BYTES), thread, () -> now);
    }

    private void look() {
        now = now.plusMillis(100);
        tasks.getLast().run();
    }

    private Path write(String name, int bytes) throws IOException {
        return Files.write(root.resolve(name), new byte[bytes]);
    }

    private List<Path> parts() throws IOException {
        try (Stream<Path> parts = Files.list(root.resolve("trace"))) {
            return parts.sorted().toList();
        }
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path part : parts()) lines.addAll(Files.readAllLines(part));
        return lines;
    }

    @Test
    void writesDownWhatComesGrowsAndGoes() throws IOException {
        ledger.found(write("nb-1-big-Data.db", 5), 0);
        recorder().start(ledger, null);
        Path data = root.resolve("nb-2-big-Data.db");
        ledger.level(root.resolve("nb-2-big"), 0);
        ledger.opened(data, false);
        write("nb-2-big-Data.db", 7);
        look();
        write("nb-2-big-Data.db", 20);
        look();
        now = now.plusMillis(5);
        ledger.deleted(data, 30);
        look();
        assertThat(lines())
                .containsExactly(
                        "firesteel-trace\t1\t1000000000000",
                        "live\t0\t1\tdata\t-\tlong\t5",
                        "create\t0\t2\tdata\t0\tmedium",
                        "write\t100000\t2\t0\t7",
                        "write\t200000\t2\t7\t13",
                        "write\t205000\t2\t20\t10",
                        "delete\t205000\t2");
    }

    @Test
    void recordsOfTheJournalThatFollowEachOtherAreOneWrite() throws IOException {
        TrackedFile journal = ledger.journal(write("journal", 8192), -1);
        TraceRecorder recorder = recorder();
        recorder.start(ledger, journal);
        recorder.journalWritten(4096, 512);
        recorder.journalWritten(4608, 1024);
        recorder.journalWritten(0, 512);
        look();
        assertThat(lines())
                .containsExactly(
                        "firesteel-trace\t1\t1000000000000",
                        "live\t0\t1\tjournal\t-\tshort\t8192",
                        "write\t100000\t1\t4096\t1536",
                        "write\t100000\t1\t0\t512");
    }

    @Test
    void aFileThatShrinksIsAnotherOne() throws IOException {
        ledger.found(write("manifest.json", 9), 0);
        recorder().start(ledger, null);
        write("manifest.json", 4);
        look();
        assertThat(lines().subList(2, 5))
                .containsExactly(
                        "delete\t100000\t1",
                        "create\t100000\t2\tother\t-\tshort",
                        "write\t100000\t2\t0\t4");
    }

    @Test
    void aFileThatVanishesIsDeleted() throws IOException {
        Path file = write("manifest.json", 9);
        ledger.found(file, 0);
        recorder().start(ledger, null);
        Files.delete(file);
        look();
        look();
        look();
        assertThat(lines()).last().isEqualTo("delete\t200000\t1");
    }

    @Test
    void keepsTheNewestPartsAndBeginsEachWithWhatIsAlive() throws IOException {
        ledger.found(write("nb-1-big-Data.db", 5), 0);
        recorder().start(ledger, null);
        for (int i = 2; i < 1000; i++) {
            Path file = root.resolve("nb-" + i + "-big-Data.db");
            ledger.opened(file, false);
            ledger.deleted(file, 10);
            look();
        }
        long bytes = 0;
        for (Path part : parts()) {
            bytes += Files.size(part);
            assertThat(Files.readAllLines(part).subList(0, 2))
                    .anyMatch(line -> line.startsWith("firesteel-trace\t1\t"))
                    .contains("live\t0\t1\tdata\t-\tlong\t5");
        }
        assertThat(bytes).isLessThanOrEqualTo(MAX_BYTES + MAX_BYTES / 8);
        assertThat(parts()).hasSizeGreaterThan(4);
        assertThat(parts().get(0).getFileName().toString()).isNotEqualTo("trace-0000000001.tsv");
    }

    @Test
    void anotherRunGivesNoNumberTwice() throws IOException {
        ledger.found(write("nb-1-big-Data.db", 5), 0);
        recorder().start(ledger, null);
        Path gone = root.resolve("nb-2-big-Data.db");
        ledger.opened(gone, false);
        ledger.deleted(gone, 10);
        look();
        recorder().start(ledger, null);
        assertThat(parts()).hasSize(2);
        Set<String> numbers = new HashSet<>();
        for (String line : lines())
            if (line.startsWith("live") || line.startsWith("create"))
                assertThat(numbers.add(line.split("\t", -1)[2])).as(line).isTrue();
        assertThat(numbers).containsExactlyInAnyOrder("1", "2", "3");
    }

    @Test
    void anErrorEndsTheRecordingAndNothingElse() throws IOException {
        Files.writeString(root.resolve("trace"), "not a directory");
        TraceRecorder recorder = recorder();
        recorder.start(ledger, null);
        ledger.opened(root.resolve("nb-2-big-Data.db"), false);
        recorder.journalWritten(0, 512);
        look();
        assertThat(thread.isShutdown()).isTrue();
    }

    /** An executor would suppress it, and the trace would end without a word. */
    @Test
    void anErrorOfTheMachineEndsTheRecordingToo() {
        TraceRecorder recorder =
                new TraceRecorder(
                        new TraceParts(root.resolve("trace"), MAX_BYTES),
                        thread,
                        () -> {
                            throw new OutOfMemoryError("of this test");
                        });
        recorder.start(ledger, null);
        assertThat(recorder.isRecording()).isFalse();
        assertThat(thread.isShutdown()).isTrue();
    }
}
