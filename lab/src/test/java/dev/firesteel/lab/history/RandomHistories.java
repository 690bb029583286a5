// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.history;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Draws short histories with any outcomes, so that many are not linearizable. */
final class RandomHistories {
    private static final int MOST_OPERATIONS = 6;
    private static final int MOST_VALUES = 3;
    private static final int LATEST_CALL = 12;
    private static final int LONGEST = 8;

    private RandomHistories() {}

    /** More than the time from the first call of a history to its last return. */
    static final int LENGTH = 100;

    /** The most clients of a history. */
    static final int MOST_CLIENTS = MOST_OPERATIONS;

    /**
     * Returns one to six operations, each of a client of its own.
     *
     * @param start the time of the earliest call
     */
    static List<Operation> draw(SplittableRandom random, long key, long start) {
        List<Operation> history = new ArrayList<>();
        int operations = 1 + random.nextInt(MOST_OPERATIONS);
        for (int client = 0; client < operations; client++)
            history.add(operation(client, key, operations, start, random));
        return history;
    }

    private static Operation operation(
            int client, long key, int operations, long start, SplittableRandom random) {
        long call = start + random.nextInt(LATEST_CALL);
        long back = call + random.nextInt(LONGEST);
        Long some = value(random, operations);
        Operation set = Operation.compareAndSet(client, key, some, client + 1, call);
        return switch (random.nextInt(4)) {
            case 0 -> Operation.read(client, key, call).whenFound(some, back);
            case 1 -> set.whenApplied(back);
            case 2 -> set.whenFound(value(random, operations), back);
            default -> set;
        };
    }

    private static @Nullable Long value(SplittableRandom random, int operations) {
        int value = random.nextInt(Math.min(MOST_VALUES, operations) + 1);
        return value == 0 ? null : (long) value;
    }
}
