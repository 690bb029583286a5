// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.cli.common.Console;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.operations.install.CassandraKey;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the key of an encrypted journal. */
final class KeyOption {
    @Option(
            names = "--key-of",
            paramLabel = "CASSANDRA_YAML",
            description =
                    "The cassandra.yaml whose transparent_data_encryption_options name the key,"
                            + " for an encrypted journal.")
    @Nullable Path yaml;

    boolean isMissing() {
        return yaml == null;
    }

    /** Returns the same exception, with advice if it is due to a missing key. */
    IOException advise(DeviceRefusedException refused) {
        return isMissing() && refused.reason() == DeviceRefusedException.Reason.KEY
                ? new IOException(refused.getMessage() + ": give --key-of", refused)
                : refused;
    }

    /** Reads the key, and prints notes on its file; returns null if the option is absent. */
    @Nullable JournalKey read(Console console) throws IOException {
        return yaml == null
                ? null
                : CassandraKey.of(yaml, each -> console.note("firesteel: " + each));
    }
}
