// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void aligns() {
        TextTable table = new TextTable("mode", "op/s", "+-");
        table.add("none", 12_345, "");
        table.add("batch-direct", 9, "3 %");
        assertThat(table.lines())
                .containsExactly(
                        "mode          op/s  +-", "none         12345", "batch-direct     9 3 %");
    }

    @Test
    void fitsIntoEightyColumnsInParts() {
        String wide = "x".repeat(20);
        TextTable table = new TextTable("name", wide, wide, wide, wide);
        table.add("a", 1, 2, 3, 4);
        assertThat(table.lines())
                .containsExactly(
                        "name " + wide + " " + wide + " " + wide,
                        "a    %20d %20d %20d".formatted(1, 2, 3),
                        "name " + wide,
                        "a    %20d".formatted(4))
                .allMatch(line -> line.length() <= 80);
    }

    @Test
    void refusesARowOfAnotherLength() {
        TextTable table = new TextTable("a", "b");
        assertThatThrownBy(() -> table.add(1)).hasMessage("[1] has not the columns [a, b]");
    }
}
