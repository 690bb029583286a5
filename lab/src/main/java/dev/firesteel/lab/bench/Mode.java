// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.firesteel.lab.crash.FiresteelTarget;
import dev.firesteel.lab.crash.StockTarget;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What happens to a write before it is acknowledged. */
public enum Mode {
    /** It is in memory. {@code durable_writes = false}: there is no commit log, so no cost. */
    NONE("none", "periodic"),
    /** It is in memory, and on the drive within ten seconds: Cassandra's default. */
    PERIODIC("periodic", "periodic"),
    /** It is on the drive, through a mapped file. */
    BATCH("batch", "batch"),
    /** It is on the drive, past the page cache. */
    BATCH_DIRECT("batch-direct", "batch"),
    /** It is on the drive, through a mapped file, with all that came within a millisecond. */
    GROUP("group", "group"),
    /** The same, past the page cache. */
    GROUP_DIRECT("group-direct", "group"),
    /** It is on the drive, in the journal; before that, it may be read. */
    FIRESTEEL("firesteel", ""),
    /** It is on the drive, in the journal, before it goes to its memtable. */
    FIRESTEEL_MEMTABLE("firesteel-memtable", ""),
    /** As {@link #FIRESTEEL}, and no file is given a lifetime. */
    FIRESTEEL_UNHINTED("firesteel-unhinted", ""),
    /** As {@link #FIRESTEEL}, and what happens to files is recorded. */
    FIRESTEEL_RECORDED("firesteel-recorded", ""),
    /** As {@link #FIRESTEEL}, and SSTables go to the drive when they are synced, not before. */
    FIRESTEEL_LATE("firesteel-late", "");

    private static final String GROUP_WINDOW = "1ms";

    private final String title;
    private final String sync;

    Mode(String title, String sync) {
        this.title = title;
        this.sync = sync;
    }

    /** What the command line and the results call it. */
    @JsonValue
    public String title() {
        return title;
    }

    /**
     * The mode of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Mode of(String title) {
        return Arrays.stream(values())
                .filter(mode -> mode.title.equals(title))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "'%s' is not a mode: %s"
                                                .formatted(
                                                        title,
                                                        Arrays.stream(values())
                                                                .map(Mode::title)
                                                                .collect(
                                                                        Collectors.joining(
                                                                                ", ")))));
    }

    /** Whether it is Cassandra's own, and durable. */
    public boolean isStockDurable() {
        return this == BATCH || this == BATCH_DIRECT || this == GROUP || this == GROUP_DIRECT;
    }

    /** Whether a log holds everything that was acknowledged. */
    public boolean isDurable() {
        return isStockDurable() || isJournal();
    }

    /** Whether it needs a journal. */
    public boolean isJournal() {
        return sync.isEmpty();
    }

    /** Whether it is Cassandra's own, past the page cache. */
    boolean isDirect() {
        return this == BATCH_DIRECT || this == GROUP_DIRECT;
    }

    public boolean writesDurably() {
        return this != NONE;
    }

    /** How a node of this mode is set up, and seen to be of this mode. */
    public Target target(Path agent, Path journal) {
        return isJournal() ? new FiresteelTarget(agent, journal) : new StockTarget(sync);
    }

    /** What the target does not set. */
    public void configure(NodeSettings node) {
        if (isDirect()) node.setting("commitlog_disk_access_mode", "direct");
        if (this == FIRESTEEL_MEMTABLE) node.firesteel("journal_wait_for_flash", "memtable");
        if (this == FIRESTEEL_UNHINTED) node.firesteel("lifetimes", "off");
        if (this == FIRESTEEL_RECORDED)
            node.firesteel("trace_directory", traces(node.directory()).toString());
        if (this == FIRESTEEL_LATE) node.firesteel("sstable_writeback", "off");
        if (this == GROUP || this == GROUP_DIRECT)
            node.setting("commitlog_sync_group_window", GROUP_WINDOW);
    }

    /** Where a node records what happens to its files, if it does. */
    static Path traces(NodeDirectory node) {
        return node.root().resolve("traces");
    }
}
