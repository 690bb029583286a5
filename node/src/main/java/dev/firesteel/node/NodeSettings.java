// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a node. Every setting has a default. {@link #start} can be called again once the node
 * is down, and rewrites the configuration.
 */
public final class NodeSettings {
    /** The default port of Cassandra's native protocol. */
    public static final int CQL_PORT = 9042;

    /** The default port for traffic between nodes. */
    public static final int STORAGE_PORT = 7000;

    /**
     * Environment variables that a node does not inherit, but gets only from {@link #environment}.
     */
    public static final List<String> DROPPED_VARIABLES =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    final NodeDirectory directory;
    final Map<String, Object> cassandraYaml = new LinkedHashMap<>();
    final Map<String, Object> firesteelYaml = new LinkedHashMap<>();
    final List<String> jvmOptions = new ArrayList<>();
    final Map<String, String> environment = new LinkedHashMap<>();
    CassandraRelease release = CassandraRelease.newest();
    NodeProfile profile = NodeProfile.LATEST;
    String address = "127.0.0.1";
    @Nullable String seeds;
    String clusterName = "Firesteel";
    String heap = "1G";
    @Nullable Path agent;
    final List<Path> controlGroups = new ArrayList<>();
    @Nullable Path networkNamespace;
    boolean shortLived;
    @Nullable Path classDump;
    boolean ignoresTerminal;
    private @Nullable Path pidDirectory;

    NodeSettings(Path dataDirectory) {
        directory = new NodeDirectory(dataDirectory);
    }

    /** Sets the release of Cassandra, such as {@code 5.0.0}; by default the newest. */
    public NodeSettings version(String version) {
        release = CassandraRelease.of(version);
        return this;
    }

    /** Sets the profile; by default {@link NodeProfile#LATEST}, that of a new cluster. */
    public NodeSettings profile(NodeProfile storage) {
        profile = storage;
        return this;
    }

    /** Sets the address on which the node listens for clients and for other nodes. */
    public NodeSettings address(String ipAddress) {
        address = ipAddress;
        return this;
    }

    /**
     * Sets the address, if it reaches only this machine.
     *
     * @throws IllegalArgumentException if it is not one of 127.x.y.z
     */
    public NodeSettings loopbackAddress(String ipAddress) {
        return address(LoopbackAddress.parse(ipAddress).toString());
    }

    /** Sets the address of the node to join; by default the node is its own seed. */
    public NodeSettings seeds(String ipAddress) {
        seeds = ipAddress;
        return this;
    }

    /** Sets the cluster's name. Nodes of different clusters refuse each other. */
    public NodeSettings clusterName(String name) {
        clusterName = name;
        return this;
    }

    /** Sets the heap, in the JVM's units: {@code 512M}, {@code 4G}. */
    public NodeSettings heap(String size) {
        heap = size;
        return this;
    }

    /** Sets the jar for {@code -javaagent}. */
    public NodeSettings agent(Path jar) {
        agent = jar.toAbsolutePath();
        return this;
    }

    /**
     * Sets a top-level key of cassandra.yaml, in place of our default.
     *
     * @param value a number, a truth value, a string, or a list or map of these
     */
    public NodeSettings setting(String key, Object value) {
        cassandraYaml.put(key, value);
        return this;
    }

    /** Sets a top-level key of firesteel.yaml. The file exists only if a key is set. */
    public NodeSettings firesteel(String key, Object value) {
        firesteelYaml.put(key, value);
        return this;
    }

    /** Adds an option for the JVM, after ours. */
    public NodeSettings jvmOption(String option) {
        jvmOptions.add(option);
        return this;
    }

    /**
     * Prepares a node for a short run: its JVM starts in half the processor time, and is slower
     * after that. It uses the quick compiler alone, the serial collector, and shared classes if the
     * build has archived them. Not for measurements.
     */
    public NodeSettings shortLived() {
        shortLived = true;
        jvmOptions.addAll(Jvm.SHORT_LIFE);
        return this;
    }

    /** Archives the node's loaded classes when it ends, for {@link #shortLived}. */
    NodeSettings dumpClasses(Path archive) {
        classDump = archive;
        return this;
    }

    /** Sets a variable of the process's environment. */
    public NodeSettings environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * Adds a control group that the process joins before it becomes a JVM, so that all its memory
     * counts there. Can be called several times: groups of version 1 cover one resource each.
     *
     * @param processes the group's file {@code cgroup.procs}
     */
    public NodeSettings controlGroup(Path processes) {
        controlGroups.add(processes);
        return this;
    }

    /**
     * Sets a network namespace that the process enters before it becomes a JVM. The node's address
     * is one of it.
     *
     * @param file such as {@code /proc/PID/ns/net}
     */
    public NodeSettings networkNamespace(Path file) {
        networkNamespace = file;
        return this;
    }

    /**
     * Lets the node ignore Ctrl-C and the end of its terminal, which reach every process of the
     * terminal. Only the caller then ends the node.
     */
    public NodeSettings ignoreTerminal() {
        ignoresTerminal = true;
        return this;
    }

    /**
     * Sets the directory of the pid file, where {@link RunningNode#killIn} looks for it. For a node
     * whose own files are on a drive that may disappear.
     */
    public NodeSettings knownIn(Path directory) {
        pidDirectory = directory;
        return this;
    }

    PidFile pidFile() {
        return PidFile.in(pidDirectory == null ? directory.root() : pidDirectory);
    }

    /** Returns the directory of the node's files. */
    public NodeDirectory directory() {
        return directory;
    }

    /** Returns the release of Cassandra that is started. */
    public CassandraRelease release() {
        return release;
    }

    /** Returns the address on which the node listens. */
    public String address() {
        return address;
    }

    /** Returns the text of the node's {@code cassandra.yaml}. */
    public String cassandraYaml() {
        return new ConfigurationFiles(this).cassandraYaml();
    }

    /**
     * Checks that the node can start, without starting it.
     *
     * @throws NodeException if another process uses the directory, or a port that the node needs
     */
    public void requireStartable() throws NodeException {
        new LaunchCommand(this).requireStartable();
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

    /** Returns the address of the node to join, or the node's own. */
    String seedAddress() {
        return seeds == null ? address : seeds;
    }

    /** Returns whether the node starts without waiting for other nodes. */
    boolean isFirst() {
        return seedAddress().equals(address);
    }
}
