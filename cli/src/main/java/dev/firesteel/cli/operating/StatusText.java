// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.operations.install.InstallationStatus;
import dev.firesteel.operations.install.InstallationStatus.Presence;
import dev.firesteel.operations.install.JournalState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the status of an installation for people (lines), machines (fields), and scripts. */
final class StatusText {
    private static final int SOUND = 0;
    private static final int UNKNOWN = 1;
    private static final int NOT_INSTALLED = 3;
    private static final int DIRTY = 4;
    private static final int NO_JOURNAL = 5;

    private StatusText() {}

    static int exitCode(InstallationStatus status) {
        JournalState journal = status.journalState();
        if (status.presence() != Presence.COMPLETE || journal == null) return NOT_INSTALLED;
        if (journal == JournalState.CLEAN && status.unarchived() > 0 && status.node().isEmpty())
            return DIRTY;
        if (journal == JournalState.DIRTY && status.hidden().isPresent()) return UNKNOWN;
        return exitCode(journal);
    }

    /** Returns the exit code for a journal in this state. */
    static int exitCode(JournalState journal) {
        return switch (journal) {
            case CLEAN, OPEN -> SOUND;
            case DIRTY -> DIRTY;
            case DAMAGED, BLANK, MISFIT, CLOSED, OTHER_VERSION, MISSING, VOLATILE -> NO_JOURNAL;
            case UNREADABLE -> UNKNOWN;
        };
    }

    static List<String> lines(InstallationStatus status) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "Cassandra   %s in %s, configured in %s"
                        .formatted(status.cassandraVersion(), status.home(), status.conf()));
        lines.add("Firesteel   " + presence(status));
        status.missing().forEach(each -> lines.add("  missing   " + each));
        lines.add(
                "journal     "
                        + (status.journal() == null
                                ? "none"
                                : "%s: %s, %s"
                                        .formatted(
                                                status.journal(),
                                                state(status.journalState()),
                                                status.journalWhy())));
        if (status.unarchived() > 0)
            lines.add(
                    "archive     %d segments wait for archive_command"
                            .formatted(status.unarchived()));
        lines.add("node        " + node(status));
        status.notes().forEach(each -> lines.add("note        " + each));
        return lines;
    }

    private static String node(InstallationStatus status) {
        if (status.node().isPresent()) return "runs, as process " + status.node().getAsLong();
        if (status.hidden().isEmpty()) return "does not run";
        return ("cannot tell: process %d is a Cassandra with a configuration of its own, and this user"
                        + " may not see which files it has open. Run this as root")
                .formatted(status.hidden().getAsLong());
    }

    private static String presence(InstallationStatus status) {
        String agent = "%s, %s".formatted(status.agentVersion(), status.agent());
        return switch (status.presence()) {
            case COMPLETE -> agent;
            case PARTIAL -> "partly installed: 'install' completes it, 'uninstall' removes it";
            case NONE -> "not installed";
        };
    }

    static Map<String, @Nullable Object> fields(InstallationStatus status) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("home", status.home());
        fields.put("conf", status.conf());
        fields.put("cassandra", status.cassandraVersion());
        fields.put("installed", status.presence() == Presence.COMPLETE);
        fields.put("missing", status.missing());
        fields.put("agent", status.agent());
        fields.put("agentVersion", status.agentVersion());
        fields.put("journal", status.journal());
        fields.put(
                "journalState",
                status.journalState() == null ? null : state(status.journalState()));
        fields.put("unarchivedSegments", status.unarchived());
        fields.put("process", status.node().isPresent() ? status.node().getAsLong() : null);
        fields.put("notes", status.notes());
        return fields;
    }

    static String state(@Nullable JournalState state) {
        return String.valueOf(state).toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
