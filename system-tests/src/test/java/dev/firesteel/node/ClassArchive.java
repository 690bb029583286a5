// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Archives the classes of a node of the newest release, so that short-lived nodes start with a
 * third less processor time. Does nothing if the archive is newer than the jars.
 */
final class ClassArchive {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private ClassArchive() {}

    public static void main(String[] args) throws Exception {
        CassandraRelease release = CassandraRelease.newest();
        Path archive = release.classArchive();
        if (isCurrent(archive, release)) return;
        Path directory = Files.createTempDirectory(archive.getParent(), "class-archive-");
        Path dump = directory.resolve("dump.jsa");
        NodeSettings settings =
                CassandraNode.at(directory.resolve("node"))
                        .address("127.0.1.31")
                        .heap("512M")
                        .shortLived()
                        .dumpClasses(dump);
        try (CassandraNode node = settings.start().awaitReady(PATIENCE)) {
            use(node);
            node.drainAndStop(PATIENCE);
        }
        Files.move(dump, archive, StandardCopyOption.REPLACE_EXISTING);
        delete(directory);
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) Files.delete(each);
    }

    private static boolean isCurrent(Path archive, CassandraRelease release)
            throws IOException, NodeException {
        if (!Files.exists(archive)) return false;
        FileTime made = Files.getLastModifiedTime(archive);
        for (Path jar : release.jars())
            if (Files.getLastModifiedTime(jar).compareTo(made) > 0) return false;
        return true;
    }

    /** Loads the classes for a schema change, a write and a read. */
    private static void use(CassandraNode node) {
        try (CqlSession session = Sessions.connect(node)) {
            session.execute(
                    "CREATE KEYSPACE k WITH replication ="
                            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
            session.execute("INSERT INTO k.t (id, v) VALUES (1, 'x')");
            session.execute("SELECT * FROM k.t");
        }
    }
}
