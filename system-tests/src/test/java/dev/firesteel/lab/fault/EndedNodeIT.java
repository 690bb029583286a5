// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reports of faults on a node that ends for another reason. */
class EndedNodeIT {
    private static final String NO_SUCH_OPTION = "-XX:NoSuchOption";
    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError: Java heap space\n";

    @TempDir Path directory;

    @Test
    void aNodeThatEndsByItselfInItsReplayWasNotKilledThere() {
        StartUpKill kill = new StartUpKill(new SplittableRandom(1), System::nanoTime);
        try (TestScene context =
                context(NO_SUCH_OPTION).logging("INFO - Replaying the journal\n")) {
            assertThatThrownBy(
                            () ->
                                    kill.kill(
                                            context.settings(),
                                            settings -> context.start(settings).onExit().join(),
                                            CassandraNode::kill))
                    .isInstanceOf(FindingException.class)
                    .hasMessageContaining("ended by itself in its start with exit code 1");
        }
    }

    /** The node ends before the debugger attaches, and after it has. */
    @ParameterizedTest
    @CsvSource({NO_SUCH_OPTION + ", 1", "-Dcassandra.config=file:/nowhere, 3"})
    void aNodeThatEndsByItselfHasNotMerelyMissedALine(String jvmOption, int exitCode) {
        try (TestScene context = context(jvmOption)) {
            assertThatThrownBy(() -> new PointFault().aftermath(context))
                    .isInstanceOf(FindingException.class)
                    .hasMessageContaining(
                            "ended by itself in its start with exit code " + exitCode);
        }
    }

    @Test
    void aNodeThatDoesNotSayThatTheDiskIsFullHasNotRefusedForThat() {
        try (TestScene context = context(NO_SUCH_OPTION)) {
            assertThatThrownBy(() -> new DiskFullFault().aftermath(context))
                    .isInstanceOf(FindingException.class)
                    .hasMessageContaining("nor reported that it is full: exit code 1");
        }
    }

    @Test
    void aNodeThatSaysThatTheDiskIsFullMayRefuse() throws Exception {
        try (TestScene context =
                context(NO_SUCH_OPTION)
                        .logging("ERROR java.io.IOException: No space left on device\n")) {
            new DiskFullFault().aftermath(context);
            assertThat(context.notes()).singleElement().asString().startsWith("start on the full");
        }
    }

    @Test
    void aNodeThatDoesNotSayThatMemoryIsUsedUpHasNotEndedForThat() throws Exception {
        try (TestScene context = context(NO_SUCH_OPTION)) {
            assertThatThrownBy(() -> tellEnd(context))
                    .isInstanceOf(FindingException.class)
                    .hasMessageContaining("without an OutOfMemoryError, with exit code 1");
        }
    }

    @Test
    void aNodeThatSaysThatMemoryIsUsedUpHasEndedForThat() throws Exception {
        try (TestScene context = context(NO_SUCH_OPTION).logging(OUT_OF_MEMORY)) {
            tellEnd(context);
            assertThat(context.notes())
                    .containsExactly("ended with exit code 1 after an OutOfMemoryError");
        }
        Path other = Files.createDirectory(directory.resolve("other"));
        try (TestScene context = new TestScene(other, NO_SUCH_OPTION)) {
            LogTail log = LogTail.at(context.settings().directory().log());
            CassandraNode node = context.start(context.settings()).onExit().join();
            Files.writeString(
                    node.settings().directory().console(), "Terminating due to " + OUT_OF_MEMORY);
            MemoryFault.tellEnd(context, node, log);
            assertThat(context.notes()).hasSize(1);
        }
    }

    /** A failed request for a flush proves nothing about the disk. */
    @Test
    void aFlushThatCannotBeAskedForHasNotFailed() throws Exception {
        try (TestScene context = context(NO_SUCH_OPTION)) {
            CassandraNode node = context.start(context.settings()).onExit().join();
            assertThat(Flush.request(node, Duration.ofMinutes(1)))
                    .isEqualTo("a flush could not be requested");
        }
    }

    private static void tellEnd(TestScene context) throws IOException {
        LogTail log = LogTail.at(context.settings().directory().log());
        MemoryFault.tellEnd(context, context.start(context.settings()).onExit().join(), log);
    }

    private TestScene context(String jvmOption) {
        return new TestScene(directory, jvmOption);
    }
}
