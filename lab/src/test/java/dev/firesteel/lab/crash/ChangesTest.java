// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.firesteel.lab.mixed.Cell;
import dev.firesteel.lab.mixed.Change;
import dev.firesteel.lab.mixed.Contents;
import dev.firesteel.lab.mixed.ViewRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a client on three replicas in memory. */
class ChangesTest {
    private static final int REPLICAS = 3;
    private static final int MADE = 2_000;

    @TempDir Path directory;
    private final List<Map<Long, Contents>> replicas = new ArrayList<>();
    private final AtomicInteger reads = new AtomicInteger();
    private long nanos;
    private Optional<String> indexError = Optional.empty();

    /** The partition whose view misses a row, and the number of reads until it has it. */
    private long staleView = -1;

    private int readsUntilFresh = Integer.MAX_VALUE;

    ChangesTest() {
        for (int i = 0; i < REPLICAS; i++) replicas.add(new HashMap<>());
    }

    @Test
    void ofSoundReplicasAreAllThere() throws Exception {
        run(this::makeEverywhere);
        Changes.Checked checked = check();
        assertThat(checked.findings()).isEmpty();
        assertThat(checked.counts()).isEqualTo(new ChangeCounts(MADE, MADE, 0, 0));
        assertThat(new Changes(directory).areOpen()).isFalse();
        assertThat(check().counts()).as("checked once").isEqualTo(ChangeCounts.NONE);
    }

    @Test
    void thatTimeOutMayBeThereOrNot() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        run(
                (change, byAll) -> {
                    int lot = random.nextInt(10);
                    if (lot == 0) throw new DriverTimeoutException("before it was made");
                    makeEverywhere(change, byAll);
                    if (lot == 1) throw new DriverTimeoutException("after it was made");
                });
        Changes.Checked checked = check();
        assertThat(checked.findings()).isEmpty();
        assertThat(checked.counts().acknowledged())
                .isLessThan(checked.counts().attempted())
                .isPositive();
    }

    @Test
    void thatAQuorumMissesAreLost() throws Exception {
        AtomicInteger changes = new AtomicInteger();
        run(
                (change, byAll) -> {
                    if (changes.incrementAndGet() != MADE - 200) makeEverywhere(change, byAll);
                });
        Changes.Checked checked = check();
        assertThat(checked.lost() + checked.phantom()).isPositive();
        assertThat(reads).as("a read would repair the replicas").hasValue(0);
        assertThat(new Changes(directory).areOpen()).as("found again").isTrue();
        assertThat(check().findings()).isEqualTo(checked.findings());
    }

    @Test
    void thatOneReplicaLosesLaterAreLost() throws Exception {
        run(this::makeEverywhere);
        assertThat(check().findings()).isEmpty();
        long key = replicas.get(1).keySet().iterator().next();
        replicas.get(1).put(key, new Contents(Map.of(), 0));
        Changes.Checked checked = check();
        assertThat(checked.lost()).isEqualTo(1);
        assertThat(checked.findings())
                .singleElement()
                .asString()
                .startsWith("lost on a replica: partition " + key + ", settled Contents[");
    }

    @Test
    void thatAnIndexMissesAreLost() throws Exception {
        run(this::makeEverywhere);
        indexError = Optional.of("lost in the index");
        assertThat(check().lost()).isEqualTo(Changes.PARTITIONS);
    }

    @Test
    void thatAViewMissesAreCountedApart() throws Exception {
        run(this::makeEverywhere);
        staleView = keyWithAView();
        Changes.Checked checked = check();
        assertThat(checked.lost() + checked.phantom()).isZero();
        assertThat(checked.counts().viewErrors()).isEqualTo(1);
        assertThat(checked.findings())
                .singleElement()
                .asString()
                .startsWith("view: partition " + staleView + " should have [ViewRow[");
        assertThat(new Changes(directory).areOpen()).as("found again").isTrue();
        assertThat(check().findings()).isEqualTo(checked.findings());
    }

    @Test
    void thatAViewHasLaterAreThere() throws Exception {
        run(this::makeEverywhere);
        staleView = keyWithAView();
        readsUntilFresh = 3;
        assertThat(check().findings()).isEmpty();
    }

    @Test
    void thatAViewLosesLaterAreFound() throws Exception {
        run(this::makeEverywhere);
        assertThat(check().findings()).isEmpty();
        staleView = keyWithAView();
        assertThat(check().counts()).isEqualTo(new ChangeCounts(0, 0, 0, 1));
    }

    private long keyWithAView() {
        return replicas.get(0).entrySet().stream()
                .filter(each -> MixedTables.isViewed(each.getKey()))
                .filter(each -> !rows(each.getValue()).isEmpty())
                .mapToLong(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void endWhenNoNodeIsLeft() throws Exception {
        run(
                (change, byAll) -> {
                    throw AllNodesFailedException.fromErrors(List.of());
                });
        Changes.Checked checked = check();
        assertThat(checked.counts().attempted()).isEqualTo(1);
        assertThat(checked.counts().acknowledged()).isZero();
    }

    /** From its write timeout on, Cassandra acknowledges an increment that replicas lack. */
    @Test
    void doesNotCountAnIncrementThatTookLongAsAcknowledged() throws Exception {
        run(
                (change, byAll) -> {
                    if (change.kind() == Change.Kind.INCREMENT) nanos += 2_000_000_000L;
                    else makeEverywhere(change, byAll);
                });
        Changes.Checked checked = check();
        assertThat(checked.findings()).isEmpty();
        assertThat(checked.counts().acknowledged())
                .isPositive()
                .isLessThan(checked.counts().attempted());
    }

    /** Runs one client until it has made enough changes. */
    private void run(MixedClient.Table table) throws Exception {
        AtomicBoolean stopping = new AtomicBoolean();
        AtomicInteger made = new AtomicInteger();
        Changes.Client client = new Changes(directory).begin(1).get(0);
        new MixedClient(
                        client.keys(),
                        client.log(),
                        (change, byAll) -> {
                            if (made.incrementAndGet() >= MADE) stopping.set(true);
                            table.make(change, byAll);
                        },
                        new SplittableRandom(3),
                        () -> {},
                        stopping,
                        () -> nanos)
                .call();
    }

    private void makeEverywhere(Change change, boolean byAll) {
        for (Map<Long, Contents> each : replicas)
            each.merge(
                    change.key(),
                    after(new Contents(Map.of(), 0), change),
                    (old, first) -> after(old, change));
    }

    private static Contents after(Contents before, Change change) {
        Map<String, Long> cells = new HashMap<>(before.cells());
        for (Cell each : Cell.ALL) {
            if (change.deletes(each)) cells.remove(each.toString());
            if (change.writes(each)) cells.put(each.toString(), change.seq());
        }
        long added = change.kind() == Change.Kind.INCREMENT ? 1 : 0;
        return new Contents(cells, before.counter() + added);
    }

    private Changes.Checked check() throws IOException {
        Changes changes = new Changes(directory);
        List<Map<Long, Contents>> read = new ArrayList<>();
        for (Map<Long, Contents> each : replicas) {
            Map<Long, Contents> contents = new HashMap<>();
            for (long key : changes.keys())
                contents.put(key, each.getOrDefault(key, new Contents(Map.of(), 0)));
            read.add(contents);
        }
        return changes.check(read, new Replicas(), new View());
    }

    private static List<ViewRow> rows(Contents contents) {
        Map<String, Long> cells = contents.cells();
        return IntStream.range(0, Cell.ROWS)
                .filter(row -> cells.containsKey("number" + row))
                .mapToObj(
                        row ->
                                new ViewRow(
                                        row,
                                        cells.getOrDefault("number" + row, 0L),
                                        cells.getOrDefault("text" + row, 0L),
                                        cells.getOrDefault("first" + row, 0L),
                                        cells.getOrDefault("second" + row, 0L)))
                .toList();
    }

    private final class View implements Changes.View {
        private int waits = 10;

        /** Returns whether the key is odd, as in {@link MixedTables}. */
        @Override
        public boolean has(long key) {
            return MixedTables.isViewed(key);
        }

        @Override
        public List<ViewRow> read(long key, int attempted) {
            List<ViewRow> rows = rows(new Replicas().read(key));
            return key == staleView && readsUntilFresh-- > 0 ? rows.subList(1, rows.size()) : rows;
        }

        @Override
        public boolean waits() {
            return waits-- > 0;
        }
    }

    private final class Replicas implements Changes.Reader {
        @Override
        public Contents read(long key) {
            reads.incrementAndGet();
            return Objects.requireNonNullElse(replicas.get(0).get(key), new Contents(Map.of(), 0));
        }

        @Override
        public Contents readAndRepair(long key) {
            return read(key);
        }

        @Override
        public Optional<String> indexError(long key, Contents read) {
            return indexError;
        }
    }
}
