// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.cli.common.Size;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Layout;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class LayoutOptionsTest {
    @Command
    static final class Verb {
        @Mixin LayoutOptions layout = new LayoutOptions();
    }

    @Test
    void keepHalfAGibibyteOfHeapByDefault() {
        Layout layout = layout();
        assertThat(layout.heapRestBytes()).isEqualTo(512 * Budget.MIB);
        assertThat(layout.keyCacheBytes()).isEqualTo(50 * Budget.MIB);
    }

    @Test
    void takeTheRestOfTheHeapAndTheKeyCache() {
        Layout layout = layout("--heap-rest=1GiB", "--key-cache=0B");
        assertThat(layout.heapRestBytes()).isEqualTo(1_024 * Budget.MIB);
        assertThat(layout.keyCacheBytes()).isZero();
    }

    @Test
    void refusePartsOfAMebibyte() {
        assertThatThrownBy(() -> layout("--key-cache=1500KiB"))
                .hasMessage(
                        "--key-cache must be in whole MiB, not " + Size.parse("1500KiB").exact());
    }

    private static Layout layout(String... options) {
        Verb verb = new Verb();
        new CommandLine(verb).parseArgs(options);
        return verb.layout.layout();
    }
}
