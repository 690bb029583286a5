// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraYamlTest {
    private static CassandraYaml read(String text) throws SettingsException {
        return CassandraYaml.of(
                YamlSource.of("cassandra.yaml", text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theLastOfEqualKeysCountsAndIsNoted() throws SettingsException {
        CassandraYaml yaml =
                read(
                        """
                        authenticator:
                          class_name: AllowAllAuthenticator
                        commitlog_directory: /one
                        client_encryption_options:
                          enabled: false
                          enabled: false
                        commitlog_directory: /two
                        authenticator: PasswordAuthenticator
                        commitlog_directory: /three
                        """);
        assertThat(yaml.commitLogDirectory()).isEqualTo("/three");
        assertThat(yaml.notes())
                .containsExactlyInAnyOrder(
                        "cassandra.yaml has authenticator in lines 1 and 8: the last one counts",
                        "cassandra.yaml has commitlog_directory in lines 3, 7 and 9: the last one"
                                + " counts",
                        "cassandra.yaml has client_encryption_options.enabled in lines 5 and 6: the"
                                + " last one counts");
        assertThat(read("a: {b: 1}\nc: {b: 1}\n").notes()).isEmpty();
    }

    @Test
    void whatIsMergedOrReferredToIsRead() throws SettingsException {
        CassandraYaml yaml =
                read(
                        """
                        x: &x {commitlog_directory: /x, cdc_enabled: yes}
                        <<: *x
                        y: &y /y
                        data_file_directories: [*y]
                        commitlog_directory: /z
                        """);
        assertThat(yaml.commitLogDirectory()).isEqualTo("/z");
        assertThat(yaml.isCdcEnabled()).isTrue();
        assertThat(yaml.dataFileDirectories()).containsExactly("/y");
        assertThat(yaml.notes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "a: 1, 16777216",
                "commitlog_segment_size: 4MiB, 2097152",
                "commitlog_segment_size: '4MiB', 2097152",
                "commitlog_segment_size: 1GiB, 536870912",
                "commitlog_segment_size_in_mb: 4, 2097152",
                "commitlog_segment_size_in_mb: 0x4, 2097152",
                "max_mutation_size: 5KiB, 5120",
                "max_mutation_size_in_kb: 5, 5120",
                "max_mutation_size:, 16777216",
            },
            quoteCharacter = '`')
    void sizesAreCassandras(String line, long bytes) throws SettingsException {
        assertThat(read(line + "\n").maxMutationBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "commitlog_segment_size: 32 | 25 | commitlog_segment_size: write a whole number and a"
                        + " unit of [MiB, GiB], without a blank",
                "commitlog_segment_size: 32KiB | 25 | commitlog_segment_size: write a whole number",
                "commitlog_segment_size: 9999999GiB | 25 | commitlog_segment_size: it is too large",
                "commitlog_segment_size: | 24 | commitlog_segment_size: it must not be empty",
                "commitlog_segment_size_in_mb: -1 | 31 | commitlog_segment_size_in_mb: it is out of"
                        + " range",
                "cdc_enabled: perhaps | 14 | cdc_enabled: write true or false",
                "transparent_data_encryption_options: {enabled: perhaps} | 48 |"
                        + " transparent_data_encryption_options.enabled: write true or false",
                "transparent_data_encryption_options.enabled: perhaps | 46 |"
                        + " transparent_data_encryption_options.enabled: write true or false",
                "commitlog_directory: {a: b} | 26 | commitlog_directory.a: there is no such key",
                "data_file_directories: | 23 | data_file_directories: it must not be empty",
            })
    void aValueThatCassandraRefusesIsNamedWithItsPlace(String line, int column, String problem) {
        assertThatThrownBy(() -> read("a: 1\n" + line + "\n"))
                .isInstanceOf(SettingsException.class)
                .message()
                .startsWith(
                        "cassandra.yaml, line 2, column %d has an invalid value of %s"
                                .formatted(column, problem))
                .doesNotContain("\n");
    }

    @Test
    void bytesThatAreNotUtf8AreNamedWithTheirPlace() {
        byte[] latin = "# \u00e9\ncluster_name: Gr\u00fc".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> YamlSource.of("cassandra.yaml", latin))
                .hasMessage(
                        "cassandra.yaml, line 1, column 3 is not UTF-8: byte 0xE9. Save the file as"
                                + " UTF-8");
    }

    @Test
    void aKeyAndItsOlderNameAreNoted() throws SettingsException {
        assertThat(read("commitlog_segment_size: 4MiB\ncommitlog_segment_size_in_mb: 8\n").notes())
                .containsExactly(
                        "cassandra.yaml has commitlog_segment_size in line 1 and its older name"
                                + " commitlog_segment_size_in_mb in line 2: remove one, or Cassandra"
                                + " does not start");
    }

    @Test
    void tagsThatNameClassesAreRefusedAsSuch() {
        assertThatThrownBy(() -> read("commitlog_directory: !!java.io.File [x]"))
                .hasMessageContaining("tags that name classes are not allowed");
    }

    @Test
    void encryptionMayBeAValueInPlaceOfAMap() throws SettingsException {
        assertThat(read("transparent_data_encryption_options: true").isEncrypted()).isTrue();
        assertThat(read("transparent_data_encryption_options: false").isEncrypted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- class_name: X\n        parameters:\n        - {a: 1}",
                "class_name: X\n      parameters: {a: '1'}"
            })
    void theKeyProviderIsAListOrAMap(String provider) throws SettingsException {
        CassandraYaml yaml =
                read(
                        "transparent_data_encryption_options:\n    enabled: on\n    key_alias: 1\n"
                                + "    key_provider:\n      "
                                + provider);
        assertThat(yaml.isEncrypted()).isTrue();
        assertThat(yaml.keyAlias()).isEqualTo("1");
        assertThat(yaml.keyProvider()).isEqualTo("X");
        assertThat(yaml.keyProviderParameters().get("a")).hasToString("1");
    }
}
