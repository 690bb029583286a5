// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.node.NodeSettings;

/** The log of a node: the journal, or the stock commit log that it is compared with. */
enum TestedLog {
    JOURNAL,
    BATCH;

    /** Settings of a node with this log. */
    NodeSettings settings(FiresteelNode firesteel) {
        return this == JOURNAL
                ? firesteel.settings()
                : firesteel.stock().setting("commitlog_sync", "batch");
    }
}
