// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.operations.install.Installation;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select an installed Cassandra. */
final class HomeOptions {
    @Parameters(
            paramLabel = "CASSANDRA_HOME",
            description =
                    "The directory that holds bin, conf and lib; of a package, /usr/share/cassandra.")
    Path home = Path.of("");

    @Option(
            names = "--conf",
            paramLabel = "DIR",
            description =
                    "The directory of cassandra.yaml, if neither conf nor the one named in"
                            + " cassandra.in.sh.")
    @Nullable Path conf;

    Installation installation() throws IOException {
        return Installation.at(home, conf);
    }
}
