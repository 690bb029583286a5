// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The status of Firesteel in a Cassandra.
 *
 * @param home the home of the Cassandra
 * @param conf the directory of its configuration
 * @param cassandraVersion the version of Cassandra
 * @param presence whether Firesteel is installed
 * @param missing the missing parts, if others are present
 * @param agent the agent's jar, or null if there is none
 * @param agentVersion the version of the agent, or null
 * @param journal the path of the journal, or null if unknown
 * @param journalState the state of the journal, or null if its path is unknown
 * @param journalWhy the reason for the state
 * @param unarchived the number of segments pending for archive_command
 * @param node the process of the running node, if any
 * @param hidden a process that may be the node, if this user may not see its files
 * @param notes what the user should know of the configuration and the node
 */
public record InstallationStatus(
        Path home,
        Path conf,
        String cassandraVersion,
        Presence presence,
        List<String> missing,
        @Nullable Path agent,
        @Nullable String agentVersion,
        @Nullable Path journal,
        @Nullable JournalState journalState,
        String journalWhy,
        int unarchived,
        OptionalLong node,
        OptionalLong hidden,
        List<String> notes) {
    /** The extent of the installation. */
    public enum Presence {
        /** The next start is without Firesteel. */
        NONE,
        /** The next start is without Firesteel, or fails. */
        PARTIAL,
        /** The next start is with Firesteel. */
        COMPLETE
    }
}
