// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.apache.cassandra.config.CassandraRelevantProperties.COMMITLOG_IGNORE_REPLAY_ERRORS;

import java.io.IOException;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks for settings of Cassandra's commit log that the journal does not support. */
final class ConfigurationCheck {
    private static final Logger logger = LoggerFactory.getLogger(ConfigurationCheck.class);

    private ConfigurationCheck() {}

    /**
     * Refuses settings that would silently be violated; logs settings without effect.
     *
     * @param isArchived whether segments are archived
     * @param hasPointInTime whether {@code restore_point_in_time} is set
     */
    static void run(boolean isArchived, boolean hasPointInTime) throws Refusal {
        if (DatabaseDescriptor.getEncryptionContext().isEnabled()) {
            if (isArchived) throw inTheClear("archive_command is set", "clear archive_command");
            if (DatabaseDescriptor.isCDCEnabled())
                throw inTheClear("cdc_enabled is true", "set cdc_enabled to false");
            requireNothingWaiting();
        }
        if (COMMITLOG_IGNORE_REPLAY_ERRORS.getBoolean())
            logger.warn(
                    "Firesteel: -D{}=true: this start goes on past damage in the journal, and a"
                            + " start without Firesteel would ignore {} and lose the journal's"
                            + " writes. Remove the option after this start",
                    COMMITLOG_IGNORE_REPLAY_ERRORS.getKey(),
                    StartGuardFile.NAME);
        if (hasPointInTime)
            logger.warn(
                    "Firesteel: restore_point_in_time is set in commitlog_archiving.properties: this"
                            + " start, and each further one, replays no later write, also of the"
                            + " journal. Clear it after the restore");
        if (DatabaseDescriptor.getCommitLogSync() == Config.CommitLogSync.periodic)
            logger.info("commitlog_sync: periodic has no effect: every write waits for the flash");
        if (DatabaseDescriptor.getCommitLogCompression() != null)
            logger.info("commitlog_compression has no effect: the journal does not compress");
    }

    /** Refuses pending segments: with encryption, they would never be archived. */
    private static void requireNothingWaiting() throws Refusal {
        try {
            CommitLogBootstrap.requireAllArchived();
        } catch (IOException e) {
            throw new Refusal(
                    "transparent_data_encryption_options.enabled is true, and segments that wait to"
                            + " be archived are not encrypted: "
                            + e.getMessage(),
                    e);
        }
    }

    private static Refusal inTheClear(String setting, String advice) {
        return new Refusal(
                "transparent_data_encryption_options.enabled is true, and "
                        + setting
                        + ": the journal is encrypted, but files copied out of it would not be: "
                        + advice
                        + ", or do not encrypt");
    }
}
