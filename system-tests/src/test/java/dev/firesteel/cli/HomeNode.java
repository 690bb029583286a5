// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.node.Jvm;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Cassandra with the layout of a tarball, made of the build's jars, and its node. The scripts of
 * a tarball are in no jar, so the JVM's command line is built here from the home's own files only.
 */
final class HomeNode implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int CQL_PORT = 9042;
    private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    private final Path home;
    private final String address;
    private final Path console;
    private final Process process;

    private HomeNode(Path home, String address, Process process) {
        this.home = home;
        this.address = address;
        this.process = process;
        console = home.resolve("logs/console.log");
    }

    static void layOut(Path home, String address) throws IOException {
        Path conf = Files.createDirectories(home.resolve("conf"));
        Path lib = Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("logs"));
        Path bin = Files.createDirectories(home.resolve("bin"));
        CassandraRelease release = CassandraRelease.newest();
        try (Stream<Path> jars = Files.list(release.lib())) {
            for (Path each : jars.toList())
                Files.copy(each, lib.resolve(each.getFileName().toString()));
        }
        Files.writeString(
                bin.resolve("cassandra.in.sh"), "cassandra_storagedir=\"$CASSANDRA_HOME/data\"\n");
        Files.writeString(
                conf.resolve("cassandra.yaml"),
                """
                cluster_name: home
                num_tokens: 1
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                endpoint_snitch: SimpleSnitch
                commitlog_sync: batch
                commitlog_segment_size: 4MiB
                listen_address: ADDRESS
                rpc_address: ADDRESS
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters:
                      - seeds: ADDRESS
                """
                        .replace("ADDRESS", address));
        Files.writeString(
                conf.resolve("logback.xml"),
                """
                <configuration>
                  <appender name="STDOUT" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%level %msg%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="STDOUT"/></root>
                </configuration>
                """);
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "# Of every Java",
                                "-ea",
                                "-Xss512k",
                                "-Xms512M",
                                "-Xmx512M",
                                "-XX:TieredStopAtLevel=1",
                                "-Dcassandra.ring_delay_ms=100",
                                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                                "-Dcassandra.shutdown_announce_in_ms=200"));
        Files.write(conf.resolve("jvm-server.options"), options);
        List<String> ofJava17 = new ArrayList<>(Jvm.moduleOptions());
        ofJava17.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-Djdk.attach.allowAttachSelf=true",
                        "-Dio.netty.tryReflectionSetAccessible=true"));
        Files.write(conf.resolve("jvm17-server.options"), ofJava17);
    }

    /** Starts the node with the command line of cassandra.in.sh and bin/cassandra. */
    static HomeNode start(Path home, String address) throws IOException {
        List<String> command = new ArrayList<>();
        String java = System.getProperty("java.home"); // owns settings
        command.add(Path.of(java, "bin", "java").toString());
        for (String file : List.of("jvm-server.options", "jvm17-server.options"))
            for (String line : Files.readAllLines(home.resolve("conf").resolve(file)))
                if (line.startsWith("-")) command.addAll(List.of(line.split("\\s+")));
        List<String> classPath = new ArrayList<>(List.of("bin/../conf"));
        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            for (Path each : jars.sorted().toList()) {
                String name = each.getFileName().toString();
                if (name.endsWith(".jar")) classPath.add("bin/../lib/" + name);
                if (name.startsWith("jamm-")) command.add("-javaagent:bin/../lib/" + name);
            }
        }
        command.add("-Dlogback.configurationFile=logback.xml");
        command.add("-Dcassandra.logdir=bin/../logs");
        command.add("-Dcassandra.storagedir=bin/../data");
        command.add("-Dcassandra-foreground=yes");
        command.addAll(List.of("-cp", String.join(":", classPath), MAIN));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        builder.redirectErrorStream(true).redirectOutput(home.resolve("logs/console.log").toFile());
        return new HomeNode(home, address, builder.start());
    }

    HomeNode awaitReady() throws IOException {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> !process.isAlive() || isListening());
        if (!process.isAlive()) throw new AssertionError(home + ": " + Files.readString(console));
        return this;
    }

    /** Returns whether the CQL port is open; the log announces it too early. */
    private boolean isListening() {
        try (Socket socket = new Socket(address, CQL_PORT)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the exit code of a node that refuses to start. */
    int awaitRefusal() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            throw new AssertionError("still runs");
        return process.exitValue();
    }

    boolean said(String text) throws IOException {
        return Files.readString(console, StandardCharsets.ISO_8859_1).contains(text);
    }

    long pid() {
        return process.pid();
    }

    CqlSession connect() {
        return CqlSession.builder()
                .addContactPoint(new InetSocketAddress(address, CQL_PORT))
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(
                        DriverConfigLoader.programmaticBuilder()
                                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                                .withDuration(
                                        DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
                                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                                .build())
                .build();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** SIGTERM: Cassandra's own hook drains. */
    void drainAndStop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            throw new AssertionError("has not drained");
    }

    @Override
    public void close() {
        kill();
    }
}
