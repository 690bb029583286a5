// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HintReaderTest {
    private static final long NOT_SET = 0;

    @TempDir Path directory;
    private final AtomicLong nanos = new AtomicLong();
    private final TreeFile root = new TreeFile(1, true);
    private HintReader hints;

    @BeforeEach
    void start() throws IOException {
        hints = new HintReader(directory, nanos::get);
    }

    private TreeFile ask(long number, String name) {
        TreeFile file = new TreeFile(number, false);
        file.addName(root, name);
        hints.ask(file);
        assertThat(hints.isBusy()).isTrue();
        return file;
    }

    private HintReader.Answer answer() {
        HintReader.Answer answer = hints.poll();
        for (; answer == null; answer = hints.poll()) Thread.onSpinWait();
        return answer;
    }

    @Test
    void readsTheHintOfAFile() throws Exception {
        Path path = Files.createFile(directory.resolve("a"));
        TreeFile file = ask((long) Files.getAttribute(path, "unix:ino"), "a");
        assertThat(answer()).isEqualTo(new HintReader.Answer(file, NOT_SET));
        assertThat(hints.isBusy()).isFalse();
        assertThat(hints.unread()).isZero();
    }

    @Test
    void countsAHintThatDoesNotComeWithinASecond() {
        TreeFile file = ask(2, "a\nb"); // a name that no line can hold
        nanos.set(999_999_999);
        assertThat(hints.poll()).isNull();
        nanos.set(1_000_000_000);
        assertThat(answer()).isEqualTo(new HintReader.Answer(file, HintProcess.UNKNOWN));
        assertThat(hints.isBusy()).isFalse();
        assertThat(hints.unread()).isEqualTo(1);
    }
}
