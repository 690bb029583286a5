// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.history;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a history of one register is linearizable: whether each operation can take effect
 * at one moment between its call and its return.
 *
 * <p>The search is that of J. M. Wing and C. Gong, <i>Testing and Verifying Concurrent Objects</i>,
 * 1993, section 4. It remembers the configurations it has been in, as G. Lowe, <i>Testing for
 * Linearizability</i>, 2017, section 3.1. Its time is exponential in the number of concurrent
 * operations, and about linear in the length of the history.
 *
 * <p>No two compare-and-sets of the history write the same value.
 */
public final class Linearizability {
    /** The value of a register that is absent. No operation writes it. */
    private static final long ABSENT = Long.MIN_VALUE;

    private static final long NEVER = Long.MAX_VALUE;

    private final List<Operation> operations;
    private final int known;
    private final BitSet done = new BitSet();
    private final Set<Configuration> visited = new HashSet<>();
    private final List<Step> path = new ArrayList<>();

    /** The length of the longest order found, and the configuration at its end. */
    private int deepest = -1;

    private Configuration deepestAt = new Configuration(new BitSet(), ABSENT);

    /** The operations that took effect so far, and the register's value then. */
    private record Configuration(BitSet done, long value) {}

    /**
     * A step of the search.
     *
     * @param operation the index of the operation that took effect
     * @param before the value before
     */
    private record Step(int operation, long before) {}

    private Linearizability(List<Operation> history) {
        operations =
                relevant(history).stream()
                        .sorted(Comparator.comparingLong(Operation::callNanos))
                        .toList();
        known = (int) operations.stream().filter(Operation::isKnown).count();
    }

    /**
     * Searches for an order.
     *
     * @param history all operations on one register, which is absent at first
     * @return empty if there is an order; otherwise the operations of which none can be next after
     *     the longest order, in words
     */
    public static Optional<String> violation(List<Operation> history) {
        Linearizability search = new Linearizability(history);
        return search.findsAnOrder() ? Optional.empty() : Optional.of(search.impasse());
    }

    /**
     * Returns the history without operations of unknown outcome whose value is never seen. If such
     * an operation took effect, it was the last, and no operation observed it.
     */
    private static List<Operation> relevant(List<Operation> history) {
        Set<Long> seen = new HashSet<>();
        for (Operation each : history)
            if (each.isKnown())
                seen.add(each.applied() ? code(each.expected()) : code(each.found()));
        Set<Operation> unknown = new HashSet<>();
        boolean isComplete = false;
        while (!isComplete) {
            isComplete = true;
            for (Operation each : history)
                if (!each.isKnown()
                        && each.kind() == Operation.Kind.COMPARE_AND_SET
                        && seen.contains(code(each.value()))
                        && unknown.add(each)) {
                    seen.add(code(each.expected()));
                    isComplete = false;
                }
        }
        return history.stream().filter(each -> each.isKnown() || unknown.contains(each)).toList();
    }

    private static long code(@Nullable Long value) {
        return value == null ? ABSENT : value;
    }

    private boolean findsAnOrder() {
        long value = ABSENT;
        int next = 0;
        int left = known;
        while (left > 0) {
            int found = candidate(next, value);
            if (found >= 0) {
                path.add(new Step(found, value));
                done.set(found);
                if (operations.get(found).isKnown()) left--;
                value = after(operations.get(found), value);
                next = 0;
            } else {
                if (path.isEmpty()) return false;
                Step undone = path.remove(path.size() - 1);
                done.clear(undone.operation);
                if (operations.get(undone.operation).isKnown()) left++;
                value = undone.before;
                next = undone.operation + 1;
            }
        }
        return true;
    }

    /**
     * Returns the next operation, from an index on, that can take effect now and leads to a
     * configuration not visited; -1 if there is none.
     */
    private int candidate(int from, long value) {
        if (from == 0) note(value);
        long firstReturn = NEVER;
        for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
            Operation each = operations.get(i);
            if (each.callNanos() > firstReturn) return -1;
            firstReturn = Math.min(firstReturn, returnOf(each));
            if (i >= from && canFollow(each, value) && isNew(i, after(each, value))) return i;
        }
        return -1;
    }

    private void note(long value) {
        if (path.size() <= deepest) return;
        deepest = path.size();
        deepestAt = new Configuration((BitSet) done.clone(), value);
    }

    private boolean isNew(int operation, long after) {
        BitSet then = (BitSet) done.clone();
        then.set(operation);
        return visited.add(new Configuration(then, after));
    }

    private static long returnOf(Operation operation) {
        Long nanos = operation.returnNanos();
        return nanos == null ? NEVER : nanos;
    }

    /** Returns whether an operation has its outcome if the register has this value. */
    private static boolean canFollow(Operation operation, long value) {
        boolean isExpected =
                operation.kind() == Operation.Kind.COMPARE_AND_SET
                        && value == code(operation.expected());
        if (!operation.isKnown() || operation.applied()) return isExpected;
        return value == code(operation.found()) && !isExpected;
    }

    private static long after(Operation operation, long value) {
        boolean isEffective = !operation.isKnown() || operation.applied();
        return isEffective ? code(operation.value()) : value;
    }

    /** Describes the configuration at the end of the longest order. */
    private String impasse() {
        List<String> blocked = new ArrayList<>();
        long firstReturn = NEVER;
        BitSet taken = deepestAt.done;
        for (int i = taken.nextClearBit(0); i < operations.size(); i = taken.nextClearBit(i + 1)) {
            Operation each = operations.get(i);
            if (each.callNanos() > firstReturn) break;
            firstReturn = Math.min(firstReturn, returnOf(each));
            blocked.add(each.toString());
        }
        return "after %d of %d operations the value is %s, and none of these can be next: [%s]"
                .formatted(
                        deepest,
                        operations.size(),
                        deepestAt.value == ABSENT ? "absent" : Long.toString(deepestAt.value),
                        String.join("; ", blocked));
    }
}
