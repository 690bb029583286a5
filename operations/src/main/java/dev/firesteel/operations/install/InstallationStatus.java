// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What there is of Firesteel in a Cassandra.
 *
 * @param home the Cassandra
 * @param conf where its configuration is
 * @param cassandraVersion its version
 * @param presence whether Firesteel is there
 * @param missing what is missing of it, where some is there
 * @param agent the agent's jar, or null if there is none
 * @param agentVersion its version, or null
 * @param journal where the journal is, or null if nothing says so
 * @param journalState how it stands, or null if nothing says where it is
 * @param journalWhy the same in words
 * @param unarchived how many segments wait for archive_command
 * @param node the process of the node, if it runs
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
        OptionalLong node) {
    /** How much of Firesteel there is. */
    public enum Presence {
        /** The next start is without Firesteel. */
        NONE,
        /** The next start is without Firesteel, or fails. */
        PARTIAL,
        /** The next start is with Firesteel. */
        COMPLETE
    }
}
