// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.file.Path;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that Lincheck finds flaws of the gate, each in its own process. */
class GateLinearizabilityControl {
    @TempDir Path directory;

    static List<SimMutant> flaws() {
        return List.of(
                SimGateMutants.APPLIES_EARLY,
                SimGateMutants.READ_EARLY,
                SimGateMutants.ACKNOWLEDGED_EARLY,
                SimGateMutants.LOST_WAKE_UP);
    }

    @ParameterizedTest
    @MethodSource("flaws")
    void lincheckFinds(SimMutant flaw) throws Exception {
        LinearizabilityControl.assertFound(
                GateLinearizabilityControl.class,
                new LinearizabilityControl.Plant("theTableAndACrash", flaw),
                directory);
    }

    /** Runs the test. */
    public static void main(String[] args) {
        try {
            new GateLinearizabilityTest().theTableAndACrash();
        } catch (LincheckAssertionError e) {
            System.out.println(e.getMessage());
            System.exit(LinearizabilityControl.FOUND); // owns exit
        }
        System.exit(0); // owns exit
    }
}
