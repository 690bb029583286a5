// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFilesTest {
    @TempDir Path directory;
    NodeSettings settings;

    @BeforeEach
    void create() {
        settings = CassandraNode.at(directory);
    }

    @Test
    void writesTheDefaultsOfANewCluster() throws IOException {
        assertThat(yaml())
                .contains(
                        "storage_compatibility_mode: NONE",
                        "  selected_format: bti",
                        "      class_name: TrieMemtable",
                        "      inherits: trie",
                        "partitioner: org.apache.cassandra.dht.Murmur3Partitioner",
                        "num_tokens: 16",
                        "materialized_views_enabled: true",
                        "default_secondary_index: sai",
                        "commitlog_sync: periodic",
                        "commitlog_sync_period: 10s");
    }

    @Test
    void ofTheDefaultProfileNamesNoStorage() throws IOException {
        settings.profile(NodeProfile.of("default"));
        assertThat(yaml())
                .contains("storage_compatibility_mode: CASSANDRA_4")
                .noneMatch(line -> line.contains("selected_format"))
                .noneMatch(line -> line.contains("memtable"))
                .noneMatch(line -> line.contains("default_compaction"))
                .noneMatch(line -> line.contains("default_secondary_index"));
    }

    @Test
    void hasNoOtherProfiles() {
        assertThatThrownBy(() -> NodeProfile.of("Latest"))
                .hasMessage("the profile must be default or latest, not 'Latest'");
    }

    @Test
    void keepsEveryFileOfTheNodeBelowItsDirectory() throws IOException {
        assertThat(yaml())
                .contains(
                        "  - " + directory.resolve("data"),
                        "commitlog_directory: " + directory.resolve("commitlog"),
                        "hints_directory: " + directory.resolve("hints"),
                        "saved_caches_directory: " + directory.resolve("saved_caches"),
                        "cdc_raw_directory: " + directory.resolve("cdc_raw"));
    }

    @Test
    void givesAddressSeedsAndClusterName() throws IOException {
        settings.address("127.0.0.2").seeds("127.0.0.1").clusterName("Steel");
        assertThat(yaml())
                .contains(
                        "listen_address: 127.0.0.2",
                        "rpc_address: 127.0.0.2",
                        "        seeds: 127.0.0.1",
                        "cluster_name: Steel");
    }

    @Test
    void isItsOwnSeedByDefault() throws IOException {
        settings.address("127.0.0.2");
        assertThat(yaml()).contains("        seeds: 127.0.0.2");
    }

    @Test
    void leavesOutThePeriodThatOnlyPeriodicSyncAllows() throws IOException {
        settings.setting("commitlog_sync", "batch");
        assertThat(yaml())
                .contains("commitlog_sync: batch")
                .noneMatch(line -> line.startsWith("commitlog_sync_period"));
    }

    @Test
    void letsASettingReplaceADefault() throws IOException {
        settings.setting("num_tokens", 4).setting("native_transport_port", "19042");
        assertThat(yaml())
                .contains("num_tokens: 4", "native_transport_port: 19042")
                .doesNotContain("num_tokens: 16");
        assertThat(settings.cqlPort()).isEqualTo(19042);
    }

    @Test
    void writesFiresteelYamlOnlyWhereThereIsSomethingToSay() throws IOException {
        Path file = directory.resolve("conf/firesteel.yaml");
        settings.firesteel("journal_path", Path.of("/flash/journal"));
        yaml();
        assertThat(file).content().isEqualTo("journal_path: /flash/journal\n");

        settings = CassandraNode.at(directory);
        yaml();
        assertThat(file).doesNotExist();
    }

    @Test
    void sendsMessagesToAFileOnly() throws IOException {
        yaml();
        assertThat(directory.resolve("conf/logback.xml"))
                .content()
                .contains("<file>${cassandra.logdir}/system.log</file>")
                .doesNotContain("ConsoleAppender");
    }

    private List<String> yaml() throws IOException {
        new ConfigurationFiles(settings).write();
        return Files.readAllLines(directory.resolve("conf/cassandra.yaml"));
    }
}
