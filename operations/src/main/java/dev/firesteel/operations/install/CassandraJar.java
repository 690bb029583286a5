// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The jar of Cassandra.
 *
 * @param file the path without links
 * @param version such as {@code 5.0.9}
 */
record CassandraJar(Path file, String version) {
    /** The name in releases and Maven Central; packages add a link without a version. */
    private static final Pattern NAME =
            Pattern.compile("(?:apache-cassandra|cassandra-all)(?:-(\\d.*))?\\.jar");

    private static final Pattern NO_PROGRAM = Pattern.compile(".*-(sources|javadoc)\\.jar");
    private static final Pattern SUPPORTED = Pattern.compile("5\\.0\\.\\d+");

    /** Finds the jar where cassandra.in.sh does: in lib for a tarball, beside lib for packages. */
    static CassandraJar in(Path home) throws IOException {
        Set<Path> found = new LinkedHashSet<>();
        for (Path each : List.of(home.resolve("lib"), home)) found.addAll(jarsIn(each));
        if (found.isEmpty())
            throw new InstallException(
                    ("there is no apache-cassandra-*.jar in %s or its lib: give the directory that"
                                    + " holds bin, conf and lib, or /usr/share/cassandra")
                            .formatted(home));
        if (found.size() > 1)
            throw new InstallException(
                    "%s has more than one Cassandra, %s: remove all but one"
                            .formatted(home, new TreeSet<>(found)));
        Path jar = found.iterator().next();
        return new CassandraJar(jar, version(jar));
    }

    private static List<Path> jarsIn(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) return List.of();
        List<Path> jars = new java.util.ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.sorted().toList()) {
                String name = each.getFileName().toString();
                if (NAME.matcher(name).matches() && !NO_PROGRAM.matcher(name).matches())
                    jars.add(each.toRealPath());
            }
        }
        return jars;
    }

    private static String version(Path jar) throws IOException {
        Matcher name = NAME.matcher(jar.getFileName().toString());
        if (name.matches() && name.group(1) != null) return name.group(1);
        return implementationVersion(jar);
    }

    /** Returns the reason why a jar cannot be read; empty if it can. */
    static Optional<String> damage(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest unused = file.getManifest();
            return Optional.empty();
        } catch (FileSystemException | FileNotFoundException e) {
            throw e;
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the version in a jar's manifest. */
    static String implementationVersion(Path jar) throws IOException {
        Optional<String> damage = damage(jar);
        if (damage.isPresent())
            throw new InstallException("%s is damaged: %s".formatted(jar, damage.get()));
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String version =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes()
                                    .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return version == null ? "unknown" : version;
        }
    }

    void requireSupported() throws InstallException {
        if (!SUPPORTED.matcher(version).matches())
            throw new InstallException(
                    "%s is Cassandra %s, and Firesteel is for the releases 5.0.0 and later of 5.0"
                            .formatted(file, version));
    }
}
