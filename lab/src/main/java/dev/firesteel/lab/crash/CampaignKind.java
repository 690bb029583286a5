// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Path;

/** The kinds of campaigns. All of them use the same name for the results file. */
public enum CampaignKind {
    CRASH("lab crash", CycleResult.class),
    POWER_CUT("lab powercut", PowerCutResult.class);

    private final String verb;
    private final Class<? extends Record> type;

    CampaignKind(String verb, Class<? extends Record> type) {
        this.verb = verb;
        this.type = type;
    }

    /**
     * Checks that a directory holds results of this kind or none, and no uninspected finding.
     * Changes nothing in it.
     *
     * @throws CampaignException if it holds something else in their place
     */
    public void require(Path directory) throws IOException {
        FindingFile.requireNone(directory);
        Path results = results(directory);
        if (new ResultFile<>(results, type).isSound()) return;
        for (CampaignKind kind : values())
            if (new ResultFile<>(results, kind.type).isSound())
                throw new CampaignException(
                        "%s holds results of '%s': give another --data"
                                .formatted(directory, kind.verb));
        throw new CampaignException(
                "%s holds no results of '%s': give another --data".formatted(results, verb));
    }

    static Path results(Path directory) {
        return directory.resolve("results.jsonl");
    }
}
