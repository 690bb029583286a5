// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What stays as it is in a campaign beside what its results say, in words. Kept in its directory
 * once the node has been up, for before that an option may have been wrong. How often to strike is
 * not part of it: a campaign may become longer.
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

    /** How it goes: its options. */
    static CampaignTerms ofOptions(Path directory, String terms) {
        return new CampaignTerms(directory, "terms.txt", terms);
    }

    /** What it is about: its results say nothing of another build, or of another drive. */
    static CampaignTerms ofSubject(Path directory, String terms) {
        return new CampaignTerms(directory, "subject.txt", terms);
    }

    /**
     * Sees that the campaign began with the same. An older one does not say.
     *
     * @throws CampaignException if it did not
     */
    void requireSame() throws IOException {
        if (!Files.exists(file())) return;
        String begun = Files.readString(file()).strip();
        if (!begun.equals(terms))
            throw new CampaignException(
                    "%s holds a campaign with %s, not with %s: go on with those, or elsewhere"
                            .formatted(directory, begun, terms));
    }

    /** Remembers them. */
    void keep() throws IOException {
        if (!Files.exists(file())) Files.writeString(file(), terms + "\n");
    }

    private Path file() {
        return directory.resolve(name);
    }
}
