// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

/**
 * Recognizes a node that refuses to start because its log is damaged. Other failures have other
 * causes, such as a port in use or too little memory.
 *
 * @param message the start of the node's message that names the damage
 */
public record DamageReport(String message) {
    /** The start of the agent's message that names damage of the journal. */
    public static final String OF_JOURNAL = "The journal is damaged: ";

    /** Exit code of Cassandra's {@code JVMStabilityInspector}, not only for damaged logs. */
    private static final int EXIT_CODE = 100;

    /**
     * Cassandra's last log entry before it ends. Its first line alone also stands for other
     * failures of the log. The exception alone is also logged for a torn end, after which Cassandra
     * goes on.
     */
    private static final String LAST_WORDS =
            "Exiting due to error while processing commit log during initialization.\n"
                    + "org.apache.cassandra.db.commitlog.CommitLogReadHandler$CommitLogReadException: ";

    /**
     * Returns whether the node ended with this report.
     *
     * @param log its log since its start
     */
    public boolean isMadeBy(int exitCode, LogTail log) {
        return exitCode == EXIT_CODE && log.says(LAST_WORDS + message);
    }
}
