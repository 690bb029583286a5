// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A journal, and the process that has it open. Neither is locked or changed.
 *
 * @param path the path of the file or block device
 * @param state the state of the journal
 * @param why the reason for the state
 * @param process the process that has it open for writing, if any that this user may see
 */
public record ObservedJournal(Path path, JournalState state, String why, OptionalLong process) {
    private static final Path PROCESSES = Path.of("/proc");

    /** Returns whether it holds writes, or cannot be read and may hold some. */
    public boolean mayHoldWrites() throws IOException {
        return switch (state) {
            case DIRTY -> !JournalReader.count(path).isEmpty();
            case OPEN, DAMAGED, UNREADABLE, OTHER_VERSION, MISFIT -> true;
            default -> false;
        };
    }

    /** Returns the journal at a path, which may be missing or damaged. */
    public static ObservedJournal at(Path path) throws IOException {
        JournalInspection look = JournalInspection.at(path);
        OptionalLong process = new NodeSearch(PROCESSES).holder(path);
        return look.state() == JournalState.DIRTY && process.isPresent()
                ? new ObservedJournal(path, JournalState.OPEN, "in use by the node", process)
                : new ObservedJournal(path, look.state(), look.why(), process);
    }

    /**
     * Returns the journal without which a node does not start: its last one, until a drain; empty
     * if there is none, or its path is unknown.
     *
     * @param commitLog {@code commitlog_directory}
     */
    public static Optional<ObservedJournal> neededBy(Path commitLog) throws IOException {
        AgentFiles files = AgentFiles.in(commitLog);
        Path path = files.journal();
        return files.hasUnreplayed() && path != null ? Optional.of(at(path)) : Optional.empty();
    }

    /**
     * Returns the journal that the firesteel.yaml of a configuration names; empty without the file.
     *
     * @param conf the directory of the configuration
     * @throws InstallException if the file names no journal
     */
    public static Optional<ObservedJournal> ofConfiguration(Path conf) throws IOException {
        Path yaml = conf.resolve(FiresteelYaml.NAME);
        return Files.exists(yaml) ? Optional.of(at(FiresteelYaml.journal(yaml))) : Optional.empty();
    }
}
