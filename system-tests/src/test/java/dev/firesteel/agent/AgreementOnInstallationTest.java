// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.export.SegmentFormat;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.operations.install.Installation;
import dev.firesteel.operations.install.InstallationStatus;
import dev.firesteel.operations.install.JournalState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Tests that an installation reads and writes the same files as the agent. */
class AgreementOnInstallationTest {
    private static final int MAX_MUTATION_BYTES = 1 << 20;

    @TempDir Path root;

    private Path home;
    private Path commitLog;
    private Path journal;

    @BeforeEach
    void layOut() throws IOException {
        home = Files.createDirectories(root.resolve("home"));
        commitLog = Files.createDirectories(root.resolve("commitlog"));
        // A path that needs quotes.
        journal = Files.createDirectories(root.resolve("Tom's #1: flash")).resolve("journal");
        Path conf = Files.createDirectories(home.resolve("conf"));
        Files.createDirectories(home.resolve("lib"));
        Files.createFile(home.resolve("lib/apache-cassandra-5.0.9.jar"));
        Files.createFile(conf.resolve("jvm-server.options"));
        Files.writeString(
                conf.resolve("cassandra.yaml"),
                "commitlog_directory: %s\ndata_file_directories: [%s]\nmax_mutation_size: %dKiB\n"
                        .formatted(commitLog, root.resolve("data"), MAX_MUTATION_BYTES >> 10));
        Path agent = Files.createFile(root.resolve("agent.jar"));
        try (var jar = new java.util.jar.JarOutputStream(Files.newOutputStream(agent))) {
            jar.setLevel(0);
        }
        Installation.at(home, null).plan(agent, journal, 32 << 20).carryOut((bytes, of) -> {});
    }

    private InstallationStatus status() throws IOException {
        return Installation.at(home, null).status();
    }

    @Test
    void theAgentReadsWhereTheJournalIs() throws IOException {
        try (InputStream in = Files.newInputStream(home.resolve("conf/firesteel.yaml"))) {
            Map<String, String> settings = new Yaml().load(in);
            assertThat(settings).isEqualTo(Map.of(Settings.JOURNAL_PATH, journal.toString()));
        }
        assertThat(status().journal()).isEqualTo(journal);
    }

    @Test
    void theSameKeysAreKnown() throws IOException {
        Path yaml = home.resolve("conf/firesteel.yaml");
        String written = Files.readString(yaml);
        for (String key : Settings.KEYS)
            if (!key.equals(Settings.JOURNAL_PATH))
                Files.writeString(yaml, key + ": x\n", StandardOpenOption.APPEND);
        Path agent = root.resolve("agent.jar");
        assertThat(Installation.at(home, null).plan(agent, journal, 32 << 20).isEmpty()).isTrue();
        Files.writeString(yaml, written + "journl_full_wait: 2s\n");
        assertThatThrownBy(() -> Installation.at(home, null).plan(agent, journal, 32 << 20))
                .hasMessageContaining("has an unknown key, journl_full_wait: the agent knows [")
                .satisfies(e -> assertThat(e.getMessage()).contains(Settings.KEYS));
    }

    @Test
    void theAgentTakesTheJournal() throws Exception {
        NodeIdentity node = new NodeIdentity(UUID.randomUUID(), null);
        CassandraLimits limits =
                new CassandraLimits(commitLog, "test", 8, 0, MAX_MUTATION_BYTES, 1L << 30);
        new JournalCheck(journal, limits)
                .check(
                        JournalReader.inspect(journal),
                        new RefusedJournal(journal, node, new StartGuardFile(commitLog)));
    }

    @Test
    void whatTheAgentLeavesIsUnderstood() throws Exception {
        JournalInfo info = JournalReader.inspect(journal);
        new NodeIdentity(UUID.randomUUID(), null).with(journal, info).write(commitLog);
        StartGuardFile poison = new StartGuardFile(commitLog);
        poison.place();
        assertThat(status().journalState()).isEqualTo(JournalState.DIRTY);
        poison.remove();
        assertThat(status().journalState()).isEqualTo(JournalState.CLEAN);
        // Without firesteel.yaml, the journal's path comes from the agent's own file.
        Files.delete(home.resolve("conf/firesteel.yaml"));
        assertThat(status().journal()).isEqualTo(journal);
    }

    @Test
    void whatWaitsForTheArchiveIsSeen() throws IOException {
        Path waiting = Files.createDirectories(commitLog.resolve(SegmentArchive.DIRECTORY));
        Files.createFile(waiting.resolve(SegmentFormat.fileName(8, 7)));
        assertThatThrownBy(() -> Installation.at(home, null).removal())
                .hasMessageContaining("segments wait in " + waiting);
        assertThat(status().unarchived()).isEqualTo(1);
    }

    /** If the agent ever accepts these settings, an installation need not refuse them either. */
    @Test
    void theAgentRefusesTheSettingsThatAnInstallationRefuses() throws IOException {
        try (InputStream in =
                ConfigurationCheck.class.getResourceAsStream("ConfigurationCheck.class")) {
            assertThat(in).isNotNull();
            assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains(
                            "transparent_data_encryption_options.enabled is true",
                            "cdc_enabled is true",
                            "archive_command is set");
        }
    }
}
