// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

/**
 * How a node ends that refuses to start because its log is damaged. Any other end says nothing of
 * the log: a port may have been taken, or memory may have been short.
 *
 * @param message how the message begins with which the node names the damage
 */
public record DamageReport(String message) {
    /** How a node begins that names damage of its journal: the agent's own words. */
    public static final String OF_JOURNAL = "The journal is damaged: ";

    /** Of Cassandra's {@code JVMStabilityInspector}, and not for damaged logs alone. */
    private static final int EXIT_CODE = 100;

    /**
     * What Cassandra logs right before it ends. The line alone would not do: it is there for all
     * that can go wrong with the log. Neither would the exception: Cassandra logs it, too, where it
     * goes on because a torn end is nothing to stop for.
     */
    private static final String LAST_WORDS =
            "Exiting due to error while processing commit log during initialization.\n"
                    + "org.apache.cassandra.db.commitlog.CommitLogReadHandler$CommitLogReadException: ";

    /**
     * Whether that is how it ended.
     *
     * @param log what it has logged since it was started
     */
    public boolean isMadeBy(int exitCode, LogTail log) {
        return exitCode == EXIT_CODE && log.says(LAST_WORDS + message);
    }
}
