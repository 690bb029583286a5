// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalListener;
import dev.firesteel.journal.JournalOptions;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import dev.firesteel.operations.home.DurableFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** A Cassandra home with the layout of a tarball; no node runs in it. */
final class LaidOutHome {
    static final UUID NODE = new UUID(7, 7);
    static final String OPTIONS = "# Options\n-ea\n-Xss512k\n";

    final Path root;
    final Path home;
    final Path conf;
    final Path commitLog;
    final Path agent;
    final Path journal;

    /** The directory in place of /proc; it has no processes. */
    final Path processes;

    LaidOutHome(Path root) throws IOException {
        // Journals are as small as mutations allow.
        this.root = root.toRealPath();
        home = Files.createDirectories(this.root.resolve("apache-cassandra-5.0.9"));
        conf = Files.createDirectories(home.resolve("conf"));
        commitLog = Files.createDirectories(this.root.resolve("var/commitlog"));
        Files.createDirectories(this.root.resolve("var/data"));
        Files.createDirectories(home.resolve("lib"));
        Files.createFile(home.resolve("lib/apache-cassandra-5.0.9.jar"));
        Files.writeString(conf.resolve("cassandra.yaml"), yaml());
        Files.writeString(conf.resolve("jvm-server.options"), OPTIONS);
        Files.writeString(conf.resolve("jvm17-server.options"), "-XX:+UseG1GC\n");
        Files.writeString(conf.resolve("cassandra-env.sh"), "JVM_OPTS=\"$JVM_OPTS -ea\"\n");
        agent = jar(this.root.resolve("built.jar"), "1.0");
        journal = this.root.resolve("journal");
        processes = Files.createDirectories(this.root.resolve("proc"));
    }

    String yaml() {
        return "commitlog_directory: %s\ndata_file_directories:\n  - %s\nmax_mutation_size: 512KiB\n"
                .formatted(commitLog, root.resolve("var/data"));
    }

    void write(String name, String text) throws IOException {
        Files.writeString(conf.resolve(name), text);
    }

    static Path jar(Path file, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        try (OutputStream out = Files.newOutputStream(file)) {
            new JarOutputStream(out, manifest).close();
        }
        return file;
    }

    Installation installation() throws IOException {
        return Installation.at(home, null, processes);
    }

    Plan plan() throws IOException {
        return plan(journal);
    }

    Plan plan(Path newJournal) throws IOException {
        return installation().plan(agent, newJournal, 16L << 20);
    }

    /** Leaves writes in the journal that are in no SSTable, without the file that guards them. */
    void crash() throws IOException {
        Journal open =
                Journal.open(
                        journal,
                        new JournalOptions(
                                new Owner(NODE, "test"), 8, 0, 1, Duration.ofSeconds(1), 3),
                        JournalListener.none());
        open.endRecovery();
        open.append(ByteBuffer.wrap(new byte[17]), (segment, start) -> {});
        open.close();
        Files.writeString(
                commitLog.resolve("firesteel.node"),
                "owner: %s\njournal: %s\njournal id: %s\nopened: 1\n"
                        .formatted(NODE, journal, JournalReader.inspect(journal).journalId()));
    }

    /** Takes away everything that an installation adds to the home. */
    void uninstallByHand() throws IOException {
        write("jvm-server.options", OPTIONS);
        Files.delete(conf.resolve("firesteel.yaml"));
        Files.delete(home.resolve("lib/firesteel/firesteel-agent.jar"));
    }

    void install() throws IOException {
        install(step -> {});
    }

    void install(Consumer<String> before) throws IOException {
        carryOut(plan(), before);
    }

    void uninstall() throws IOException {
        uninstall(step -> {});
    }

    void uninstall(Consumer<String> before) throws IOException {
        carryOut(installation().removal(), before);
    }

    private static void carryOut(Plan plan, Consumer<String> before) throws IOException {
        plan.carryOut(new DurableFiles(before), (bytes, of) -> {});
    }

    /** Returns whether the next start would load the agent. */
    boolean isLoaded() throws IOException {
        return Files.readAllLines(conf.resolve("jvm-server.options"), StandardCharsets.ISO_8859_1)
                .contains("-javaagent:" + home.resolve("lib/firesteel/firesteel-agent.jar"));
    }

    /** Returns the permissions and the bytes of every file of the home. */
    Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path each : files.toList())
                content.put(
                        home.relativize(each).toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(each))
                                + (Files.isRegularFile(each)
                                        ? Files.readString(each, StandardCharsets.ISO_8859_1)
                                        : ""));
        }
        return content;
    }
}
