// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The drives of a node.
 *
 * @param log the drive of its commit log or journal; null for the drive of all other files
 * @param sstables the drive of its SSTables; null for the drive of all other files
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Placement(@Nullable Place log, @Nullable Place sstables) {
    /** All files on one drive. */
    static final Placement TOGETHER = new Placement(null, null);

    private static final String DIRECTORY = "firesteel-node";

    /**
     * Returns each drive for the log with each for the SSTables.
     *
     * @param logs drives for the log; empty for the drive of all other files
     * @param sstables drives for SSTables; empty for the drive of all other files
     */
    static List<Placement> all(List<Place> logs, List<Place> sstables) {
        List<Placement> all = new ArrayList<>();
        for (@Nullable Place log : orOwn(logs))
            for (@Nullable Place each : orOwn(sstables)) all.add(new Placement(log, each));
        return all;
    }

    private static List<@Nullable Place> orOwn(List<Place> places) {
        List<@Nullable Place> all = new ArrayList<>(places);
        if (all.isEmpty()) all.add(null);
        return all;
    }

    @Nullable String logName() {
        return log == null ? null : log.name();
    }

    @Nullable String sstablesName() {
        return sstables == null ? null : sstables.name();
    }

    /** Returns the node's directory for its log. */
    Path logIn(Path parent) {
        return (log == null ? parent : log.directory()).resolve(DIRECTORY);
    }

    /** Returns the node's directory for its SSTables. */
    Path sstablesIn(Path parent) {
        return (sstables == null ? parent : sstables.directory()).resolve(DIRECTORY);
    }

    /** Returns the node's directories, each once. */
    List<Path> in(Path parent) {
        return Stream.of(parent.resolve(DIRECTORY), logIn(parent), sstablesIn(parent))
                .distinct()
                .toList();
    }

    /** Returns the drives that have names, such as {@code , log on disk}; may be empty. */
    @Override
    public String toString() {
        return (log == null ? "" : ", log on " + log.name())
                + (sstables == null ? "" : ", SSTables on " + sstables.name());
    }
}
