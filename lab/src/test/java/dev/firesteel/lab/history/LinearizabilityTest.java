// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinearizabilityTest {
    private static final int HISTORIES = 20_000;
    private static final long KEY = 5;

    @Test
    void changesOneAfterTheOtherAre() {
        accepts(
                applied(0, null, 1, 10, 20),
                read(1, 1L, 30, 40),
                applied(0, 1L, 2, 50, 60),
                refused(1, 1L, 3, 2L, 70, 80),
                read(0, 2L, 90, 100));
    }

    @Test
    void aReadMayComeBeforeOrAfterAChangeBesideIt() {
        accepts(applied(0, null, 1, 10, 40), read(1, null, 20, 30));
        accepts(applied(0, null, 1, 10, 40), read(1, 1L, 20, 30));
        accepts(applied(0, null, 1, 10, 40), read(1, null, 20, 25), read(1, 1L, 26, 30));
    }

    @Test
    void noReadGoesBackInTime() {
        refuses(applied(0, null, 1, 10, 40), read(1, 1L, 20, 25), read(1, null, 26, 30));
        refuses(applied(0, null, 1, 10, 20), read(1, null, 30, 40));
    }

    @Test
    void aChangeThatWasAcknowledgedIsNotLost() {
        assertThat(
                        Linearizability.violation(
                                List.of(
                                        applied(0, null, 1, 10, 20),
                                        applied(1, 1L, 2, 30, 40),
                                        read(2, 1L, 50, 60))))
                .contains(
                        "after 2 of 3 operations the value is 2, and none of these can be next: [client 2: read:"
                                + " found 1]");
    }

    @Test
    void oneValueIsReplacedOnce() {
        refuses(applied(0, null, 1, 10, 20), applied(1, 1L, 2, 30, 60), applied(2, 1L, 3, 40, 50));
    }

    @Test
    void aChangeIsNotRefusedWhoseExpectationHolds() {
        refuses(applied(0, null, 1, 10, 20), refused(1, 1L, 2, 1L, 30, 40));
        refuses(refused(0, null, 1, null, 10, 20));
    }

    @Test
    void anUnknownChangeMayTakeEffectLaterOrNever() {
        accepts(unknown(0, null, 1, 10), read(1, null, 20, 30));
        accepts(unknown(0, null, 1, 10), read(1, null, 20, 30), read(1, 1L, 40, 50));
        accepts(unknown(0, null, 1, 10), applied(1, null, 2, 20, 30), read(1, 2L, 40, 50));
        accepts(unknown(0, null, 1, 10), unknown(1, 1L, 2, 11), read(2, 2L, 40, 50));
    }

    @Test
    void anUnknownChangeTakesEffectOnceAndNotBeforeItsCall() {
        refuses(unknown(0, null, 1, 10), read(1, 1L, 20, 30), read(1, null, 40, 50));
        refuses(read(1, 1L, 20, 30), unknown(0, null, 1, 40));
        refuses(
                unknown(0, null, 1, 10),
                read(1, 1L, 20, 30),
                applied(1, 1L, 2, 40, 50),
                read(1, 1L, 60, 70));
    }

    /** Compares with a search that tries every order of every set of unknown operations. */
    @Test
    void agreesWithASearchThroughAllOrders() {
        SplittableRandom random = new SplittableRandom(54);
        int linearizable = 0;
        for (int i = 0; i < HISTORIES; i++) {
            List<Operation> history = RandomHistories.draw(random, KEY, 0);
            boolean isExpected = hasOrder(history, null);
            assertThat(Linearizability.violation(history).isEmpty())
                    .as("%s", history)
                    .isEqualTo(isExpected);
            if (isExpected) linearizable++;
        }
        assertThat(linearizable).isBetween(HISTORIES / 50, HISTORIES / 50 * 49);
    }

    /** The time of the search must not grow with more than the concurrency. */
    @Test
    void checksALongHistory() {
        List<Operation> history = new ArrayList<>();
        Long value = null;
        for (int i = 1; i <= 5_000; i++) {
            history.add(unknown(3, (long) -i, 1_000_000 + i, 100L * i));
            history.add(read(1, value, 100L * i, 100L * i + 60));
            history.add(applied(0, value, i, 100L * i + 10, 100L * i + 70));
            history.add(read(2, (long) i, 100L * i + 20, 100L * i + 80));
            value = (long) i;
        }
        assertThat(Linearizability.violation(history)).isEmpty();
        history.add(read(1, 7L, 1_000_000, 1_000_001));
        assertThat(Linearizability.violation(history)).isPresent();
    }

    private static void accepts(Operation... history) {
        assertThat(Linearizability.violation(List.of(history))).isEmpty();
    }

    private static void refuses(Operation... history) {
        assertThat(Linearizability.violation(List.of(history))).isPresent();
    }

    private static boolean hasOrder(List<Operation> left, @Nullable Long value) {
        if (left.stream().noneMatch(Operation::isKnown)) return true;
        for (Operation next : left) {
            boolean isFirst = left.stream().noneMatch(other -> isBefore(other, next));
            Optional<Optional<Long>> after = after(next, value);
            if (!isFirst || after.isEmpty()) continue;
            List<Operation> rest = new ArrayList<>(left);
            rest.remove(next);
            if (hasOrder(rest, after.get().orElse(null))) return true;
        }
        return false;
    }

    private static boolean isBefore(Operation one, Operation other) {
        Long end = one.returnNanos();
        return end != null && end < other.callNanos();
    }

    /** Returns the value after an operation; empty if it cannot have its outcome now. */
    private static Optional<Optional<Long>> after(Operation operation, @Nullable Long value) {
        boolean isSet = operation.kind() == Operation.Kind.COMPARE_AND_SET;
        boolean isExpected = isSet && Objects.equals(value, operation.expected());
        if (!operation.isKnown() || operation.applied())
            return isExpected
                    ? Optional.of(Optional.ofNullable(operation.value()))
                    : Optional.empty();
        return Objects.equals(value, operation.found()) && !isExpected
                ? Optional.of(Optional.ofNullable(value))
                : Optional.empty();
    }

    private static Operation read(int client, @Nullable Long found, long call, long back) {
        return Operation.read(client, KEY, call).whenFound(found, back);
    }

    private static Operation applied(
            int client, @Nullable Long expected, long value, long call, long back) {
        return unknown(client, expected, value, call).whenApplied(back);
    }

    private static Operation refused(
            int client,
            @Nullable Long expected,
            long value,
            @Nullable Long found,
            long call,
            long back) {
        return unknown(client, expected, value, call).whenFound(found, back);
    }

    private static Operation unknown(int client, @Nullable Long expected, long value, long call) {
        return Operation.compareAndSet(client, KEY, expected, value, call);
    }
}
