// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;

/** A figure by which modes are compared. */
public enum Figure implements ComparisonLabels {
    /** Successful operations a second. */
    RATE("opsPerSecond", "op/s", "faster", "slower"),
    /** The median latency. */
    P50("p50Micros", "p50", "longer", "shorter"),
    /** The 99th percentile of the latencies. */
    P99("p99Micros", "p99", "longer", "shorter"),
    /** The 99.9th percentile. */
    P999("p999Micros", "p99.9", "longer", "shorter");

    private final String key;
    private final String title;
    private final String above;
    private final String below;

    Figure(String key, String title, String above, String below) {
        this.key = key;
        this.title = title;
        this.above = above;
        this.below = below;
    }

    /** Returns the figure that a loop is judged by: an open one has a given rate. */
    static Figure forLoop(Loop loop) {
        return loop == Loop.CLOSED ? RATE : P99;
    }

    /** The key in JSON. */
    @JsonValue
    public String key() {
        return key;
    }

    /** The heading in the table. */
    String title() {
        return title;
    }

    @Override
    public String above() {
        return above;
    }

    @Override
    public String below() {
        return below;
    }

    double of(Measurement one) {
        return switch (this) {
            case RATE -> one.result().operationsPerSecond();
            case P50 -> one.result().p50Micros();
            case P99 -> one.result().p99Micros();
            case P999 -> one.result().p999Micros();
        };
    }
}
