// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {
    @TempDir Path directory;
    Path file;
    PidFile pidFile;

    @BeforeEach
    void create() {
        file = directory.resolve("cassandra.pid");
        pidFile = PidFile.in(directory);
    }

    @Test
    void isFreeWhereNobodyEverWas() {
        assertThatCode(() -> pidFile.requireFree(directory)).doesNotThrowAnyException();
    }

    @Test
    void namesTheProcessThatUsesTheDirectory() throws IOException {
        pidFile.write(ProcessHandle.current());
        assertThatThrownBy(() -> pidFile.requireFree(directory))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("process " + ProcessHandle.current().pid());
    }

    @Test
    void isFreeOnceTheProcessHasEnded() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        pidFile.write(process.toHandle());
        assertThatThrownBy(() -> pidFile.requireFree(directory)).isInstanceOf(NodeException.class);
        process.destroyForcibly().waitFor();
        assertThatCode(() -> pidFile.requireFree(directory)).doesNotThrowAnyException();
    }

    @Test
    void isFreeWhereAnotherProcessHasTheIdentifierNow() throws IOException {
        Files.writeString(file, ProcessHandle.current().pid() + " 1970-01-01T00:00:00Z\n");
        assertThatCode(() -> pidFile.requireFree(directory)).doesNotThrowAnyException();
    }

    /** A file overwritten in place could be torn by a power loss. */
    @Test
    void isReplacedAsAWhole() throws IOException {
        pidFile.write(ProcessHandle.current());
        Object inode = Files.getAttribute(file, "unix:ino");
        pidFile.write(ProcessHandle.current());
        assertThat(Files.getAttribute(file, "unix:ino")).isNotEqualTo(inode);
        assertThat(directory).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void doesNotGuessWhatGarbageMeans() throws IOException {
        Files.writeString(file, "no process");
        assertThatThrownBy(() -> pidFile.requireFree(directory))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("remove it");
    }
}
