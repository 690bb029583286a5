// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The changes of a partition: those attempted, and those acknowledged.
 *
 * <p>A change without an acknowledgement may have been made or not, whatever others were. Of each
 * cell, the change with the greatest number prevails. So after a crash a cell has
 *
 * <ul>
 *   <li>what the last acknowledged change of the cell left; or
 *   <li>what a later change of it left, which was attempted.
 * </ul>
 *
 * <p>A counter is at least the number of increments acknowledged, and at most that of those
 * attempted.
 */
public final class Partition {
    private final long key;
    private final List<Change> changes = new ArrayList<>();
    private final BitSet acknowledged = new BitSet();
    private final BitSet acknowledgedByAll = new BitSet();

    public Partition(long key) {
        this.key = key;
    }

    /**
     * Records an attempt.
     *
     * @throws IllegalArgumentException if it is not the next number
     */
    public void attempt(long seq) {
        if (seq != changes.size() + 1)
            throw new IllegalArgumentException(
                    "partition %d: attempt %d follows %d".formatted(key, seq, changes.size()));
        changes.add(Change.of(key, seq));
    }

    /**
     * Records an acknowledgement.
     *
     * @param byAll whether all replicas have acknowledged
     */
    public void acknowledge(long seq, boolean byAll) {
        acknowledged.set((int) seq);
        if (byAll) acknowledgedByAll.set((int) seq);
    }

    /** Returns the number of changes attempted. */
    public int attempted() {
        return changes.size();
    }

    /** Returns the number of changes acknowledged. */
    public int acknowledged() {
        return acknowledged.cardinality();
    }

    /** Returns whether a batch may be completed later, from the batch log of a node. */
    public boolean hasOpenBatch() {
        return changes.stream()
                .anyMatch(
                        each ->
                                each.kind() == Change.Kind.BATCH
                                        && !acknowledged.get((int) each.seq()));
    }

    /**
     * Something read that cannot be.
     *
     * @param isLoss whether something acknowledged is missing; otherwise something is there that
     *     was not written
     */
    public record Finding(boolean isLoss, String text) {}

    /** Judges what a quorum of replicas, or the only one, returned. */
    public List<Finding> judge(Contents read) {
        return judge(read, acknowledged, "");
    }

    /** Judges what one replica returned of its own. */
    public List<Finding> judgeReplica(Contents read) {
        return judge(read, acknowledgedByAll, " on a replica");
    }

    /**
     * Judges what each replica returned of its own: of each cell, a quorum must have the last
     * acknowledged change, or a later one. The parts of a counter may be on different quorums.
     */
    public List<Finding> judgeQuorum(List<Contents> replicas) {
        List<Finding> findings = new ArrayList<>();
        for (Cell each : Cell.ALL) {
            List<Long> read =
                    replicas.stream()
                            .map(replica -> replica.cells().getOrDefault(each.toString(), 0L))
                            .toList();
            long having = read.stream().filter(seq -> isKept(each, seq, acknowledged)).count();
            if (having < replicas.size() / 2 + 1)
                findings.add(finding(true, "lost", each, "the replicas have " + read));
        }
        return findings;
    }

    private List<Finding> judge(Contents read, BitSet made, String where) {
        List<Finding> findings = new ArrayList<>();
        for (Cell each : Cell.ALL) {
            long seq = read.cells().getOrDefault(each.toString(), 0L);
            if (!isWritten(each, seq))
                findings.add(finding(false, "phantom" + where, each, "read " + seq));
            else if (!isKept(each, seq, made))
                findings.add(finding(true, "lost" + where, each, "read " + seq));
        }
        long least = increments(made);
        long most = changes.stream().filter(Partition::isIncrement).count();
        if (read.counter() < least)
            findings.add(counter(true, "lost" + where, read.counter(), least, most));
        if (read.counter() > most)
            findings.add(counter(false, "phantom" + where, read.counter(), least, most));
        return findings;
    }

    /** Returns whether a change has written the value; 0 is none. */
    private boolean isWritten(Cell cell, long seq) {
        return seq == 0
                || (seq > 0 && seq <= changes.size() && changes.get((int) seq - 1).writes(cell));
    }

    /** Returns whether no acknowledged change is missing if a cell has the value of another. */
    private boolean isKept(Cell cell, long seq, BitSet made) {
        for (int i = changes.size(); i > seq; i--) {
            Change change = changes.get(i - 1);
            if (seq == 0 && change.deletes(cell)) return true; // whether acknowledged or not
            if (made.get(i) && (change.writes(cell) || change.deletes(cell))) return false;
        }
        return true;
    }

    private long increments(BitSet made) {
        return changes.stream()
                .filter(each -> isIncrement(each) && made.get((int) each.seq()))
                .count();
    }

    private static boolean isIncrement(Change change) {
        return change.kind() == Change.Kind.INCREMENT;
    }

    private Finding finding(boolean isLoss, String what, Cell cell, String read) {
        List<String> of = new ArrayList<>();
        for (Change each : changes)
            if (each.writes(cell) || each.deletes(cell))
                of.add(
                        "%d %s%s"
                                .formatted(
                                        each.seq(),
                                        each.kind(),
                                        acknowledged.get((int) each.seq())
                                                ? ""
                                                : " (not acknowledged)"));
        List<String> last = of.subList(Math.max(0, of.size() - 4), of.size());
        return new Finding(
                isLoss,
                "%s: partition %d, %s, %s, its last changes %s"
                        .formatted(what, key, cell, read, last));
    }

    private Finding counter(boolean isLoss, String what, long read, long least, long most) {
        return new Finding(
                isLoss,
                "%s: partition %d, counter, read %d, at least %d and at most %d"
                        .formatted(what, key, read, least, most));
    }
}
