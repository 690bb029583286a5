// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A peer to measure. All append durably. */
public enum Peer {
    /** The journal's engine. */
    FIRESTEEL("firesteel"),
    /** The drive alone: writes of the engine's record size, with the same maximum in flight. */
    DRIVE("drive"),
    /** Cassandra's commit log in {@code batch}, through a mapped file. */
    COMMITLOG_BATCH("commitlog-batch"),
    /** The same, by direct I/O. */
    COMMITLOG_BATCH_DIRECT("commitlog-batch-direct"),
    /** Cassandra's commit log in {@code group}, with a window of a millisecond. */
    COMMITLOG_GROUP("commitlog-group"),
    /** The journal of ActiveMQ Artemis over libaio. */
    ARTEMIS_AIO("artemis-aio"),
    /** The journal of ActiveMQ Artemis over a {@code FileChannel}. */
    ARTEMIS_NIO("artemis-nio"),
    /** The write-ahead log of RocksDB. */
    ROCKSDB("rocksdb"),
    /** The journal of a BookKeeper bookie. */
    BOOKKEEPER("bookkeeper"),
    /** The same, without waiting for more entries once its queue is empty. */
    BOOKKEEPER_EAGER("bookkeeper-eager"),
    /** The journal's engine, encrypted. */
    FIRESTEEL_ENCRYPTED("firesteel-encrypted");

    private final String title;

    Peer(String title) {
        this.title = title;
    }

    /** The name on the command line and in results. */
    @JsonValue
    public String title() {
        return title;
    }

    /**
     * Returns the peer of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Peer of(String title) {
        return Arrays.stream(values())
                .filter(peer -> peer.title.equals(title))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "'%s' is no peer: %s".formatted(title, all())));
    }

    private static String all() {
        return Arrays.stream(values()).map(Peer::title).collect(Collectors.joining(", "));
    }

    /** Returns whether it runs with Cassandra's class path. */
    boolean isCassandra() {
        return this == COMMITLOG_BATCH || this == COMMITLOG_BATCH_DIRECT || this == COMMITLOG_GROUP;
    }

    /** Returns the peers that are measured by default. */
    public static List<Peer> usual() {
        return Arrays.stream(values()).filter(peer -> peer != FIRESTEEL_ENCRYPTED).toList();
    }

    /** Returns whether it is the journal's engine. */
    boolean isEngine() {
        return this == FIRESTEEL || this == FIRESTEEL_ENCRYPTED;
    }

    /** Returns whether it writes to a given device, rather than to files of its own. */
    boolean takesDevice() {
        return isEngine() || this == DRIVE;
    }
}
