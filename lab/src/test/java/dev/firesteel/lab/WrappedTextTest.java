// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {
    @Test
    void aTextThatFitsIsLeftAlone() {
        String fits = "  x".concat(" y".repeat(38)) + "z";
        assertThat(fits).hasSize(80);
        assertThat(WrappedText.lines(fits, 4)).containsExactly(fits);
        assertThat(WrappedText.lines("owner   none", 4)).containsExactly("owner   none");
        assertThat(WrappedText.lines("", 4)).containsExactly("");
    }

    @Test
    void aLongerOneIsBrokenBetweenWords() {
        String text = "  " + "word ".repeat(20);
        assertThat(WrappedText.lines(text, 4))
                .containsExactly(
                        "  " + "word ".repeat(14) + "word", "    " + "word ".repeat(4) + "word");
        assertThat(WrappedText.of(text, 4))
                .isEqualTo(String.join(System.lineSeparator(), WrappedText.lines(text, 4)));
    }

    @Test
    void aCommandIsNotBroken() {
        String command = "'firesteel journal format --size 4GiB /x'";
        assertThat(WrappedText.lines("This node's journal is missing, so run " + command + ".", 2))
                .containsExactly("This node's journal is missing, so run", "  " + command + ".");
    }

    @Test
    void aWordThatDoesNotFitIsWhole() {
        String path = "/" + "x".repeat(90);
        assertThat(WrappedText.lines("see " + path + " there", 2))
                .containsExactly("see", "  " + path, "  there");
    }
}
