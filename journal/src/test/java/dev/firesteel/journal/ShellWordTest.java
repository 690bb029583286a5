// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ShellWordTest {
    @Test
    void aPathIsOneWord() {
        assertThat(ShellWord.of(Path.of("/dev/disk/by-id/nvme-X_1.2")))
                .isEqualTo("/dev/disk/by-id/nvme-X_1.2");
        assertThat(ShellWord.of(Path.of("/tmp/ins t/journal"))).isEqualTo("/tmp/ins\\ t/journal");
        assertThat(ShellWord.of(Path.of("it's $5"))).isEqualTo("it\\'s\\ \\$5");
    }
}
