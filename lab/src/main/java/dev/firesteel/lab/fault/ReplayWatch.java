// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Tells from the log of a node that starts how far it is with its replay. */
final class ReplayWatch {
    /** Both Cassandra and Firesteel begin so, whatever they name then; neither says it before. */
    private static final String HAS_BEGUN = " - Replaying ";

    /** Where there was nothing to replay, a node with a journal says nothing of it. */
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

    /** Watches what is logged from now on: the node is not started yet. */
    static ReplayWatch of(Path log) throws IOException {
        return new ReplayWatch(LogTail.at(log));
    }

    ReplayState state() {
        if (IS_OVER.stream().anyMatch(log::says)) return ReplayState.OVER;
        return log.says(HAS_BEGUN) ? ReplayState.RUNNING : ReplayState.AHEAD;
    }
}
