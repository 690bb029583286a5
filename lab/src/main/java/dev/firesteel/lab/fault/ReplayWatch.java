// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the progress of a replay from the log of a starting node. */
final class ReplayWatch {
    /** Message start of both Cassandra and Firesteel; neither logs it before the replay. */
    private static final String HAS_BEGUN = " - Replaying ";

    /** Messages after a replay. With none, a node with a journal logs only the last. */
    private static final List<String> IS_OVER =
            List.of(
                    "Log replay complete",
                    "Replayed the journal",
                    "skipping replay",
                    "Starting listening for CQL clients");

    private final LogTail log;

    private ReplayWatch(LogTail log) {
        this.log = log;
    }

    /** Watches the log from now on, before the node is started. */
    static ReplayWatch of(Path log) throws IOException {
        return new ReplayWatch(LogTail.at(log));
    }

    ReplayState state() {
        if (IS_OVER.stream().anyMatch(log::says)) return ReplayState.OVER;
        return log.says(HAS_BEGUN) ? ReplayState.RUNNING : ReplayState.AHEAD;
    }
}
