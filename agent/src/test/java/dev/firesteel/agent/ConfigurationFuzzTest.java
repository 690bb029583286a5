// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@link ConfigurationFuzz} for some seconds. To repeat one seed: {@code mvn test -pl agent
 * -am -Dtest=ConfigurationFuzzTest -Dsurefire.failIfNoSpecifiedTests=false -Dfiresteel.fuzz.seed=S
 * -Dfiresteel.fuzz.inputs=1}.
 */
class ConfigurationFuzzTest {
    private static final long SEED = Long.getLong("firesteel.fuzz.seed", 0);
    private static final long INPUTS = Long.getLong("firesteel.fuzz.inputs", 3_000);

    @TempDir Path directory = Path.of("");

    @Test
    void settingsAreTakenOrRefusedInALineWhateverTheFileHolds() throws IOException {
        new ConfigurationFuzz(directory).settings(SEED, INPUTS);
    }

    @Test
    void anIdentityIsTakenOrRefusedInALineWhateverTheFileHolds() throws IOException {
        new ConfigurationFuzz(directory).identities(SEED, INPUTS);
    }
}
