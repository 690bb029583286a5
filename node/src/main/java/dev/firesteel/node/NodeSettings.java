// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a node is to be started. Every setting has a default; {@link #start} can be called again once
 * the node is down, and writes the configuration anew.
 */
public final class NodeSettings {
    /** Cassandra's native protocol listens here. */
    public static final int CQL_PORT = 9042;

    /** Nodes talk to each other here. */
    public static final int STORAGE_PORT = 7000;

    /** Variables that a node gets only from {@link #environment}. */
    public static final List<String> DROPPED_VARIABLES =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    final NodeDirectory directory;
    final Map<String, Object> cassandraYaml = new LinkedHashMap<>();
    final Map<String, Object> firesteelYaml = new LinkedHashMap<>();
    final List<String> jvmOptions = new ArrayList<>();
    final Map<String, String> environment = new LinkedHashMap<>();
    CassandraRelease release = CassandraRelease.newest();
    String address = "127.0.0.1";
    @Nullable String seeds;
    String clusterName = "Firesteel";
    String heap = "1G";
    @Nullable Path agent;
    final List<Path> controlGroups = new ArrayList<>();
    boolean shortLived;
    @Nullable Path classDump;
    boolean ignoresTerminal;
    private @Nullable Path pidDirectory;

    NodeSettings(Path dataDirectory) {
        directory = new NodeDirectory(dataDirectory);
    }

    /** The release of Cassandra, such as {@code 5.0.0}; by default the newest. */
    public NodeSettings version(String version) {
        release = CassandraRelease.of(version);
        return this;
    }

    /** The loopback address that the node listens on, for clients and for other nodes. */
    public NodeSettings address(String ipAddress) {
        address = ipAddress;
        return this;
    }

    /**
     * The same, if it reaches this machine and nobody else.
     *
     * @throws IllegalArgumentException if it is not one of 127.x.y.z
     */
    public NodeSettings loopbackAddress(String ipAddress) {
        return address(LoopbackAddress.parse(ipAddress).toString());
    }

    /** The address of the node to join; by default the node is its own seed. */
    public NodeSettings seeds(String ipAddress) {
        seeds = ipAddress;
        return this;
    }

    /** Nodes of different clusters refuse each other. */
    public NodeSettings clusterName(String name) {
        clusterName = name;
        return this;
    }

    /** The heap in the JVM's units: {@code 512M}, {@code 4G}. */
    public NodeSettings heap(String size) {
        heap = size;
        return this;
    }

    /** A jar for {@code -javaagent}. */
    public NodeSettings agent(Path jar) {
        agent = jar.toAbsolutePath();
        return this;
    }

    /**
     * A top-level key of cassandra.yaml, in place of our default.
     *
     * @param value a number, a truth value, a string, or a list or map of these
     */
    public NodeSettings setting(String key, Object value) {
        cassandraYaml.put(key, value);
        return this;
    }

    /** A top-level key of firesteel.yaml. The file is there only if a key is. */
    public NodeSettings firesteel(String key, Object value) {
        firesteelYaml.put(key, value);
        return this;
    }

    /** One more option for the JVM, after ours. */
    public NodeSettings jvmOption(String option) {
        jvmOptions.add(option);
        return this;
    }

    /**
     * For a node that soon ends: its JVM starts in half the processor time (the quick compiler
     * alone, the serial collector, and shared classes if the build has archived them), and is
     * slower after that. Not for what is measured.
     */
    public NodeSettings shortLived() {
        shortLived = true;
        jvmOptions.addAll(Jvm.SHORT_LIFE);
        return this;
    }

    /** Archives the classes that the node has loaded when it ends, for {@link #shortLived}. */
    NodeSettings dumpClasses(Path archive) {
        classDump = archive;
        return this;
    }

    /** A variable of the process's environment. */
    public NodeSettings environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * Has the process join a control group before it is a JVM, so that all its memory counts there.
     * May be said of several: groups of version 1 are of one resource each.
     *
     * @param processes the group's file {@code cgroup.procs}
     */
    public NodeSettings controlGroup(Path processes) {
        controlGroups.add(processes);
        return this;
    }

    /**
     * Ctrl-C and the end of a terminal reach every process of the terminal, and a node ends by
     * them. With this it does not: when it ends is left to whoever started it.
     */
    public NodeSettings ignoreTerminal() {
        ignoresTerminal = true;
        return this;
    }

    /**
     * The file that says which process uses the node's files is in this directory, where {@link
     * RunningNode#killIn} looks for it: for a node whose own files are on a drive that may be gone.
     */
    public NodeSettings knownIn(Path directory) {
        pidDirectory = directory;
        return this;
    }

    PidFile pidFile() {
        return PidFile.in(pidDirectory == null ? directory.root() : pidDirectory);
    }

    /** Where the node's files are. */
    public NodeDirectory directory() {
        return directory;
    }

    /** The release of Cassandra that is started. */
    public CassandraRelease release() {
        return release;
    }

    /** The address that the node listens on. */
    public String address() {
        return address;
    }

    /**
     * Sees that nothing stands in the way of a start, without starting.
     *
     * @throws NodeException if another process uses the directory, or a port that the node needs
     */
    public void requireStartable() throws NodeException {
        new Launch(this).requireStartable();
    }

    /**
     * Writes the configuration and starts the process; does not wait for it.
     *
     * @throws NodeException if another process uses the directory, or a port that the node needs
     */
    public CassandraNode start() throws NodeException {
        return CassandraNode.start(this);
    }

    int cqlPort() {
        return port("native_transport_port", CQL_PORT);
    }

    int storagePort() {
        return port("storage_port", STORAGE_PORT);
    }

    private int port(String key, int byDefault) {
        Object port = cassandraYaml.getOrDefault(key, byDefault);
        return Integer.parseInt(port.toString());
    }

    /** The address of the node to join, or our own. */
    String seedAddress() {
        return seeds == null ? address : seeds;
    }

    /** Whether the node is to start without waiting for what others have to say. */
    boolean isFirst() {
        return seedAddress().equals(address);
    }
}
