// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.FindingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * What ended a campaign that is in none of its results. While the file is there nobody goes on:
 * another start might heal what was found, or the next drives replace it.
 */
final class FindingFile {
    /**
     * A part of a campaign that may find something.
     *
     * @param <T> what comes of it otherwise
     */
    @FunctionalInterface
    interface Step<T> {
        /** Does it. */
        T run() throws IOException, InterruptedException;
    }

    private final Path file;
    private final BooleanSupplier isEnding;

    /**
     * The file of a campaign.
     *
     * @param isEnding whether the campaign is being ended: how its node then fails is no finding
     */
    FindingFile(Path directory, BooleanSupplier isEnding) {
        this.file = file(directory);
        this.isEnding = isEnding;
    }

    private static Path file(Path directory) {
        return directory.resolve("finding.txt");
    }

    /**
     * Sees that a directory holds none. Nothing is changed in it.
     *
     * @throws CampaignException if it does
     */
    static void requireNone(Path directory) throws IOException {
        Path file = file(directory);
        if (!Files.exists(file)) return;
        throw new CampaignException(
                "%s holds a finding of %s: %s. Look at it, then give another --data, or delete %s to go on"
                        .formatted(
                                directory,
                                Files.getLastModifiedTime(file),
                                Files.readString(file).lines().findFirst().orElse("nothing more"),
                                file));
    }

    /**
     * Does a step of the campaign, and keeps what that finds.
     *
     * @param where which step, in words
     */
    <T> T keep(String where, Step<T> step) throws IOException, InterruptedException {
        try {
            return step.run();
        } catch (FindingException e) {
            if (!isEnding.getAsBoolean()) write(where + ": " + e.getMessage(), e);
            throw e;
        }
    }

    private void write(String text, FindingException finding) throws CampaignException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.writeString(next, text + "\n");
            Files.move(next, file);
        } catch (IOException e) {
            finding.addSuppressed(e);
            throw new CampaignException(
                    "%s. This could not be written to %s: %s".formatted(text, file, e), finding);
        }
    }
}
