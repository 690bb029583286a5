// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.NodeDirectory;
import java.io.IOException;

/**
 * What is done to a node's files between a kill and the restart. A test damages the log here, to
 * see that a campaign finds what is then lost.
 */
@FunctionalInterface
public interface Sabotage {
    /** Nothing. */
    Sabotage NONE = directory -> {};

    /** Does it. */
    void apply(NodeDirectory directory) throws IOException;
}
