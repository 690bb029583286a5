// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Keeps the original files, and the checksums of all versions written since. The file {@code
 * written} has a line for each file: its name and the SHA-256 of every version. A file with another
 * checksum was edited. Versions are listed before they are written, so that an interrupted change
 * can be repeated and reverted. Installing or removing Firesteel is no edit.
 */
final class Backup {
    static final String DIRECTORY = "firesteel-memory-backup";
    private static final String VERSIONS = "written";

    private final Path directory;

    private Backup(Path directory) {
        this.directory = directory;
    }

    static Backup of(Path conf) {
        return new Backup(conf.resolve(DIRECTORY));
    }

    static boolean isIn(Path conf) {
        return Files.isDirectory(conf.resolve(DIRECTORY));
    }

    Path directory() {
        return directory;
    }

    String original(String name) throws IOException {
        Path file = directory.resolve(name);
        return new String(PathRights.read(file), StandardCharsets.ISO_8859_1);
    }

    /** Stores the originals, unless stored already, and lists the new versions. */
    void keep(List<CassandraHome.Change> changes) throws IOException, SettingsException {
        Map<String, List<String>> versions = new LinkedHashMap<>();
        if (Files.isDirectory(directory)) versions.putAll(versions());
        for (CassandraHome.Change each : changes) {
            List<String> known = versions.computeIfAbsent(each.name(), name -> new ArrayList<>());
            for (String sum : List.of(sum(each.before()), sum(each.after())))
                if (!known.contains(sum)) known.add(sum);
        }
        PathRights.run(
                directory.resolve(VERSIONS),
                () -> {
                    if (Files.isDirectory(directory)) write(directory, versions);
                    else create(changes, versions);
                });
    }

    /** Creates the backup atomically: under another name first, then renamed. */
    private void create(List<CassandraHome.Change> changes, Map<String, List<String>> versions)
            throws IOException {
        Path young = directory.resolveSibling(DIRECTORY + ".new");
        if (Files.isDirectory(young)) deleteAll(young);
        Files.createDirectory(young);
        for (CassandraHome.Change each : changes)
            // With its permissions, because it may contain passwords.
            Files.copy(
                    directory.resolveSibling(each.name()),
                    young.resolve(each.name()),
                    StandardCopyOption.COPY_ATTRIBUTES);
        write(young, versions);
        Files.move(young, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void write(Path directory, Map<String, List<String>> versions)
            throws IOException {
        List<String> lines = new ArrayList<>();
        versions.forEach((name, sums) -> lines.add(name + " " + String.join(" ", sums)));
        Path young = Files.write(directory.resolve(VERSIONS + ".new"), lines);
        Files.move(young, directory.resolve(VERSIONS), StandardCopyOption.ATOMIC_MOVE);
    }

    private Map<String, List<String>> versions() throws IOException, SettingsException {
        Path file = directory.resolve(VERSIONS);
        if (!Files.isRegularFile(file))
            throw new SettingsException(
                    "%s is not a backup of this program: %s is missing"
                            .formatted(directory, VERSIONS));
        Map<String, List<String>> versions = new LinkedHashMap<>();
        for (String line : new String(PathRights.read(file), UTF_8).lines().toList()) {
            List<String> words = List.of(line.split(" "));
            versions.put(words.get(0), new ArrayList<>(words.subList(1, words.size())));
        }
        return versions;
    }

    /** Refuses files that match no listed version. */
    void requireUnedited(Map<String, String> now) throws IOException, SettingsException {
        Map<String, List<String>> versions = versions();
        for (Map.Entry<String, String> each : now.entrySet())
            if (!versions.getOrDefault(each.getKey(), List.of()).contains(sum(each.getValue())))
                throw new SettingsException(
                        ("%s was edited after it was changed here, and --revert would lose"
                                        + " that edit. Its original is in %s: to keep the file as"
                                        + " it is, move that directory elsewhere")
                                .formatted(each.getKey(), directory));
    }

    private static String sum(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(
                                            AgentOption.without(text)
                                                    .getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }

    void delete() throws IOException {
        PathRights.run(directory.resolve(VERSIONS), () -> deleteAll(directory));
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) Files.delete(each);
        }
        Files.delete(directory);
    }
}
