// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A release of Cassandra whose run-time class path the build has laid out.
 *
 * @param version such as {@code 5.0.9}
 * @param lib the folder that holds its jars
 */
public record CassandraRelease(String version, Path lib) {
    private static final String WHERE = "cassandra.properties";

    /** The newest supported release, the default. */
    public static CassandraRelease newest() {
        return read("newest", properties());
    }

    /** The lowest supported release. */
    public static CassandraRelease lowest() {
        return read("lowest", properties());
    }

    /**
     * The release of the given version.
     *
     * @throws IllegalArgumentException if the build has no such release
     */
    public static CassandraRelease of(String version) {
        List<CassandraRelease> releases = List.of(newest(), lowest());
        return releases.stream()
                .filter(release -> release.version.equals(version))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "Cassandra "
                                                + version
                                                + " is not laid out by the build; it has "
                                                + releases.get(0).version
                                                + " and "
                                                + releases.get(1).version));
    }

    /** The jars of the class path, in a fixed order. */
    List<Path> jars() throws NodeException {
        try (Stream<Path> files = Files.list(lib)) {
            List<Path> jars =
                    files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
            if (!jars.isEmpty()) return jars;
        } catch (IOException e) {
            throw missing(e);
        }
        throw missing(null);
    }

    /** The agent that lets Cassandra measure its objects; part of every Cassandra installation. */
    Path jamm() throws NodeException {
        return jars().stream()
                .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
                .findFirst()
                .orElseThrow(() -> missing(null));
    }

    private NodeException missing(@org.jspecify.annotations.Nullable Throwable cause) {
        return new NodeException(
                "The jars of Cassandra "
                        + version
                        + " are not in "
                        + lib
                        + ": build the project again (mvn -DskipTests package)",
                cause);
    }

    private static CassandraRelease read(String name, Properties properties) {
        return new CassandraRelease(
                properties.getProperty(name + ".version"),
                Path.of(properties.getProperty(name + ".lib")).normalize());
    }

    private static Properties properties() {
        Properties properties = new Properties();
        try (InputStream in = CassandraRelease.class.getResourceAsStream(WHERE)) {
            if (in == null) throw new IllegalStateException(WHERE + " is not in the jar");
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
