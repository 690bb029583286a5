// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a full journal or disk is proved by the node's log. */
class FullDiskTest {
    private static final String FULL =
            "WARN [x] FailedWrite - A write has failed: the journal on /j is full (8 of 8 segments free; it could not grow: [28] No space left on device)\n";
    private static final Load REFUSED = new TestLoad(true, true, Duration.ZERO);

    @TempDir Path directory;
    private Path log;
    private LogTail tail;
    private TestScene scene;

    @BeforeEach
    void begin() throws IOException {
        log = directory.resolve("system.log");
        tail = LogTail.at(log);
        scene = new TestScene(directory, "-version").under(REFUSED);
    }

    @Test
    void aJournalThatSaysSoWasFull() throws Exception {
        Files.writeString(log, FULL);
        FullFault.fill(scene, tail);
        assertThat(scene.notes()).singleElement().asString().startsWith("full after");
        assertThat(scene.misses()).isEmpty();
    }

    @Test
    void aWriteThatIsRefusedForAnotherReasonDoesNotTellThatTheJournalWasFull() throws Exception {
        Files.writeString(log, "WARN [x] FailedWrite - A write has failed: the node is leaving\n");
        FullFault.fill(scene, tail);
        assertThat(scene.misses())
                .containsExactly("refused a write, not because the journal was full");
        assertThat(scene.notes()).isEmpty();
    }

    /** The client's error may precede the log line, or have another reason. */
    @Test
    void aJournalThatSaysSoLaterWasFull() throws Exception {
        scene.under(new TestLoad(true, true, Duration.ofDays(1)));
        CompletableFuture<Void> written =
                CompletableFuture.runAsync(
                        () -> write(FULL),
                        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
        FullFault.fill(scene, tail);
        written.join();
        assertThat(scene.notes()).singleElement().asString().startsWith("full after");
        assertThat(scene.misses()).isEmpty();
    }

    @Test
    void aJournalThatFoundItsDiskFullDoesNotTellThatTheDiskOfTheDataWas() throws Exception {
        Files.writeString(log, FULL);
        DiskFullFault.tell(scene, tail, "a flush succeeded");
        assertThat(scene.misses()).containsExactly("a flush succeeded");
    }

    @Test
    void aFlushThatDoesNotEndHasNotFoundTheDiskFull() throws Exception {
        DiskFullFault.tell(scene, tail, "a flush did not end");
        assertThat(scene.misses()).containsExactly("a flush did not end");
        Files.writeString(log, "ERROR java.io.IOException: No space left on device\n");
        DiskFullFault.tell(scene, tail, "a flush failed");
        assertThat(scene.notes()).containsExactly("a flush failed; its log reports a full disk");
    }

    private void write(String line) {
        try {
            Files.writeString(log, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
