// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.FindingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The finding that ended a campaign and is in none of its results. No campaign runs while the file
 * exists: a restart might repair the damage, or new drives replace it.
 */
final class FindingFile {
    /**
     * A part of a campaign that may find something.
     *
     * @param <T> its result otherwise
     */
    @FunctionalInterface
    interface Step<T> {
        /** Runs the step. */
        T run() throws IOException, InterruptedException;
    }

    private final Path file;
    private final BooleanSupplier isEnding;

    /**
     * Creates the object for a campaign's file.
     *
     * @param isEnding whether the campaign is being ended; node failures are then no findings
     */
    FindingFile(Path directory, BooleanSupplier isEnding) {
        this.file = file(directory);
        this.isEnding = isEnding;
    }

    private static Path file(Path directory) {
        return directory.resolve("finding.txt");
    }

    /**
     * Checks that a directory holds no finding. Changes nothing in it.
     *
     * @throws CampaignException if it does
     */
    static void requireNone(Path directory) throws IOException {
        Path file = file(directory);
        if (!Files.exists(file)) return;
        throw new CampaignException(
                ("%s holds a finding of %s: %s. Examine it, then give another --data,"
                                + " or delete %s to continue")
                        .formatted(
                                directory,
                                Files.getLastModifiedTime(file),
                                firstSentence(Files.readString(file)),
                                file));
    }

    /** Returns the first line without its end, which may announce messages of a node. */
    private static String firstSentence(String text) {
        return text.lines()
                .findFirst()
                .orElse("no text")
                .replaceFirst("(\\. Its last messages:|\\. It left no messages\\.)$", "");
    }

    /**
     * Runs a step of the campaign, and stores its finding.
     *
     * @param where the step, in words
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
