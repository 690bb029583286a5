// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts a node's process from its settings. */
final class LaunchCommand {
    /** A shell that ignores terminal signals; the program that it executes inherits this. */
    private static final List<String> IGNORING_THE_TERMINAL =
            List.of("sh", "-c", "trap '' INT HUP QUIT; exec \"$@\"", "cassandra");

    private static final List<String> JOINING_A_GROUP =
            List.of("sh", "-c", "echo $$ > \"$1\" && shift && exec \"$@\"", "cassandra");

    private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    /** Options of a node that waits for no others. */
    private static final List<String> ALONE =
            List.of(
                    "-Dcassandra.ring_delay_ms=100",
                    "-Dcassandra.skip_wait_for_gossip_to_settle=0");

    /**
     * The time that a draining node leaves for others to notice: on loopback, 200 ms instead of 2
     * s.
     */
    private static final String SHORT_FAREWELL = "-Dcassandra.shutdown_announce_in_ms=200";

    /**
     * Options of a node that joins others: on loopback, one or two gossip rounds of 1 s are enough.
     */
    private static final List<String> AMONG_NEIGHBOURS =
            List.of(
                    "-Dcassandra.ring_delay_ms=2000",
                    "-Dcassandra.gossip_settle_min_wait_ms=1500",
                    "-Dcassandra.gossip_settle_interval_ms=300");

    private final NodeSettings settings;
    private final NodeDirectory directory;
    private final PidFile pidFile;
    private final NodeJava java;

    LaunchCommand(NodeSettings settings) {
        this(settings, NodeJava.here());
    }

    LaunchCommand(NodeSettings settings, NodeJava java) {
        this.settings = settings;
        this.java = java;
        this.directory = settings.directory;
        this.pidFile = settings.pidFile();
    }

    void requireStartable() throws NodeException {
        java.requireFit();
        requireDirectory();
        pidFile.requireFree(directory.root());
        if (settings.networkNamespace == null) {
            requireFree(settings.cqlPort(), "native_transport_port");
            requireFree(settings.storagePort(), "storage_port");
        }
        settings.release.requireJars();
    }

    Process start() throws NodeException {
        requireStartable();
        try {
            new ConfigurationFiles(settings).write();
            clearTemporary();
            Process process = builder().start();
            try {
                pidFile.write(process.toHandle());
            } catch (IOException e) {
                process.destroyForcibly(); // no pid file would name it
                throw e;
            }
            return process;
        } catch (NodeException e) {
            throw e;
        } catch (IOException e) {
            throw new NodeException(
                    "Cannot start a node in " + directory.root() + ": " + FileFailure.text(e), e);
        }
    }

    /** Deletes the native libraries, some 700 KiB, that a killed process leaves. */
    private void clearTemporary() throws IOException {
        Path temporary = Files.createDirectories(directory.temporary());
        try (Stream<Path> left = Files.list(temporary)) {
            for (Path file : left.filter(Files::isRegularFile).toList()) Files.delete(file);
        }
    }

    private ProcessBuilder builder() throws IOException {
        File console = directory.console().toFile();
        ProcessBuilder builder = new ProcessBuilder(command());
        builder.directory(directory.root().toFile());
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.to(console));
        builder.environment().keySet().removeAll(NodeSettings.DROPPED_VARIABLES);
        builder.environment().putAll(settings.environment);
        return builder;
    }

    private List<String> command() throws NodeException {
        List<String> command = new ArrayList<>();
        if (settings.ignoresTerminal) command.addAll(IGNORING_THE_TERMINAL);
        for (Path group : settings.controlGroups) {
            command.addAll(JOINING_A_GROUP);
            command.add(group.toString());
        }
        if (settings.networkNamespace != null)
            command.addAll(List.of("nsenter", "--net=" + settings.networkNamespace, "--"));
        command.add(Path.of(java.home(), "bin", "java").toString());
        command.addAll(Jvm.options());
        command.addAll(java.options());
        command.add("-Xms" + settings.heap);
        command.add("-Xmx" + settings.heap);
        command.add("-XX:HeapDumpPath=" + directory.logs());
        command.add("-XX:ErrorFile=" + directory.logs().resolve("hs_err_%p.log"));
        command.addAll(properties());
        command.add("-javaagent:" + settings.release.jamm());
        if (settings.agent != null) command.add("-javaagent:" + settings.agent);
        command.addAll(settings.jvmOptions);
        command.addAll(classSharing());
        command.add("-cp");
        command.add(classPath());
        command.add(MAIN);
        return command;
    }

    private List<String> properties() {
        List<String> properties = new ArrayList<>();
        properties.add("-Dcassandra.config=" + directory.conf().resolve("cassandra.yaml").toUri());
        properties.add("-Dcassandra.storagedir=" + directory.root());
        properties.add("-Dcassandra.logdir=" + directory.logs());
        properties.add("-Djava.io.tmpdir=" + directory.temporary());
        properties.add(
                "-Dlogback.configurationFile=" + directory.conf().resolve("logback.xml").toUri());
        properties.add(SHORT_FAREWELL);
        properties.addAll(settings.isFirst() ? ALONE : AMONG_NEIGHBOURS);
        return properties;
    }

    private List<String> classSharing() {
        if (settings.classDump == null && !sharesClasses()) return List.of();
        List<String> options = new ArrayList<>(Jvm.CLASS_SHARING);
        options.add(
                settings.classDump == null
                        ? "-XX:SharedArchiveFile=" + settings.release.classArchive()
                        : "-XX:ArchiveClassesAtExit=" + settings.classDump);
        return options;
    }

    private boolean sharesClasses() {
        return settings.shortLived && Files.isReadable(settings.release.classArchive());
    }

    /**
     * Returns the class path. The node's folder conf comes first. With shared classes it comes
     * last, and it is left out while they are archived. The JVM accepts an archive only if the
     * class path begins as in the archive, which permits no folder with files.
     */
    private String classPath() throws NodeException {
        String jars =
                settings.release.jars().stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));
        if (settings.classDump != null) return jars;
        return sharesClasses()
                ? jars + File.pathSeparator + directory.conf()
                : directory.conf() + File.pathSeparator + jars;
    }

    private void requireDirectory() throws NodeException {
        try {
            Files.createDirectories(directory.root());
        } catch (IOException e) {
            throw new NodeException(
                    "Cannot make the directory %s: %s"
                            .formatted(directory.root(), FileFailure.text(e)),
                    e);
        }
    }

    private void requireFree(int port, String key) throws NodeException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(settings.address), port));
        } catch (IOException e) {
            throw new NodeException(
                    "Cannot listen on "
                            + settings.address
                            + ":"
                            + port
                            + " ("
                            + key
                            + "): "
                            + e.getMessage()
                            + ".%nIs another Cassandra running? End it, or take another address"
                                    .formatted(),
                    e);
        }
    }
}
