// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares the judgement with every state that a crash may leave, and with others. */
class PartitionTest {
    private static final int CHANGES = 12;
    private static final int PARTITIONS = 3_000;

    /** A partition in memory, in which the change with the greatest number prevails. */
    private static Contents after(long key, List<Long> made) {
        Map<String, Long> cells = new HashMap<>();
        long counter = 0;
        for (long seq : made) {
            Change change = Change.of(key, seq);
            if (change.kind() == Change.Kind.INCREMENT) counter++;
            for (Cell each : Cell.ALL) {
                if (change.deletes(each)) cells.remove(each.toString());
                if (change.writes(each)) cells.put(each.toString(), seq);
            }
        }
        return new Contents(cells, counter);
    }

    private static Partition partition(long key, Set<Long> acknowledged) {
        Partition partition = new Partition(key);
        for (long seq = 1; seq <= CHANGES; seq++) {
            partition.attempt(seq);
            if (acknowledged.contains(seq)) partition.acknowledge(seq, seq % 2 == 0);
        }
        return partition;
    }

    private static Set<Long> draw(SplittableRandom random) {
        Set<Long> drawn = new HashSet<>();
        for (long seq = 1; seq <= CHANGES; seq++) if (random.nextInt(4) > 0) drawn.add(seq);
        return drawn;
    }

    @Test
    void acceptsEveryStateWithAllThatWasAcknowledged() {
        SplittableRandom random = new SplittableRandom(1);
        for (long key = 0; key < PARTITIONS; key++) {
            Set<Long> acknowledged = draw(random);
            List<Long> made = new ArrayList<>();
            for (long seq = 1; seq <= CHANGES; seq++)
                if (acknowledged.contains(seq) || random.nextBoolean()) made.add(seq);
            assertThat(partition(key, acknowledged).judge(after(key, made))).isEmpty();
        }
    }

    /** A later change may have undone the missing one, which then does not show. */
    @Test
    void findsEveryAcknowledgedChangeThatIsMissingAndShows() {
        SplittableRandom random = new SplittableRandom(2);
        Map<Change.Kind, Integer> found = new EnumMap<>(Change.Kind.class);
        for (long key = 0; key < PARTITIONS; key++) {
            Set<Long> acknowledged = draw(random);
            Partition partition = partition(key, acknowledged);
            Contents whole = after(key, acknowledged.stream().sorted().toList());
            for (long missing : acknowledged) {
                Contents read =
                        after(
                                key,
                                acknowledged.stream()
                                        .filter(seq -> seq != missing)
                                        .sorted()
                                        .toList());
                boolean shows = !read.equals(whole);
                List<Partition.Finding> findings = partition.judge(read);
                if (isExplained(key, missing, acknowledged)) continue;
                assertThat(!findings.isEmpty())
                        .as("partition %d without %d: %s", key, missing, findings)
                        .isEqualTo(shows);
                if (shows) found.merge(Change.of(key, missing).kind(), 1, Integer::sum);
            }
        }
        assertThat(found).as("%s", found).containsOnlyKeys(Change.Kind.values());
    }

    /** Returns whether a later change without an acknowledgement may have hidden the loss. */
    private static boolean isExplained(long key, long missing, Set<Long> acknowledged) {
        Change lost = Change.of(key, missing);
        for (long seq = 1; seq <= CHANGES; seq++) {
            if (acknowledged.contains(seq)) continue;
            Change other = Change.of(key, seq);
            if (other.kind() == Change.Kind.INCREMENT && lost.kind() == other.kind()) return true;
            for (Cell each : Cell.ALL)
                if ((other.deletes(each) || other.writes(each))
                        && (lost.deletes(each) || lost.writes(each))) return true;
        }
        return false;
    }

    @Test
    void findsACounterThatWasIncrementedTwice() {
        long key = keyWith(Change.Kind.INCREMENT);
        Contents right = after(key, List.of(1L));
        Partition partition = new Partition(key);
        partition.attempt(1);
        partition.acknowledge(1, true);
        assertThat(partition.judge(right)).isEmpty();
        assertThat(partition.judge(new Contents(Map.of(), 2)))
                .singleElement()
                .satisfies(
                        finding -> {
                            assertThat(finding.isLoss()).isFalse();
                            assertThat(finding.text()).contains("counter, read 2, at least 1");
                        });
        assertThat(partition.judge(new Contents(Map.of(), 0)))
                .singleElement()
                .matches(Partition.Finding::isLoss);
    }

    @Test
    void findsAValueThatNoChangeWrote() {
        long key = keyWith(Change.Kind.SHARE);
        Partition partition = new Partition(key);
        partition.attempt(1);
        String shared = Cell.shared().toString();
        assertThat(partition.judge(new Contents(Map.of(shared, 1L), 0))).isEmpty();
        for (Map<String, Long> cells :
                List.of(Map.of(shared, 2L), Map.of(shared, -1L), Map.of("number0", 1L)))
            assertThat(partition.judge(new Contents(cells, 0)))
                    .as("%s", cells)
                    .singleElement()
                    .matches(finding -> !finding.isLoss());
    }

    /** A replica may miss what the others have acknowledged, but not what it has itself. */
    @Test
    void asksOfAReplicaWhatAllHaveAcknowledged() {
        long key = keyWith(Change.Kind.SHARE);
        Partition partition = new Partition(key);
        partition.attempt(1);
        partition.acknowledge(1, false);
        Contents none = new Contents(Map.of(), 0);
        assertThat(partition.judge(none)).hasSize(1);
        assertThat(partition.judgeReplica(none)).isEmpty();
        partition.acknowledge(1, true);
        assertThat(partition.judgeReplica(none))
                .singleElement()
                .matches(finding -> finding.text().startsWith("lost on a replica: partition"));
    }

    @Test
    void asksOfAQuorumWhatWasAcknowledged() {
        long key = keyWith(Change.Kind.SHARE);
        Partition partition = new Partition(key);
        partition.attempt(1);
        Contents none = new Contents(Map.of(), 0);
        Contents made = new Contents(Map.of(Cell.shared().toString(), 1L), 0);
        assertThat(partition.judgeQuorum(List.of(none, none, none))).isEmpty();
        partition.acknowledge(1, false);
        assertThat(partition.judgeQuorum(List.of(made, none, made))).isEmpty();
        assertThat(partition.judgeQuorum(List.of(none, made, none)))
                .singleElement()
                .matches(Partition.Finding::isLoss)
                .matches(finding -> finding.text().contains("the replicas have [0, 1, 0]"));
    }

    @Test
    void knowsABatchThatMayBeCompletedLater() {
        long key = keyWith(Change.Kind.BATCH);
        Partition partition = new Partition(key);
        partition.attempt(1);
        assertThat(partition.hasOpenBatch()).isTrue();
        partition.acknowledge(1, false);
        assertThat(partition.hasOpenBatch()).isFalse();
    }

    @Test
    void refusesAnAttemptThatIsNotTheNext() {
        Partition partition = new Partition(7);
        partition.attempt(1);
        assertThatThrownBy(() -> partition.attempt(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("partition 7: attempt 3 follows 1");
    }

    /** Returns a partition whose first change is of a kind. */
    private static long keyWith(Change.Kind kind) {
        long key = 0;
        while (Change.of(key, 1).kind() != kind) key++;
        return key;
    }
}
