// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTextTest {
    private static String with(String text) throws SettingsException {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("-Xms", "1024M");
        values.put("-Xmx", "1024M");
        values.put("-XX:MaxDirectMemorySize=", "512M");
        return OptionsText.with("jvm-server.options", text, values);
    }

    @Test
    void optionsGoBehindTheirExamplesOrToTheEnd() throws SettingsException {
        String stock =
                """
                -ea
                # half of the heap
                #-XX:MaxDirectMemorySize=

                -Da=b
                """;
        assertThat(with(stock))
                .isEqualTo(
                        """
                        -ea
                        # half of the heap
                        #-XX:MaxDirectMemorySize=
                        -XX:MaxDirectMemorySize=512M

                        -Da=b
                        -Xms1024M
                        -Xmx1024M
                        """);
        assertThat(with(with(stock))).isEqualTo(with(stock));
    }

    @Test
    void optionsThatAreThereAreChangedWhereTheyAre() throws SettingsException {
        String before =
                """
                -Xms4G
                -Xss256k
                 -Xmx1G says nothing
                -Xmx4G
                -XX:MaxDirectMemorySize=1G\
                """;
        String after =
                """
                -Xms1024M
                -Xss256k
                 -Xmx1G says nothing
                -Xmx1024M
                -XX:MaxDirectMemorySize=512M\
                """;
        assertThat(with(before)).isEqualTo(after);
        assertThat(with(before.replace("\n", "\r\n"))).isEqualTo(after.replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`-Xmx1G\\n-ea\\n-Xmx2G`   | line 3 has -Xmx again, after line 1: remove one",
                "`-ea -Xmx1G`              | line 1 has -Xmx and more: write one option on a line",
                "`-XX:MaxHeapSize=1G`      | line 1 has -XX:MaxHeapSize=, another name of -Xmx",
                "`-XX:InitialHeapSize=1G`  | line 1 has -XX:InitialHeapSize=, another name of -Xms",
            })
    void whatItDoesNotUnderstandItRefuses(String text, String problem) {
        assertThatThrownBy(() -> with(text.replace("\\n", "\n")))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("jvm-server.options, " + problem);
    }

    @Test
    void aFileThatIsReadLaterMustNotSetThem() throws SettingsException {
        OptionsText.requireNone("jvm17-server.options", "-ea\n#-Xmx1G\n", List.of("-Xmx"));
        assertThatThrownBy(
                        () ->
                                OptionsText.requireNone(
                                        "jvm17-server.options", "-ea\n-Xmx1G\n", List.of("-Xmx")))
                .hasMessage(
                        "jvm17-server.options, line 2 sets -Xmx too, and overrides"
                                + " jvm-server.options: remove it first");
    }
}
