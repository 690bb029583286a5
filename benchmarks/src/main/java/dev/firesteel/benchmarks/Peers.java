// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import dev.firesteel.journal.JournalKey;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Opens the logs by name. */
final class Peers {
    private static final String BATCH = "commitlog_sync: batch\n";
    private static final String DIRECT = "commitlog_disk_access_mode: direct\n";
    private static final String GROUP = "commitlog_sync: group\ncommitlog_sync_group_window: 1ms\n";

    private Peers() {}

    /** Returns the reason why a log cannot run on this machine, as a sentence; null if it can. */
    static @Nullable String complaint(Request request) throws IOException {
        if (request.peer().equals("artemis-aio") && !ArtemisPeer.hasAio(request.directory()))
            return "Artemis finds no libaio on this machine: install it (Debian: libaio1)";
        return null;
    }

    /** Opens an empty log. */
    static Peer open(Request request) throws Exception {
        return switch (request.peer()) {
            case "firesteel" ->
                    new FiresteelPeer(request.target(), request.recordsInFlight(), null);
            case "firesteel-encrypted" ->
                    new FiresteelPeer(
                            request.target(),
                            request.recordsInFlight(),
                            JournalKey.of(new byte[JournalKey.MIN_BYTES]));
            case "drive" ->
                    new DrivePeer(request.target(), request.targetBytes(), request.writeBytes());
            case "commitlog-batch" -> CommitLogPeer.start(request.directory(), BATCH);
            case "commitlog-batch-direct" ->
                    CommitLogPeer.start(request.directory(), BATCH + DIRECT);
            case "commitlog-group" -> CommitLogPeer.start(request.directory(), GROUP);
            case "artemis-aio" -> ArtemisPeer.overAio(request.directory());
            case "artemis-nio" -> ArtemisPeer.overNio(request.directory());
            case "rocksdb" -> new RocksDbPeer(request.directory());
            case "bookkeeper" -> new BookKeeperPeer(request.directory(), false);
            case "bookkeeper-eager" -> new BookKeeperPeer(request.directory(), true);
            default -> throw new IllegalArgumentException("no log is called " + request.peer());
        };
    }
}
