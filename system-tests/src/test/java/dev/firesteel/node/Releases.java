// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.util.stream.Stream;

/** The Cassandra releases that a test runs on. */
public final class Releases {
    private Releases() {}

    /** Returns the newest release. */
    public static String newest() {
        return CassandraRelease.newest().version();
    }

    /** Returns the newest release and the lowest one. */
    public static Stream<String> both() {
        return Stream.of(newest(), CassandraRelease.lowest().version());
    }

    /**
     * Returns the newest release, or both with {@code -Dfiresteel.releases=both}, as in the tier
     * full.
     */
    public static Stream<String> ofTier() {
        String which = System.getProperty("firesteel.releases", "newest"); // owns settings
        return switch (which) {
            case "newest" -> Stream.of(newest());
            case "both" -> both();
            default ->
                    throw new IllegalArgumentException(
                            "-Dfiresteel.releases is " + which + ", allowed are newest and both");
        };
    }
}
