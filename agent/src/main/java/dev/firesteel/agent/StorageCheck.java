// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.VolatileStorage;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Refuses a journal that is kept in memory, unless that is asked for.
 *
 * @param memory returns what keeps a file in memory, in words, or empty; replaced in tests
 */
record StorageCheck(Function<Path, Optional<String>> memory) {
    StorageCheck() {
        this(VolatileStorage::of);
    }

    void check(Settings settings) throws Refusal {
        Optional<String> found = memory.apply(settings.journal());
        if (found.isPresent() && !settings.inMemory())
            throw new Refusal(
                    "the journal %s is on %s, which keeps it in memory: a loss of power loses acknowledged writes. Set journal_path to a file or block device on a drive, or, where that loss does not matter, add %s: true to firesteel.yaml"
                            .formatted(settings.journal(), found.get(), Settings.IN_MEMORY));
    }

    /** Returns where the acknowledged writes of a journal are, in words. */
    String placeOfWrites(Path journal) {
        return memory.apply(journal)
                .map(
                        found ->
                                "acknowledged writes are in memory ("
                                        + found
                                        + "), and a loss of power loses them")
                .orElse("every acknowledged write is on flash");
    }
}
