// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What is measured. Each appends durably, or it has no place here. */
public enum Peer {
    /** The journal's engine. */
    FIRESTEEL("firesteel"),
    /** The drive: writes as large as the engine's records, as many at once, and nothing else. */
    DRIVE("drive"),
    /** Cassandra's commit log in {@code batch}, through a mapped file. */
    COMMITLOG_BATCH("commitlog-batch"),
    /** The same, past the page cache. */
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
    /** The same, but it waits for nobody once its queue is empty. */
    BOOKKEEPER_EAGER("bookkeeper-eager"),
    /** The journal's engine, with a key. */
    FIRESTEEL_ENCRYPTED("firesteel-encrypted");

    private final String title;

    Peer(String title) {
        this.title = title;
    }

    /** What the command line and the results call it. */
    @JsonValue
    public String title() {
        return title;
    }

    /**
     * The peer of that name.
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

    /** Whether it runs with Cassandra's class path. */
    boolean isCassandra() {
        return this == COMMITLOG_BATCH || this == COMMITLOG_BATCH_DIRECT || this == COMMITLOG_GROUP;
    }

    /** Those that are measured if nobody says which. */
    public static List<Peer> usual() {
        return Arrays.stream(values()).filter(peer -> peer != FIRESTEEL_ENCRYPTED).toList();
    }

    /** Whether it is the journal's engine. */
    boolean isEngine() {
        return this == FIRESTEEL || this == FIRESTEEL_ENCRYPTED;
    }

    /** Whether it writes to a device that was named, and not to files of its own. */
    boolean takesDevice() {
        return isEngine() || this == DRIVE;
    }
}
