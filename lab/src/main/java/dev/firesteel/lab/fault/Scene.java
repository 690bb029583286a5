// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** What a fault has at hand. */
public interface Scene {
    /** Where it is. */
    Site site();

    /** The campaign's directory, for what has to outlive it. */
    Path campaign();

    /** Decides everything that is left to chance. */
    SplittableRandom random();

    /** A clock in nanoseconds, of any origin. */
    LongSupplier nanos();

    /** How long to write, by chance, between the bounds that the campaign was given. */
    Duration chooseLoad();

    /** The node that was started last. */
    CassandraNode node();

    /** What is written to it while it is struck. */
    Load load();

    /** New settings, as any other start of the node has them. */
    NodeSettings settings();

    /** Starts the node once the last one is dead. It ends with the campaign. */
    CassandraNode start(NodeSettings settings) throws IOException;

    /** Says what came of the fault, in a few words. */
    void note(String effect);

    /** Says, likewise, why the fault did not strike, or not as it should: then it proves less. */
    void miss(String effect);

    /**
     * Says that the node was killed while it started.
     *
     * @param seconds how long it had run
     * @param replay how far its replay was
     */
    void killedInStartUp(double seconds, ReplayState replay);
}
