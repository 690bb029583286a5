// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A release of Cassandra whose run-time class path the build has laid out. In a release of
 * Firesteel, the user provides the jars instead.
 *
 * @param version its version, such as {@code 5.0.9}
 * @param lib the folder that holds its jars
 */
public record CassandraRelease(String version, Path lib) {
    private static final String CONFIGURATION = "org.apache.cassandra.config.Config";

    private static final String WHERE = "cassandra.properties";
    private static final Pattern CASSANDRA =
            Pattern.compile("(?:cassandra-all|apache-cassandra)-\\d.*\\.jar");

    /** Returns the newest supported release, the default. */
    public static CassandraRelease newest() {
        return read("newest", properties());
    }

    /** Returns the lowest supported release. */
    public static CassandraRelease lowest() {
        return read("lowest", properties());
    }

    /**
     * Returns the release of the given version.
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

    /**
     * Checks that its jars are there.
     *
     * @throws NodeException if they are not; the message says where they must be
     */
    public void requireJars() throws NodeException {
        jamm();
    }

    /** Returns the jars of the class path, in a fixed order. */
    List<Path> jars() throws NodeException {
        List<Path> jars = allJars();
        List<Path> others = jars.stream().filter(this::isAnotherCassandra).toList();
        if (!others.isEmpty())
            throw new NodeException(
                    "%s holds %s beside Cassandra %s: delete the folder, and build again"
                            .formatted(lib, others.get(0).getFileName(), version));
        if (jars.stream().noneMatch(this::isCassandra)) throw missing(null);
        return jars;
    }

    /**
     * Returns the top-level keys of its {@code cassandra.yaml}, without older names of keys.
     *
     * @throws NodeException if its jars are not there, or not those of Cassandra
     */
    public Set<String> configurationKeys() throws NodeException {
        List<URL> urls = new ArrayList<>();
        try {
            for (Path jar : jars()) urls.add(jar.toUri().toURL());
            try (URLClassLoader loader =
                    new URLClassLoader(
                            urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
                return Arrays.stream(Class.forName(CONFIGURATION, false, loader).getFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .map(Field::getName)
                        .collect(Collectors.toUnmodifiableSet());
            }
        } catch (ClassNotFoundException e) {
            throw missing(null);
        } catch (NodeException e) {
            throw e;
        } catch (IOException e) {
            throw missing(e);
        }
    }

    private List<Path> allJars() throws NodeException {
        try (Stream<Path> files = Files.list(lib)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        } catch (IOException e) {
            throw missing(e);
        }
    }

    private boolean isAnotherCassandra(Path jar) {
        return !isCassandra(jar) && CASSANDRA.matcher(jar.getFileName().toString()).matches();
    }

    /**
     * Accepts both names of the jar: that of Maven's repositories and that of Cassandra's archives.
     */
    private boolean isCassandra(Path jar) {
        String name = jar.getFileName().toString();
        return name.equals("cassandra-all-" + version + ".jar")
                || name.equals("apache-cassandra-" + version + ".jar");
    }

    /**
     * Returns the class-data sharing archive with the classes of a started node, for this JVM; it
     * may not exist.
     */
    Path classArchive() {
        return lib.resolveSibling("classes-" + version + "-java-" + Runtime.version() + ".jsa");
    }

    /** Returns the agent with which Cassandra measures objects; every installation includes it. */
    Path jamm() throws NodeException {
        return jars().stream()
                .filter(jar -> jar.getFileName().toString().startsWith("jamm-"))
                .findFirst()
                .orElseThrow(() -> missing(null));
    }

    private NodeException missing(@Nullable Throwable cause) {
        return new NodeException(
                "The jars of Cassandra "
                        + version
                        + " are not in "
                        + lib
                        + (FiresteelHome.find().isRelease()
                                ? ": put them there, as by ln -s CASSANDRA_HOME/lib " + lib
                                : ": build the project again (mvn -DskipTests package)"),
                cause);
    }

    private static CassandraRelease read(String name, Properties properties) {
        String version = properties.getProperty(name + ".version");
        return new CassandraRelease(version, FiresteelHome.find().cassandra(name, version));
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
