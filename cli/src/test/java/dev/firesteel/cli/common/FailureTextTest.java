// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
    @Test
    void saysWhatIsWrongWithAFile() {
        assertThat(FailureText.of(new AccessDeniedException("/x")))
                .isEqualTo("/x: permission denied");
        assertThat(FailureText.of(new NoSuchFileException("/x"))).isEqualTo("there is no /x");
        assertThat(FailureText.of(new FileAlreadyExistsException("/x")))
                .isEqualTo("/x is there already");
        assertThat(FailureText.of(new NotDirectoryException("/x")))
                .isEqualTo("/x is not a directory");
        assertThat(FailureText.of(new DirectoryNotEmptyException("/x")))
                .isEqualTo("/x is not empty");
        assertThat(FailureText.of(new FileSystemLoopException("/x")))
                .isEqualTo("/x: FileSystemLoopException");
    }

    @Test
    void leavesWhatSaysItAlready() {
        assertThat(FailureText.of(new FileSystemException("/x", null, "No space left on device")))
                .isEqualTo("/x: No space left on device");
        assertThat(FailureText.of(new IOException("it rains"))).isEqualTo("it rains");
    }
}
