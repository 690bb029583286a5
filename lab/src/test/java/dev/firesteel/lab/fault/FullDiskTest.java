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
    private TestScene context;

    @BeforeEach
    void begin() throws IOException {
        log = directory.resolve("system.log");
        tail = LogTail.at(log);
        context = new TestScene(directory, "-version").under(REFUSED);
    }

    @Test
    void aJournalThatSaysSoWasFull() throws Exception {
        Files.writeString(log, FULL);
        FullFault.fill(context, tail);
        assertThat(context.notes()).singleElement().asString().startsWith("full after");
        assertThat(context.misses()).isEmpty();
    }

    @Test
    void aWriteThatIsRefusedForAnotherReasonDoesNotTellThatTheJournalWasFull() throws Exception {
        Files.writeString(log, "WARN [x] FailedWrite - A write has failed: the node is leaving\n");
        FullFault.fill(context, tail);
        assertThat(context.misses())
                .containsExactly("refused a write, not because the journal was full");
        assertThat(context.notes()).isEmpty();
    }

    /** The client's error may precede the log line, or have another reason. */
    @Test
    void aJournalThatSaysSoLaterWasFull() throws Exception {
        context.under(new TestLoad(true, true, Duration.ofDays(1)));
        CompletableFuture<Void> written =
                CompletableFuture.runAsync(
                        () -> write(FULL),
                        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
        FullFault.fill(context, tail);
        written.join();
        assertThat(context.notes()).singleElement().asString().startsWith("full after");
        assertThat(context.misses()).isEmpty();
    }

    @Test
    void aJournalThatFoundItsDiskFullDoesNotTellThatTheDiskOfTheDataWas() throws Exception {
        Files.writeString(log, FULL);
        DiskFullFault.tell(context, tail, "a flush succeeded");
        assertThat(context.misses()).containsExactly("a flush succeeded");
    }

    @Test
    void aFlushThatDoesNotEndHasNotFoundTheDiskFull() throws Exception {
        DiskFullFault.tell(context, tail, "a flush did not end");
        assertThat(context.misses()).containsExactly("a flush did not end");
        Files.writeString(log, "ERROR java.io.IOException: No space left on device\n");
        DiskFullFault.tell(context, tail, "a flush failed");
        assertThat(context.notes()).containsExactly("a flush failed; its log reports a full disk");
    }

    private void write(String line) {
        try {
            Files.writeString(log, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
