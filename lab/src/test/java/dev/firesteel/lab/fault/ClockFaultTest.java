// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the step of a node's clock, computed from its log. */
class ClockFaultTest {
    private static final LocalDateTime NOON = LocalDateTime.of(2026, 6, 1, 12, 0, 7);

    @TempDir Path directory;

    @Test
    void aClockThatWasLeftAloneHasNotStepped() throws IOException {
        assertThat(stepped("INFO  [main] 2026-06-01 12:00:05,123 A.java:1 - b\n"))
                .isEqualTo(Duration.ofSeconds(-2));
    }

    @Test
    void theLastLineThatHasATimeTells() throws IOException {
        assertThat(
                        stepped(
                                """
                                INFO  [main] 2026-06-01 12:00:05,123 A.java:1 - b
                                ERROR [Thread-1:[2]] 2025-06-01 12:00:07,123 A.java:1 - b
                                java.io.IOException: c
                                """))
                .isEqualTo(Duration.ofDays(-365));
        assertThat(stepped("INFO  [main] 2026-06-01 13:00:07,000 A.java:1 - b\n"))
                .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aLogWithoutATimeTellsOfNoStep() throws IOException {
        assertThat(stepped("java.io.IOException: c\n")).isZero();
    }

    @Test
    void aClockThatDidNotStepIsAMiss() throws IOException {
        TestScene context = new TestScene(directory, "-version");
        log("INFO  [main] 2026-06-01 11:00:05,123 A.java:1 - b\n");
        new ClockFault().lookBack(context);
        assertThat(context.misses()).isEmpty();
        log("INFO  [main] 2026-06-01 12:00:05,123 A.java:1 - b\n");
        new ClockFault().lookBack(context);
        assertThat(context.misses()).containsExactly("the node's clock stepped by -2 s");
    }

    private Duration stepped(String text) throws IOException {
        return ClockFault.stepped(log(text));
    }

    private Path log(String text) throws IOException {
        Path log = CassandraNode.at(directory).directory().log();
        Files.createDirectories(log.resolveSibling(""));
        Files.writeString(log, text);
        Files.setLastModifiedTime(
                log, FileTime.from(NOON.atZone(ZoneId.systemDefault()).toInstant()));
        return log;
    }
}
