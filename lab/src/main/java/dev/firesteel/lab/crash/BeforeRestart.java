// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.NodeDirectory;
import java.io.IOException;

/**
 * Changes a node's files between a kill and the restart. A test damages the log here, to check that
 * a campaign finds the losses.
 */
@FunctionalInterface
public interface BeforeRestart {
    /** Changes nothing. */
    BeforeRestart NONE = directory -> {};

    /** Changes the files. */
    void apply(NodeDirectory directory) throws IOException;
}
