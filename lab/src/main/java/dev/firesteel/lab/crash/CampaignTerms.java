// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Fixed terms of a campaign that its results do not contain, in words. They are stored in its
 * directory once the node has been up, because an option may be wrong before that. The number of
 * strikes is not included: a campaign may become longer.
 */
final class CampaignTerms {
    private final Path directory;
    private final String name;
    private final String terms;

    private CampaignTerms(Path directory, String name, String terms) {
        this.directory = directory;
        this.name = name;
        this.terms = terms;
    }

    /** Returns the terms of the options. */
    static CampaignTerms ofOptions(Path directory, String terms) {
        return new CampaignTerms(directory, "terms.txt", terms);
    }

    /** Returns the terms of the subject. Results do not apply to another build or drive. */
    static CampaignTerms ofSubject(Path directory, String terms) {
        return new CampaignTerms(directory, "subject.txt", terms);
    }

    /**
     * Checks that the campaign began with the same terms. An older campaign has none stored.
     *
     * @throws CampaignException if they differ
     */
    void requireSame() throws IOException {
        if (!Files.exists(file())) return;
        String begun = Files.readString(file()).strip();
        if (!begun.equals(terms))
            throw new CampaignException(
                    ("%s holds a campaign with%n  %s,%nnot with%n  %s.%n"
                                    + "Continue with those, or give another --data")
                            .formatted(directory, begun, terms));
    }

    boolean areKept() {
        return Files.exists(file());
    }

    /** Stores the terms, unless they are stored already. */
    void keep() throws IOException {
        if (!Files.exists(file())) Files.writeString(file(), terms + "\n");
    }

    private Path file() {
        return directory.resolve(name);
    }
}
