// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** The context of a fault. */
public interface FaultContext {
    /** Returns the fault's environment. */
    FaultTargets targets();

    /** Returns the campaign's directory, for files that must survive the campaign. */
    Path campaign();

    /** Returns the source of all random choices. */
    SplittableRandom random();

    /** Returns a clock in nanoseconds, of any origin. */
    LongSupplier nanos();

    /** Returns a random duration of writes, within the campaign's bounds. */
    Duration chooseLoad();

    /** Returns the node to strike. Once it was started again, that is the new process. */
    CassandraNode node();

    /** Returns the writes to the node during the fault. */
    Load load();

    /** Returns new settings of that node, the same as for any other start of it. */
    NodeSettings settings();

    /** Starts the node once the last one is dead. It ends with the campaign. */
    CassandraNode start(NodeSettings settings) throws IOException;

    /** Records the effect of the fault, in a few words. */
    void note(String effect);

    /** Records why the fault did not strike, or only in part, and so gives less evidence. */
    void miss(String effect);

    /**
     * Records that the node was killed during startup.
     *
     * @param seconds its running time
     * @param replay the state of its replay
     */
    void killedInStartUp(double seconds, ReplayState replay);
}
