// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeProfile;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts nodes one after the other, each without data. At most one runs at a time. */
final class BenchNodes {
    /** The cluster name in the journal's owner. Journals of this cluster may be formatted again. */
    static final String CLUSTER = "firesteel-bench";

    private static final int MIB = 1 << 20;

    /** Size of an SSTable above which a part of it must reach the drive before it is synced. */
    private static final long ENOUGH = 8L * MIB;

    private static final String FLUSH_WHEN_FULL = "0.9";

    private final NodeSetup settings;
    private final CommitLogBench.JournalMaker journals;
    private final Map<Path, Object> devices = new HashMap<>();
    private Placement placement = Placement.TOGETHER;
    private @Nullable CassandraNode running;
    private boolean isClosed;

    BenchNodes(NodeSetup settings, CommitLogBench.JournalMaker journals) {
        this.settings = settings;
        this.journals = journals;
    }

    /** The node's directory. */
    Path root() {
        return Placement.TOGETHER.logIn(settings.directory());
    }

    /** The path of the journal. */
    Path journal() {
        return settings.device() == null
                ? placement.logIn(settings.directory()).resolve("journal")
                : settings.device();
    }

    /** Returns the path of a mode's log: a file, a device, or a directory of files. */
    Path log(Mode mode) {
        return mode.isJournal() ? journal() : commitLog();
    }

    private Path commitLog() {
        return new NodeDirectory(placement.logIn(settings.directory())).commitLog();
    }

    private Path sstables() {
        return new NodeDirectory(placement.sstablesIn(settings.directory())).data();
    }

    /** Checks that a node really runs in the given mode. */
    void requireGenuine(Mode mode, CassandraNode node, CqlSession session) throws IOException {
        target(mode).requireGenuine(node, session);
        if (mode.isStockDurable()) requireAccess(mode.isDirect(), session);
        if (mode == Mode.FIRESTEEL_UNHINTED) requireUnhinted(session);
        if (mode == Mode.FIRESTEEL_RECORDED) requireTrace();
    }

    private static void requireAccess(boolean isDirect, CqlSession session) throws BenchException {
        Row row =
                session.execute(
                                "SELECT value FROM system_views.settings"
                                        + " WHERE name = 'commitlog_disk_access_mode'")
                        .one();
        String found = row == null ? "unknown" : row.getString("value");
        if (isDirect != "direct".equals(found))
            throw new BenchException(
                    "The node's commitlog_disk_access_mode is %s, and %s be direct"
                            .formatted(found, isDirect ? "must" : "must not"));
    }

    /**
     * Checks after a measurement that the node has behaved as its mode requires.
     *
     * @throws BenchException if it has not; the measurement is invalid then
     */
    void requireWasGenuine(Mode mode, Workload workload, CassandraNode node) throws IOException {
        if (!mode.isJournal()) return;
        long held = NodeBean.gauge(node, "HeldReplies");
        boolean holds = mode != Mode.FIRESTEEL_MEMTABLE;
        if (held > 0 ? !holds : holds && workload.isInserts())
            throw new BenchException(
                    "The node of %s has held %d replies back".formatted(mode.title(), held));
        long early = NodeBean.gauge(node, "EarlyWritebackBytes");
        boolean isEarly = mode != Mode.FIRESTEEL_LATE && SSTables.holdBytes(sstables(), ENOUGH);
        if (early > 0 ? mode == Mode.FIRESTEEL_LATE : isEarly)
            throw new BenchException(
                    "The node of %s has begun to write %d bytes of SSTables before they were synced"
                            .formatted(mode.title(), early));
    }

    private static void requireUnhinted(CqlSession session) throws BenchException {
        if (session.execute("SELECT kind FROM firesteel.lifetimes").one() != null)
            throw new BenchException("The node gives its files lifetimes");
    }

    private void requireTrace() throws IOException {
        Path traces = Mode.traces(new NodeDirectory(root()));
        if (!Files.isDirectory(traces)) throw new BenchException("There is no trace in " + traces);
    }

    private Target target(Mode mode) {
        return mode.target(settings.agent(), journal());
    }

    /** Kills a node left by a bench that was killed. No other program runs a node there. */
    void endLeft() throws IOException {
        RunningNode.killIn(root());
    }

    /** Returns whether any rows were flushed. */
    boolean holdSSTables() throws IOException {
        return SSTables.holdBytes(sstables(), 0);
    }

    /** Starts a node with all files on one drive, and does not wait until it is ready. */
    CassandraNode start(Mode mode) throws IOException {
        return start(mode, Placement.TOGETHER);
    }

    /** Starts a node, and does not wait until it is ready. */
    CassandraNode start(Mode mode, Placement drives) throws IOException {
        // Another node may use the same address.
        CassandraNode.at(root()).address(settings.server().address()).requireStartable();
        clear();
        settle();
        placement = drives;
        for (Path each : placement.in(settings.directory())) requireSameDrive(each);
        clear();
        settle();
        for (Path each : placement.in(settings.directory())) Files.createDirectories(each);
        if (mode.isJournal()) journals.make(journal());
        return launch(settings(mode));
    }

    /** Refuses a directory whose drive was unmounted, or mounted, since it was used first. */
    private void requireSameDrive(Path directory) throws IOException {
        Path parent = Objects.requireNonNull(directory.getParent());
        Object device = Files.getAttribute(Files.createDirectories(parent), "unix:dev");
        Object before = devices.putIfAbsent(parent, device);
        if (before != null && !before.equals(device))
            throw new BenchException(
                    "%s is no longer on the same drive: has it been unmounted?".formatted(parent));
    }

    /** Restarts the killed node with the data that it left. Does not wait until it is ready. */
    CassandraNode restart() throws IOException {
        return launch(last().settings());
    }

    /** Deletes the last node's directories. */
    void clear() throws IOException {
        for (Path each : placement.in(settings.directory())) FileTree.delete(each);
    }

    /** Kills the running node, if any, and prevents further starts. May be called by any thread. */
    synchronized void close() {
        isClosed = true;
        if (running != null) running.kill();
    }

    private synchronized CassandraNode last() {
        return Objects.requireNonNull(running, "no node was started");
    }

    private synchronized CassandraNode launch(NodeSettings node) throws IOException {
        if (isClosed) throw new BenchException("interrupted");
        running = node.start();
        return running;
    }

    /** Writes dirty pages of the last node, which would disturb the next measurement. */
    void settle() throws IOException {
        for (Path each : placement.in(settings.directory()))
            Writeback.finish(Objects.requireNonNull(each.getParent()));
    }

    private NodeSettings settings(Mode mode) throws IOException {
        ServerSettings server = settings.server();
        NodeSettings node =
                CassandraNode.at(root())
                        .address(server.address())
                        .heap(Long.toString(server.heapBytes()))
                        .profile(NodeProfile.of(server.profile()))
                        .clusterName(CLUSTER)
                        .setting("auto_snapshot", false)
                        .setting("commitlog_directory", commitLog().toString())
                        .setting("data_file_directories", List.of(sstables().toString()));
        if (server.memtableBytes() > 0) keepInMemory(node, server);
        server.yaml().forEach(node::setting);
        mode.configure(node);
        Target target = target(mode);
        target.prepare();
        target.configure(node);
        return node;
    }

    /** As in Figure 6 of the paper: memtables and log have room for all writes. */
    private static void keepInMemory(NodeSettings node, ServerSettings server) {
        long memtable = server.memtableBytes() / MIB;
        node.setting("memtable_offheap_space", memtable + "MiB")
                .setting("memtable_heap_space", server.heapBytes() / 2 / MIB + "MiB")
                .setting("memtable_cleanup_threshold", FLUSH_WHEN_FULL)
                .setting("commitlog_total_space", 2 * memtable + "MiB")
                .jvmOption("-XX:MaxDirectMemorySize=" + 2 * memtable + "M");
    }
}
