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

/** The treatment of a write before it is acknowledged. */
public enum Mode {
    /** In memory. {@code durable_writes = false}: no commit log, and no cost of one. */
    NONE("none", "periodic"),
    /** In memory, and on the drive within ten seconds: Cassandra's default. */
    PERIODIC("periodic", "periodic"),
    /** On the drive, through a mapped file. */
    BATCH("batch", "batch"),
    /** On the drive, by direct I/O. */
    BATCH_DIRECT("batch-direct", "batch"),
    /** On the drive, through a mapped file, with all writes of the same millisecond. */
    GROUP("group", "group"),
    /** The same, by direct I/O. */
    GROUP_DIRECT("group-direct", "group"),
    /** On the drive, in the journal; no thread waits for it. */
    FIRESTEEL("firesteel", ""),
    /** On the drive, in the journal; a thread waits for it. */
    FIRESTEEL_MEMTABLE("firesteel-memtable", ""),
    /** As {@link #FIRESTEEL}, with no lifetime hints for files. */
    FIRESTEEL_UNHINTED("firesteel-unhinted", ""),
    /** As {@link #FIRESTEEL}, with a trace of file operations. */
    FIRESTEEL_RECORDED("firesteel-recorded", ""),
    /** As {@link #FIRESTEEL}, with SSTables written back only when they are synced. */
    FIRESTEEL_LATE("firesteel-late", "");

    private static final String GROUP_WINDOW = "1ms";

    private final String title;
    private final String sync;

    Mode(String title, String sync) {
        this.title = title;
        this.sync = sync;
    }

    /** The name on the command line and in results. */
    @JsonValue
    public String title() {
        return title;
    }

    /**
     * Returns the mode of that name.
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

    /** Returns whether it is a durable mode of Cassandra's own. */
    public boolean isStockDurable() {
        return this == BATCH || this == BATCH_DIRECT || this == GROUP || this == GROUP_DIRECT;
    }

    /** Returns whether a log holds every acknowledged write. */
    public boolean isDurable() {
        return isStockDurable() || isJournal();
    }

    /** Returns whether it needs a journal. */
    public boolean isJournal() {
        return sync.isEmpty();
    }

    /** Returns whether it is Cassandra's own with direct I/O. */
    boolean isDirect() {
        return this == BATCH_DIRECT || this == GROUP_DIRECT;
    }

    public boolean writesDurably() {
        return this != NONE;
    }

    /** Returns the target that sets up and checks a node of this mode. */
    public Target target(Path agent, Path journal) {
        return isJournal() ? new FiresteelTarget(agent, journal) : new StockTarget(sync);
    }

    /** Applies the settings that the target does not. */
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

    /** Returns the directory of a node's traces of file operations. */
    static Path traces(NodeDirectory node) {
        return node.root().resolve("traces");
    }
}
