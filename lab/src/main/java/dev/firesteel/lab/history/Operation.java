// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.history;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a client on a register, which holds a number or is absent.
 *
 * @param client the client, from 0; it runs one operation at a time
 * @param key the register
 * @param kind the kind of operation
 * @param expected of a compare-and-set, the value expected; null for absent
 * @param value of a compare-and-set, the new value, which no other operation of the history writes
 * @param callNanos when it was called, in nanoseconds of a monotonic clock shared by all clients
 * @param returnNanos when it returned; null if its outcome is unknown. It may then take effect at
 *     any time after its call, or never
 * @param applied of a compare-and-set that returned, whether it took effect
 * @param found of a read, or a compare-and-set that took no effect, the value found; null for
 *     absent
 */
public record Operation(
        int client,
        long key,
        Kind kind,
        @Nullable Long expected,
        @Nullable Long value,
        long callNanos,
        @Nullable Long returnNanos,
        boolean applied,
        @Nullable Long found) {
    /** The kinds of operations. */
    public enum Kind {
        READ,
        COMPARE_AND_SET
    }

    /** Returns a read that has been called. */
    public static Operation read(int client, long key, long callNanos) {
        return new Operation(client, key, Kind.READ, null, null, callNanos, null, false, null);
    }

    /**
     * Returns a compare-and-set that has been called.
     *
     * @param expected null for absent
     */
    public static Operation compareAndSet(
            int client, long key, @Nullable Long expected, long value, long callNanos) {
        return new Operation(
                client, key, Kind.COMPARE_AND_SET, expected, value, callNanos, null, false, null);
    }

    /** Returns the same compare-and-set, which took effect. */
    public Operation whenApplied(long nanos) {
        return new Operation(client, key, kind, expected, value, callNanos, nanos, true, null);
    }

    /**
     * Returns the same operation, which returned the register's value.
     *
     * @param value null for absent
     */
    public Operation whenFound(@Nullable Long value, long nanos) {
        return new Operation(
                client, key, kind, expected, this.value, callNanos, nanos, false, value);
    }

    /** Returns whether its outcome is known. */
    @JsonIgnore
    public boolean isKnown() {
        return returnNanos != null;
    }

    @Override
    public String toString() {
        String call = kind == Kind.READ ? "read" : "set %s to %d".formatted(text(expected), value);
        String outcome = !isKnown() ? "unknown" : applied ? "applied" : "found " + text(found);
        return "client %d: %s: %s".formatted(client, call, outcome);
    }

    private static String text(@Nullable Long value) {
        return value == null ? "absent" : value.toString();
    }
}
