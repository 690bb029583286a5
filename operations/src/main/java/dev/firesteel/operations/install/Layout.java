// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The paths of an installed Cassandra, as in its own cassandra.in.sh. A tarball has all below its
 * home. Packages have jars in /usr/share/cassandra, and their configuration in /etc/cassandra or
 * /etc/cassandra/conf.
 *
 * @param home the home without links
 * @param conf the directory of cassandra.yaml
 * @param cassandra the jar of Cassandra
 * @param storage the parent of directories not named in cassandra.yaml, or null if unknown
 */
record Layout(Path home, Path conf, CassandraJar cassandra, @Nullable Path storage) {
    static final String YAML = "cassandra.yaml";

    /**
     * The options file that cassandra.in.sh reads for every Java version, and only for servers.
     * With jvm17-server.options, a start with another Java would silently omit the journal.
     */
    static final String OPTIONS = "jvm-server.options";

    private static final String SCRIPT = "cassandra.in.sh";
    private static final Pattern CONF = assignment("CASSANDRA_CONF");
    private static final Pattern STORAGE = assignment("cassandra_storagedir");
    private static final String HOME = "$CASSANDRA_HOME/";

    private static Pattern assignment(String variable) {
        return Pattern.compile("\\s*(?:export\\s+)?" + variable + "=[\"']?([^\"']*?)[\"']?\\s*");
    }

    /**
     * Returns the layout of the Cassandra at a path.
     *
     * @param conf the directory of cassandra.yaml, or null to search for it
     */
    static Layout at(Path home, @Nullable Path conf) throws IOException {
        if (!Files.isDirectory(home))
            throw new InstallException("there is no directory " + home.toAbsolutePath());
        Path real = home.toRealPath();
        Path found = conf == null ? conf(real) : conf.toAbsolutePath().normalize();
        for (String each : List.of(YAML, OPTIONS))
            if (!Files.isRegularFile(found.resolve(each)))
                throw new InstallException("there is no %s in %s".formatted(each, found));
        return new Layout(real, found, CassandraJar.in(real), storage(real));
    }

    private static Path conf(Path home) throws IOException {
        Path own = home.resolve("conf");
        if (Files.isRegularFile(own.resolve(YAML))) return own;
        Path told = value(home.resolve(SCRIPT), CONF, home);
        if (told != null) return told;
        throw new InstallException(
                "%s has no conf/%s, and no %s that gives another directory: give --conf DIR"
                        .formatted(home, YAML, SCRIPT));
    }

    private static @Nullable Path storage(Path home) throws IOException {
        Path told = value(home.resolve("bin").resolve(SCRIPT), STORAGE, home);
        return told != null ? told : value(home.resolve(SCRIPT), STORAGE, home);
    }

    /** Returns the last value of a variable in a script, or null if it is not a plain path. */
    private static @Nullable Path value(Path script, Pattern assignment, Path home)
            throws IOException {
        if (!Files.isRegularFile(script)) return null;
        Path value = null;
        for (String line : lines(script)) {
            Matcher matcher = assignment.matcher(line);
            if (!matcher.matches()) continue;
            String text = matcher.group(1);
            if (text.startsWith(HOME)) value = home.resolve(text.substring(HOME.length()));
            else value = text.startsWith("/") && !text.contains("$") ? Path.of(text) : null;
        }
        return value;
    }

    private static List<String> lines(Path script) throws IOException {
        String text = new String(PathRights.read(script), StandardCharsets.UTF_8);
        return text.lines().toList();
    }

    Path yaml() {
        return conf.resolve(YAML);
    }

    Path options() {
        return conf.resolve(OPTIONS);
    }

    Path lib() {
        return home.resolve("lib");
    }

    /** Returns a separate directory: cassandra.in.sh puts every jar in lib on the class path. */
    Path agentDirectory() {
        return lib().resolve("firesteel");
    }

    Path agent() {
        return agentDirectory().resolve("firesteel-agent.jar");
    }

    Path firesteelYaml() {
        return conf.resolve(FiresteelYaml.NAME);
    }
}
