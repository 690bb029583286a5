// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import me.tongfei.progressbar.ProgressBar;
import org.junit.jupiter.api.Test;

class TerminalBarTest {
    @Test
    void opensNoTerminalOfTheLibrary() throws Exception {
        try (ProgressBar bar = TerminalBar.of("Testing", 2).build()) {
            bar.stepTo(1).setExtraMessage("half");
        }
        Field terminal =
                Class.forName("me.tongfei.progressbar.TerminalUtils").getDeclaredField("terminal");
        terminal.setAccessible(true);
        assertThat(terminal.get(null)).isNull();
    }
}
