// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.FileTree;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The logs of a campaign's clients.
 *
 * @param directory the campaign's, which holds them
 */
record CampaignLogs(Path directory) {
    /** Returns the directory of the {@link Ledger}. */
    Path ledger() {
        return directory.resolve("ledger");
    }

    Histories histories() {
        return new Histories(historiesDirectory());
    }

    Changes changes() {
        return new Changes(changesDirectory());
    }

    SchemaChanges schemaChanges() {
        return new SchemaChanges(schemaDirectory());
    }

    /** Returns whether there are logs that were not checked. */
    boolean areOpen(LedgerShape shape) throws IOException {
        try (Ledger ledger = Ledger.open(ledger(), shape)) {
            return ledger.attempts() > 0
                    || histories().areOpen()
                    || changes().areOpen()
                    || schemaChanges().areOpen();
        }
    }

    void delete() throws IOException {
        FileTree.delete(ledger());
        FileTree.delete(historiesDirectory());
        FileTree.delete(changesDirectory());
        FileTree.delete(schemaDirectory());
    }

    private Path historiesDirectory() {
        return directory.resolve("histories");
    }

    private Path changesDirectory() {
        return directory.resolve("changes");
    }

    private Path schemaDirectory() {
        return directory.resolve("schema");
    }
}
