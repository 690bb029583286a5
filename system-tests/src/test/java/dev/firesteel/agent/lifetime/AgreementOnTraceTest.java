// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.flash.trace.Trace;
import dev.firesteel.flash.trace.TraceHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the drive simulator's reader reads the files of the agent's recorder. */
class AgreementOnTraceTest {
    private static final long MUCH = 1 << 20;
    private static final long LITTLE = 4 << 10;

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

    /** Records the events that it receives. */
    private static final class Told implements TraceHandler {
        private final List<String> events = new ArrayList<>();

        @Override
        public void live(
                long micros,
                long file,
                dev.firesteel.flash.trace.FileClass is,
                dev.firesteel.flash.trace.Lifetime lifetime,
                long bytes) {
            events.add("%d live %d %s %s %d".formatted(micros, file, is, lifetime, bytes));
        }

        @Override
        public void created(
                long micros,
                long file,
                dev.firesteel.flash.trace.FileClass is,
                dev.firesteel.flash.trace.Lifetime lifetime) {
            events.add("%d create %d %s %s".formatted(micros, file, is, lifetime));
        }

        @Override
        public void written(long micros, long file, long offset, long bytes) {
            events.add("%d write %d %d+%d".formatted(micros, file, offset, bytes));
        }

        @Override
        public void discarded(long micros, long file, long offset, long bytes) {
            events.add("%d discard %d".formatted(micros, file));
        }

        @Override
        public void deleted(long micros, long file) {
            events.add("%d delete %d".formatted(micros, file));
        }
    }

    private List<String> told() throws IOException {
        Told told = new Told();
        Trace trace = Trace.of(root.resolve("trace"));
        assertThat(trace.isRaw()).isFalse();
        trace.read(told);
        return told.events;
    }

    private TraceRecorder start(long maxBytes, @Nullable TrackedFile journal) {
        TraceRecorder recorder =
                new TraceRecorder(
                        new TraceParts(root.resolve("trace"), maxBytes), thread, () -> now);
        recorder.start(ledger, journal);
        return recorder;
    }

    private void look() {
        now = now.plusMillis(100);
        tasks.getLast().run();
    }

    private Path write(String name, int bytes) throws IOException {
        return Files.write(root.resolve(name), new byte[bytes]);
    }

    @Test
    void whatIsRecordedIsRead() throws IOException {
        TrackedFile journal = ledger.journal(write("journal", 8192), -1);
        TraceRecorder recorder = start(MUCH, journal);
        ledger.level(root.resolve("nb-2-big"), 3);
        Path data = write("nb-2-big-Data.db", 7);
        ledger.opened(data, false);
        look();
        write("nb-2-big-Data.db", 20);
        recorder.journalWritten(4096, 512);
        recorder.journalWritten(4608, 1024);
        look();
        now = now.plusMillis(5);
        ledger.deleted(data, 30);
        look();
        assertThat(told())
                .containsExactly(
                        "0 live 1 journal short 8192",
                        "0 create 2 data.3 extreme",
                        "100000 write 2 0+7",
                        "200000 write 2 7+13",
                        "200000 write 1 4096+1536",
                        "205000 write 2 20+10",
                        "205000 delete 2");
    }

    @Test
    void everyKindLevelAndLifetimeIsRead() throws IOException {
        var unused = start(MUCH, null);
        List<String> names =
                new ArrayList<>(List.of("nb-x-big-Data.db", "KeyCache-g.db", "CommitLog-8-1.log"));
        for (int level = 0; level <= 8; level++) {
            ledger.level(root.resolve("nb-" + level + "-big"), level);
            for (String component : List.of("Data.db", "Index.db", "Digest.crc32", "Rows.db"))
                names.add("nb-" + level + "-big-" + component);
        }
        List<String> expected = new ArrayList<>();
        for (String name : names) {
            ledger.opened(write(name, 0), false);
            expected.add(created(1 + expected.size(), name));
        }
        look();
        assertThat(told()).isEqualTo(expected);
    }

    private static String created(int file, String name) {
        FileKind kind = FileKind.of(Path.of(name));
        char level = name.startsWith("nb-") ? name.charAt(3) : 'x';
        boolean hasLevel = level != 'x';
        FileClass files = new FileClass(kind, hasLevel ? level - '0' : FileClass.NO_LEVEL);
        return "0 create %d %s%s %s"
                .formatted(
                        file,
                        kind.text(),
                        hasLevel ? "." + level : "",
                        LifetimeMap.preset("rocksdb").orElseThrow().of(files).text());
    }

    /** Of deleted parts, only the live files remain; a file's size identifies it. */
    @Test
    void whatIsLeftOfManyPartsTellsWhatIsAlive() throws IOException {
        var unused = start(LITTLE, null);
        for (int size = 1; size < 400; size++) {
            Path file = write("nb-" + size + "-big-Data.db", size);
            ledger.opened(file, false);
            if (size % 10 > 0) ledger.deleted(file, size);
            look();
        }
        try (Stream<Path> parts = Files.list(root.resolve("trace"))) {
            assertThat(parts.map(part -> part.getFileName().toString()))
                    .hasSizeGreaterThan(2)
                    .doesNotContain("trace-0000000001.tsv");
        }
        Map<String, Long> alive = new TreeMap<>();
        for (String event : told()) {
            String[] words = event.split("[ +]", -1);
            switch (words[1]) {
                case "live" -> alive.put(words[2], Long.parseLong(words[5]));
                case "create" -> alive.put(words[2], 0L);
                case "write" -> alive.merge(words[2], Long.parseLong(words[4]), Long::sum);
                default -> alive.remove(words[2]);
            }
        }
        assertThat(alive.values())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(1, 40).map(tens -> 10 * tens).boxed().toList());
    }
}
