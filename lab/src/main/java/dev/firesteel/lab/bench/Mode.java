// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.NodeSettings;
import java.nio.file.Path;

/** What happens to a write before it is acknowledged. */
public enum Mode {
    /** It is in memory. {@code durable_writes = false}: there is no commit log, so no cost. */
    NONE("durable_writes=false"),
    /** It is in memory, and on the drive within ten seconds: Cassandra's default. */
    PERIODIC("periodic"),
    /** It is on the drive, through a mapped file. */
    BATCH("batch"),
    /** It is on the drive, past the page cache. */
    BATCH_DIRECT("batch, direct I/O"),
    /** It is on the drive, in the journal. */
    FIRESTEEL("firesteel");

    private final String title;

    Mode(String title) {
        this.title = title;
    }

    /** What the results call it. */
    public String title() {
        return title;
    }

    boolean writesDurably() {
        return this != NONE;
    }

    void configure(NodeSettings node, Path agent, Path journal) {
        if (this == BATCH || this == BATCH_DIRECT) node.setting("commitlog_sync", "batch");
        if (this == BATCH_DIRECT) node.setting("commitlog_disk_access_mode", "direct");
        if (this == FIRESTEEL) node.agent(agent).firesteel("journal_path", journal.toString());
    }
}
