// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.firesteel.lab.mixed.SchemaChange;
import dev.firesteel.lab.mixed.SchemaContents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a client on a schema in memory. */
class SchemaChangesTest {
    /** A table, a row, and an index. */
    private static final int MADE = 3;

    @TempDir Path directory;
    private final Map<String, Set<Long>> tables = new HashMap<>();
    private final Set<String> indexes = new HashSet<>();
    private boolean isLost;

    @Test
    void ofASoundNodeAreAllThere() throws Exception {
        run(false);
        Changes.Checked checked = check(1);
        assertThat(checked.findings()).isEmpty();
        assertThat(checked.counts()).isEqualTo(new ChangeCounts(0, 0, 2, 0));
        assertThat(new SchemaChanges(directory).areOpen()).isFalse();
        assertThat(check(1).counts()).as("checked once").isEqualTo(ChangeCounts.NONE);
    }

    @Test
    void thatAreMissingAreLost() throws Exception {
        isLost = true;
        run(false);
        Changes.Checked checked = check(1);
        assertThat(checked.lost()).isEqualTo(1);
        assertThat(checked.findings())
                .singleElement()
                .asString()
                .isEqualTo(
                        "lost: schema change, scratched_1_0 is missing, its changes [CREATE_INDEX]");
        assertThat(new SchemaChanges(directory).areOpen()).as("found again").isTrue();
        assertThat(check(1).findings()).isEqualTo(checked.findings());
    }

    @Test
    void ofAnotherNodeMayComeLater() throws Exception {
        run(false);
        assertThat(check(0).lost()).as("the table").isEqualTo(1);
        assertThat(check(1).findings()).isEmpty();
    }

    @Test
    void endWithTheFirstFailure() throws Exception {
        isLost = true;
        run(true);
        Changes.Checked checked = check(1);
        assertThat(checked.findings()).isEmpty();
        assertThat(checked.counts().schemaChanges()).isEqualTo(1);
    }

    @Test
    void beginBeforeTheLoad() throws Exception {
        SchemaChanges.Run run = new SchemaChanges(directory).begin();
        new SchemaClient(run, new Memory(new AtomicBoolean(), false), new AtomicBoolean()).begin();
        assertThat(tables).containsOnlyKeys("scratch_1_0");
        assertThat(check(1).counts().schemaChanges()).isEqualTo(1);
    }

    private void run(boolean failsAtLast) throws IOException {
        AtomicBoolean stopping = new AtomicBoolean();
        new SchemaClient(
                        new SchemaChanges(directory).begin(),
                        new Memory(stopping, failsAtLast),
                        stopping)
                .call();
    }

    /**
     * Checks two nodes, one of which has nothing at first.
     *
     * @param waits the number of times that the check may wait for it
     */
    private Changes.Checked check(int waits) throws IOException {
        SchemaContents all = new SchemaContents(tables, Set.of(), indexes);
        SchemaContents none = new SchemaContents(Map.of(), Set.of(), Set.of());
        int[] left = {waits};
        int[] read = {0};
        return new SchemaChanges(directory)
                .check(() -> List.of(all, read[0]++ == 0 ? none : all), () -> left[0]-- > 0);
    }

    private final class Memory implements SchemaClient.Schema {
        private final AtomicBoolean stopping;
        private final boolean failsAtLast;

        private Memory(AtomicBoolean stopping, boolean failsAtLast) {
            this.stopping = stopping;
            this.failsAtLast = failsAtLast;
        }

        @Override
        public void make(SchemaChange change) {
            boolean isLast = change.seq() == MADE;
            if (isLast) stopping.set(!failsAtLast);
            if (!isLast || !isLost) apply(change);
            if (isLast && failsAtLast) throw new DriverTimeoutException("no answer");
        }

        private void apply(SchemaChange change) {
            switch (change.kind()) {
                case CREATE_TABLE -> tables.put(change.table(), new HashSet<>());
                case INSERT -> Objects.requireNonNull(tables.get(change.table())).add(change.seq());
                case CREATE_INDEX -> indexes.add(change.index());
                default -> throw new IllegalArgumentException(change.toString());
            }
        }

        @Override
        public void close() {}
    }
}
