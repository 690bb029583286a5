// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.export.JournalExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Removes Firesteel after an export of the journal: another journal may follow. */
class RemovalAfterExportTest {
    private static final List<String> WITHOUT_JOURNAL =
            List.of("owner: " + LaidOutHome.NODE, "opened: 1");

    @TempDir Path root = Path.of("");

    /** An error that no code catches: nothing is cleaned up, as after a crash. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1;
    }

    private LaidOutHome exported() throws IOException {
        LaidOutHome home = new LaidOutHome(Files.createTempDirectory(root, "home"));
        home.install();
        home.crash();
        Path away = home.root.resolve("exported");
        for (Path each : new JournalExport(home.journal, null, away, false).write().files())
            Files.copy(each, home.commitLog.resolve(each.getFileName()));
        return home;
    }

    private static List<String> identity(LaidOutHome home) throws IOException {
        return Files.readAllLines(home.commitLog.resolve("firesteel.node"));
    }

    @Test
    void theExportedJournalIsForgottenAndAnotherIsTaken() throws IOException {
        LaidOutHome home = exported();
        Path another = home.root.resolve("another");
        assertThatThrownBy(() -> another(home, another)).hasMessageContaining("names another");
        Plan plan = home.installation().removal();
        assertThat(plan.shown()).contains("-journal: " + home.journal);
        assertThat(plan.notes())
                .containsExactly(
                        "the journal %s stays, with writes that are exported: give a later install"
                                        .formatted(home.journal)
                                + " another one");
        home.uninstall();
        assertThat(identity(home)).isEqualTo(WITHOUT_JOURNAL);
        assertThat(another(home, another).isEmpty()).isFalse();
        assertThatThrownBy(home::install).hasMessageContaining("make another journal");
    }

    private static Plan another(LaidOutHome home, Path journal) throws IOException {
        return home.plan(journal);
    }

    @Test
    void aJournalThatWasNotExportedIsNotForgotten() throws IOException {
        LaidOutHome home = exported();
        List<String> before = identity(home);
        try (var files = Files.list(home.commitLog)) {
            for (Path each : files.toList())
                if (each.toString().endsWith(".log")) Files.delete(each);
        }
        assertThatThrownBy(home::uninstall).hasMessageContaining("may hold writes");
        home.uninstallByHand();
        Files.createDirectories(home.home.resolve("lib/firesteel"));
        home.uninstall();
        assertThat(identity(home)).isEqualTo(before);
    }

    @Test
    void anInterruptedRemovalIsCompleted() throws IOException {
        boolean isInterrupted = true;
        for (int last = 0; isInterrupted; last++) {
            int end = last;
            LaidOutHome home = exported();
            List<String> steps = new ArrayList<>();
            try {
                home.uninstall(
                        step -> {
                            if (steps.size() == end) throw new Crash();
                            steps.add(step);
                        });
                isInterrupted = false;
            } catch (Crash e) {
                home.uninstall();
            }
            assertThat(identity(home)).as("after %s", steps).isEqualTo(WITHOUT_JOURNAL);
            assertThat(home.conf.resolve("firesteel.yaml")).doesNotExist();
        }
    }
}
