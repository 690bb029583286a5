// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

/** Skips tests where simulated drives are not supported. */
public final class DriveSupport {
    private DriveSupport() {}

    /** Skips the test, with the reason, if they are not. */
    public static void assume() {
        try {
            SimulatedDrives.requireSupported();
        } catch (IOException e) {
            assumeTrue(false, "skipped: " + e.getMessage());
        }
    }
}
