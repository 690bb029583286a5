// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureExcerptTest {
    @TempDir Path root;
    NodeDirectory directory;

    @BeforeEach
    void create() throws IOException {
        directory = new NodeDirectory(root);
        Files.createDirectories(directory.logs());
    }

    @Test
    void areTheErrorsAndTheirCauses() throws IOException {
        FailureExcerpt words = new FailureExcerpt(directory);
        log(
                """
                INFO  [main] 2026-11-21 07:00:00,000 Daemon.java:1 - Starting
                ERROR [main] 2026-11-21 07:00:01,000 Daemon.java:2 - Cannot start - no disk
                java.io.IOException: it is gone
                \tat dev.firesteel.Nowhere.run(Nowhere.java:1)
                Caused by: java.io.EOFException: really
                INFO  [main] 2026-11-21 07:00:02,000 Daemon.java:3 - Bye
                """);
        assertThat(words.text().lines())
                .containsExactly(
                        "  Cannot start - no disk",
                        "  java.io.IOException: it is gone",
                        "  Caused by: java.io.EOFException: really");
    }

    @Test
    void areNotThoseOfAnEarlierRun() throws IOException {
        log("ERROR [main] 2026-11-21 06:00:00,000 Daemon.java:2 - Yesterday\n");
        FailureExcerpt words = new FailureExcerpt(directory);
        log("INFO  [main] 2026-11-21 07:00:00,000 Daemon.java:1 - Today\n");
        assertThat(words.text()).contains("Today").doesNotContain("Yesterday");
    }

    @Test
    void holdWhatWasLoggedInThisRun() throws IOException {
        log("ERROR [hook] 2026-11-21 06:00:00,000 Storage.java:2 - Caught an exception: a\n");
        FailureExcerpt words = new FailureExcerpt(directory);
        assertThat(words.hold("Caught an exception")).isFalse();
        log("ERROR [hook] 2026-11-21 07:00:00,000 Storage.java:2 - Caught an exception: b\n");
        assertThat(words.hold("Caught an exception")).isTrue();
        assertThat(words.hold("Caught nothing")).isFalse();
    }

    @Test
    void areWhatTheJvmPrintedWhereNothingWasLogged() throws IOException {
        FailureExcerpt words = new FailureExcerpt(directory);
        Files.writeString(directory.console(), "WARNING: old news\nToo small maximum heap\n");
        assertThat(words.text()).isEqualTo("  Too small maximum heap");
    }

    @Test
    void areFewAndShort() throws IOException {
        FailureExcerpt words = new FailureExcerpt(directory);
        log(("INFO " + "x".repeat(10_000) + "\n").repeat(100));
        assertThat(words.text().lines()).hasSize(5).allMatch(line -> line.length() < 500);
    }

    private void log(String text) throws IOException {
        Files.writeString(
                directory.log(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
