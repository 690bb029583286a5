// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTest {
    @Test
    void indentsMapsInListsInMaps() {
        Map<String, Object> provider = new LinkedHashMap<>();
        provider.put("class_name", "Simple");
        provider.put("parameters", List.of(Map.of("seeds", "127.0.0.1,127.0.0.2")));
        assertThat(Yaml.write(Map.of("seed_provider", List.of(provider))))
                .isEqualTo(
                        """
                        seed_provider:
                          -
                            class_name: Simple
                            parameters:
                              -
                                seeds: 127.0.0.1,127.0.0.2
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true",
                "32MiB",
                "10s",
                "/a/b c",
                "127.0.0.1:7000",
                "org.apache.X",
                "-1",
                "{}",
                "[/a, /b]",
                "{class_name: X, parameters: {size: 4}}"
            })
    void writesPlainValuesAsTheyAre(String value) {
        assertThat(Yaml.write(Map.of("k", value))).isEqualTo("k: " + value + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: b | \"a: b\"",
                "# x | \"# x\"",
                "- x | \"- x\"",
                "{x | \"{x\"",
                "[a] b | \"[a] b\"",
                "[a] [b] | \"[a] [b]\"",
                "[a, #] | \"[a, #]\"",
                "x\\y | \"x\\\\y\"",
                "say \"hi\" | \"say \\\"hi\\\"\"",
                "ends: | \"ends:\"",
                "`` | \"\""
            })
    void quotesWhatWouldNotBeOneValueOtherwise(String value, String written) {
        assertThat(Yaml.write(Map.of("k", value))).isEqualTo("k: " + written + "\n");
    }

    @Test
    void writesEmptyMapsAndLists() {
        assertThat(Yaml.write(Map.of("k", Map.of()))).isEqualTo("k: {}\n");
        assertThat(Yaml.write(Map.of("k", List.of()))).isEqualTo("k: []\n");
    }
}
