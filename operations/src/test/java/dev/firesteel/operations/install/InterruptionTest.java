// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.operations.install.InstallationStatus.Presence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crashes before every step: the remaining home must start as stock or as Firesteel. */
class InterruptionTest {
    @TempDir Path root = Path.of("");

    /** An error that no code catches: nothing is cleaned up, as after a crash. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1;
    }

    /** A change to interrupt. */
    private interface Change {
        void run(LaidOutHome home, Consumer<String> before) throws IOException;
    }

    /** A check of the home after a crash. */
    private interface Aftermath {
        void look(LaidOutHome home, Map<String, String> stock, String step) throws IOException;
    }

    /** Interrupts a change of a new home before its first step, its second, and so forth. */
    private void interrupt(boolean isInstalled, Change change, Aftermath aftermath)
            throws IOException {
        boolean isInterrupted = true;
        for (int last = 0; isInterrupted; last++) {
            int end = last;
            List<String> steps = new ArrayList<>();
            LaidOutHome home =
                    new LaidOutHome(Files.createTempDirectory(root, "home").toAbsolutePath());
            Map<String, String> stock = home.content();
            if (isInstalled) home.install();
            try {
                change.run(
                        home,
                        step -> {
                            if (steps.size() == end) throw new Crash();
                            steps.add(step);
                        });
                isInterrupted = false;
                assertThat(steps).hasSizeGreaterThan(3);
            } catch (Crash e) {
                aftermath.look(home, stock, "after " + steps);
            }
        }
    }

    private static void requireWhole(LaidOutHome home, Map<String, String> stock, String step)
            throws IOException {
        InstallationStatus status = home.installation().status();
        if (home.isLoaded()) {
            assertThat(status.presence()).as(step).isEqualTo(Presence.COMPLETE);
            assertThat(status.journalState()).as(step).isEqualTo(JournalState.CLEAN);
        } else
            assertThat(home.content().get("conf/jvm-server.options"))
                    .as(step)
                    .isEqualTo(stock.get("conf/jvm-server.options"));
    }

    @Test
    void anInstallationLeavesOneOrTheOtherAndCanBeCompleted() throws IOException {
        interrupt(
                false,
                LaidOutHome::install,
                (home, stock, step) -> {
                    requireWhole(home, stock, step);
                    assertThat(home.isLoaded()).as(step).isFalse();
                    home.install();
                    assertThat(home.plan().isEmpty()).as(step).isTrue();
                    requireNothingYoung(home, step);
                });
    }

    @Test
    void anInstallationLeavesOneOrTheOtherAndCanBeTakenBack() throws IOException {
        interrupt(
                false,
                LaidOutHome::install,
                (home, stock, step) -> {
                    home.uninstall();
                    assertThat(home.content()).as(step).isEqualTo(stock);
                });
    }

    @Test
    void aRemovalLeavesOneOrTheOtherAndCanBeCompleted() throws IOException {
        interrupt(
                true,
                LaidOutHome::uninstall,
                (home, stock, step) -> {
                    requireWhole(home, stock, step);
                    home.uninstall();
                    assertThat(home.content()).as(step).isEqualTo(stock);
                });
    }

    @Test
    void aReplacementLeavesTheOldAgentOrTheNewOne() throws IOException {
        interrupt(
                true,
                (home, before) -> {
                    LaidOutHome.jar(home.agent, "1.1");
                    home.install(before);
                },
                (home, stock, step) -> {
                    requireWhole(home, stock, step);
                    assertThat(home.isLoaded()).as(step).isTrue();
                    assertThat(home.installation().status().agentVersion()).isIn("1.0", "1.1");
                    home.install();
                    assertThat(home.installation().status().agentVersion()).isEqualTo("1.1");
                    requireNothingYoung(home, step);
                });
    }

    /** The file of an interrupted format is no journal yet, and has another name. */
    @Test
    void aFormatThatWasInterruptedBeginsAgain() throws IOException {
        LaidOutHome home = new LaidOutHome(root);
        Files.writeString(home.root.resolve("journal.firesteel"), "half of it");
        home.install();
        assertThat(home.installation().status().journalState()).isEqualTo(JournalState.CLEAN);
        requireNothingYoung(home, "");
    }

    private static void requireNothingYoung(LaidOutHome home, String step) throws IOException {
        try (var files = Files.walk(home.root)) {
            assertThat(files.map(Path::toString).filter(each -> each.endsWith(".firesteel")))
                    .as(step)
                    .isEmpty();
        }
    }
}
