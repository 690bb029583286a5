// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The small files in the commit log directory of a running node: its identity, and the guard
 * against a start without Firesteel. Without them the next start would be refused, or lose writes.
 */
final class KeptFiles {
    private static final Logger logger = LoggerFactory.getLogger(KeptFiles.class);

    private final Path directory;
    private final NodeIdentity identity;
    private final StartGuardFile startGuard;
    private boolean hasFailed;

    KeptFiles(Path directory, NodeIdentity identity, StartGuardFile startGuard) {
        this.directory = directory;
        this.identity = identity;
        this.startGuard = startGuard;
    }

    /** Writes those again that were deleted. A failure is logged once, until it has succeeded. */
    void restore() {
        try {
            startGuard.restore();
            if (!Files.exists(directory.resolve(NodeIdentity.NAME))) {
                identity.write(directory);
                logger.warn(
                        "Firesteel: {} was deleted from {}, and is written again",
                        NodeIdentity.NAME,
                        directory);
            }
            hasFailed = false;
        } catch (IOException | RuntimeException | Refusal e) {
            if (!hasFailed)
                logger.error(
                        "Firesteel: files of the node in {} were deleted, and cannot be written again ({}): make the directory writable, and do not stop the node without a drain",
                        directory,
                        e.getMessage());
            hasFailed = true;
        }
    }
}
