// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Console;
import dev.firesteel.operations.install.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Finds an installed Cassandra, of which each verb takes the directory. */
public final class HomeOptions {
    /** The description of the parameter. */
    static final String HOME =
            "The directory that holds bin, conf and lib; of a package, /usr/share/cassandra.";

    /** Variables from which Cassandra's scripts take options of the JVM. */
    private static final List<String> OPTIONS = List.of("JVM_OPTS", "JVM_EXTRA_OPTS");

    /** Options by which Cassandra reads other files. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("-Dcassandra\\.(config|storagedir|settings)\\b");

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description =
                    "The directory of cassandra.yaml, if neither conf nor the one named in"
                            + " cassandra.in.sh.")
    @Nullable Path conf;

    /** Reads the installation, and prints which variables of the environment are not read. */
    Installation installation(Path home, Console console) throws IOException {
        Installation installation = Installation.at(home, conf);
        Path read = conf == null ? installation.conf() : null;
        unread(System.getenv(), read).forEach(console::note); // owns settings
        return installation;
    }

    /**
     * Returns a line for each variable by which Cassandra's scripts would read another file.
     *
     * @param conf the directory that was found; null if it was given
     */
    public static List<String> unread(Map<String, String> environment, @Nullable Path conf) {
        List<String> lines = new ArrayList<>();
        String other = environment.getOrDefault("CASSANDRA_CONF", "");
        if (conf != null && !other.isEmpty() && !Path.of(other).normalize().equals(conf))
            lines.add(
                    "firesteel: CASSANDRA_CONF is %s, and is not read: the configuration is that in %s"
                            .formatted(other, conf));
        for (String each : OPTIONS)
            if (ELSEWHERE.matcher(environment.getOrDefault(each, "")).find())
                lines.add(
                        "firesteel: %s has options by which Cassandra reads other files, and is not read"
                                .formatted(each));
        return lines;
    }
}
