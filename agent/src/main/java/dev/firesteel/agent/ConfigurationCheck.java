// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for settings of Cassandra's commit log that the journal would not keep. */
final class ConfigurationCheck {
    private static final Logger logger = LoggerFactory.getLogger(ConfigurationCheck.class);

    private ConfigurationCheck() {}

    /** Refuses what would be lost without a word; mentions what merely has no effect. */
    static void run() throws Refusal {
        if (DatabaseDescriptor.getEncryptionContext().isEnabled())
            throw new Refusal(
                    "transparent_data_encryption_options.enabled is true, and the journal does not"
                            + " encrypt yet: set it to false in cassandra.yaml");
        if (DatabaseDescriptor.getCommitLogSync() == Config.CommitLogSync.periodic)
            logger.info("commitlog_sync: periodic has no effect: every write waits for the flash");
        if (DatabaseDescriptor.getCommitLogCompression() != null)
            logger.info("commitlog_compression has no effect: the journal does not compress");
    }
}
