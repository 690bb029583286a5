// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the judgement with every state that a crash may leave, and with others. */
class SchemaHistoryTest {
    private static final long RUN = 3;
    private static final int MOST = 22;

    /** A schema in memory. */
    private static SchemaContents after(Set<Long> made) {
        Map<String, Set<Long>> tables = new HashMap<>();
        Set<String> columns = new HashSet<>();
        Set<String> indexes = new HashSet<>();
        for (long seq : new TreeSet<>(made)) {
            SchemaChange change = new SchemaChange(RUN, seq);
            switch (change.kind()) {
                case CREATE_TABLE -> tables.put(change.table(), new HashSet<>());
                case INSERT -> {
                    if (tables.containsKey(change.table())) tables.get(change.table()).add(seq);
                }
                case CREATE_INDEX -> {
                    if (tables.containsKey(change.table())) indexes.add(change.index());
                }
                case ADD_COLUMN -> columns.add(change.column());
                case DROP_INDEX -> indexes.remove(change.index());
                case DROP_COLUMN -> columns.remove(change.column());
                case DROP_TABLE -> {
                    tables.remove(change.table());
                    indexes.remove(change.index());
                }
            }
        }
        return new SchemaContents(tables, columns, indexes);
    }

    private static Set<Long> upTo(long seq) {
        Set<Long> all = new TreeSet<>();
        for (long i = 1; i <= seq; i++) all.add(i);
        return all;
    }

    /** Returns a history whose changes were all acknowledged, perhaps without the last. */
    private static SchemaHistory history(long attempted, long acknowledged) {
        SchemaHistory history = new SchemaHistory(RUN);
        for (long seq = 1; seq <= attempted; seq++) history.attempt(seq);
        for (long seq = 1; seq <= acknowledged; seq++) history.acknowledge(seq);
        return history;
    }

    @Test
    void acceptsEveryStateWithAllThatWasAcknowledged() {
        for (long seq = 1; seq <= MOST; seq++) {
            assertThat(history(seq, seq).judge(after(upTo(seq)))).as("%d", seq).isEmpty();
            assertThat(history(seq, seq - 1).judge(after(upTo(seq)))).as("%d", seq).isEmpty();
            assertThat(history(seq, seq - 1).judge(after(upTo(seq - 1)))).as("%d", seq).isEmpty();
        }
    }

    /** A later change may have undone the missing one, which then does not show. */
    @Test
    void findsEveryAcknowledgedChangeThatIsMissingAndShows() {
        Set<SchemaChange.Kind> found = EnumSet.noneOf(SchemaChange.Kind.class);
        for (long seq = 1; seq <= MOST; seq++)
            for (long missing = 1; missing <= seq; missing++) {
                Set<Long> made = upTo(seq);
                made.remove(missing);
                boolean shows = !after(made).equals(after(upTo(seq)));
                List<Partition.Finding> findings = history(seq, seq).judge(after(made));
                assertThat(!findings.isEmpty())
                        .as("%d of %d: %s", missing, seq, findings)
                        .isEqualTo(shows);
                assertThat(findings).allMatch(Partition.Finding::isLoss);
                if (shows) found.add(new SchemaChange(RUN, missing).kind());
            }
        assertThat(found).containsExactlyInAnyOrder(SchemaChange.Kind.values());
    }

    /** A DROP TABLE without an acknowledgement was made or not, but not in part. */
    @Test
    void findsARowThatIsMissingInATableThatWasPerhapsDropped() {
        long dropping = 9;
        assertThat(new SchemaChange(RUN, dropping).kind()).isEqualTo(SchemaChange.Kind.DROP_TABLE);
        Map<String, Set<Long>> emptied = Map.of(new SchemaChange(RUN, dropping).table(), Set.of());
        assertThat(
                        history(dropping, dropping - 1)
                                .judge(new SchemaContents(emptied, Set.of(), Set.of())))
                .hasSize(3)
                .allMatch(finding -> finding.text().startsWith("lost: row "));
    }

    @Test
    void findsWhatNoChangeHasAttempted() {
        SchemaContents read =
                new SchemaContents(
                        Map.of("scratch_3_0", Set.of(2L, 4L), "scratch_3_1", Set.of()),
                        Set.of("added_3_0"),
                        Set.of("scratched_3_5"));
        assertThat(history(2, 2).judge(read))
                .extracting(Partition.Finding::text)
                .containsExactlyInAnyOrder(
                        "phantom: scratch_3_0 row 4",
                        "phantom: scratch_3_1",
                        "phantom: added_3_0",
                        "phantom: scratched_3_5");
    }

    @Test
    void ignoresWhatOtherRunsHaveLeft() {
        SchemaContents left =
                new SchemaContents(
                        Map.of("scratch_33_0", Set.of(2L), "scratch_1_3", Set.of()),
                        Set.of("added_13_3"),
                        Set.of("scratched_31_3"));
        assertThat(history(0, 0).judge(left)).isEmpty();
    }

    @Test
    void countsAcknowledgedChangesOfTheSchemaAlone() {
        assertThat(history(9, 9).acknowledged()).isEqualTo(6);
        assertThat(history(9, 2).acknowledged()).isEqualTo(1);
    }

    @Test
    void refusesAnAttemptThatIsNotTheNext() {
        assertThatThrownBy(() -> history(1, 0).attempt(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("run 3: attempt 3 follows 1");
    }
}
