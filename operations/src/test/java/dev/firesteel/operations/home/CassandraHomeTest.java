// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.MemtableAllocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraHomeTest {
    private static final long MIB = Budget.MIB;

    /** The relevant lines of the files of Cassandra 5.0, and some around them. */
    private static final String YAML =
            """
            # Cassandra storage config YAML
            cluster_name: 'Test Cluster'
            key_cache_size:

            # saved after so long
            key_cache_save_period: 4h
            row_cache_size: 0MiB
            seed_provider:
              # Addresses
              - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                parameters:
                  - seeds: "127.0.0.1:7000"
            # file_cache_enabled: false
            # file_cache_size: 512MiB
            memtable:
              configurations:
                default:
                  inherits: skiplist
            # memtable_heap_space: 2048MiB
            # memtable_offheap_space: 2048MiB
            memtable_allocation_type: heap_buffers
            """;

    private static final String OPTIONS = "-ea\n-Xss256k\n#-XX:MaxDirectMemorySize=\n";

    @TempDir Path home = Path.of("");

    private Path yaml = Path.of("");
    private Path options = Path.of("");

    @BeforeEach
    void install() throws IOException {
        Path conf = Files.createDirectories(home.resolve("conf"));
        yaml = Files.writeString(conf.resolve("cassandra.yaml"), YAML);
        options = Files.writeString(conf.resolve("jvm-server.options"), OPTIONS);
        Files.writeString(conf.resolve("jvm17-server.options"), "-XX:+UseG1GC\n");
        Files.writeString(
                conf.resolve("cassandra-env.sh"), "JVM_OPTS=\"$JVM_OPTS -Xmx${MAX_HEAP_SIZE}\"\n");
    }

    private static MemorySettings settings(long memtableMiB) {
        return MemorySettings.of(
                new Budget(
                        4096 * MIB,
                        MemtableAllocation.OFFHEAP_OBJECTS,
                        memtableMiB * MIB,
                        300 * MIB,
                        50 * MIB,
                        0,
                        544 * MIB,
                        462 * MIB,
                        2 * MIB,
                        0,
                        0));
    }

    private void apply(long memtableMiB) throws IOException, SettingsException {
        CassandraHome cassandra = CassandraHome.at(home);
        var unused = cassandra.write(cassandra.changes(settings(memtableMiB)));
    }

    private void revert() throws IOException, SettingsException {
        CassandraHome cassandra = CassandraHome.at(home);
        cassandra.revert(cassandra.reversal());
    }

    @Test
    void aChangeThatCouldNotBeWrittenInFullGoesOnOrIsTakenBack() throws Exception {
        Path inTheWay = Files.createDirectories(DurableFiles.young(options).resolve("x"));
        assertThatThrownBy(() -> apply(512))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("not all of " + yaml.getParent() + " could be written (")
                .hasMessageEndingWith(
                        "firesteel-memory-backup: run the same command to continue, or --revert to"
                                + " restore the files");
        assertThat(yaml).content().contains("memtable_heap_space: 512MiB");
        assertThat(options).hasContent(OPTIONS);
        Files.delete(inTheWay);
        apply(512);
        assertThat(options).content().contains("-Xmx1024M");
        revert();
        assertThat(yaml).hasContent(YAML);
        assertThat(options).hasContent(OPTIONS);
    }

    @Test
    void theSettingsOfABudgetAreCassandras() {
        MemorySettings settings = settings(512);
        assertThat(settings.yaml().toString())
                .isEqualTo(
                        "{memtable_heap_space=512MiB, memtable_offheap_space=300MiB,"
                                + " memtable_allocation_type=offheap_objects, file_cache_enabled=true,"
                                + " file_cache_size=544MiB, key_cache_size=50MiB,"
                                + " row_cache_size=0MiB}");
        // The heap: 512 + 50 + 462; direct: 544 + 64 of the network + 300 + 2 + 128.
        assertThat(settings.options().toString())
                .isEqualTo("{-Xms=1024M, -Xmx=1024M, -XX:MaxDirectMemorySize==1038M}");
        MemorySettings onHeap =
                MemorySettings.of(
                        new Budget(
                                4096 * MIB,
                                MemtableAllocation.HEAP_BUFFERS,
                                MIB,
                                0,
                                0,
                                0,
                                32 * MIB,
                                0,
                                0,
                                0,
                                0));
        assertThat(onHeap.yaml())
                .containsEntry("file_cache_enabled", "false")
                .doesNotContainKey("memtable_offheap_space");
    }

    @Test
    void whatCassandraReadsElsewhereOrTwiceIsNoted() throws Exception {
        assertThat(CassandraHome.at(home).notes()).isEmpty();
        Files.writeString(yaml, YAML + "key_cache_size: 9MiB\n");
        Files.writeString(
                yaml.resolveSibling("cassandra-env.sh"),
                "JVM_OPTS=\"-Dcassandra.config=file:/x\"\n");
        assertThat(CassandraHome.at(home).notes())
                .hasSize(2)
                .anyMatch(
                        each ->
                                each.equals(
                                        "cassandra.yaml has key_cache_size in lines 3 and 22: the last one counts"))
                .anyMatch(
                        each -> each.contains("env.sh, line 1, has -Dcassandra.config=file:/x: "));
        apply(512);
        assertThat(yaml)
                .content()
                .contains("\nkey_cache_size: 50MiB\n\n")
                .endsWith("\nkey_cache_size: 50MiB\n");
    }

    @Test
    void nothingIsWrittenUntilItIsToldTo() throws Exception {
        List<CassandraHome.Change> changes = CassandraHome.at(home).changes(settings(512));
        assertThat(changes).allMatch(CassandraHome.Change::isOne);
        assertThat(changes.get(0).diff()).contains("+memtable_heap_space: 512MiB");
        assertThat(yaml).content().isEqualTo(YAML);
        assertThat(options).content().isEqualTo(OPTIONS);
        assertThat(home.resolve("conf")).isDirectoryNotContaining("glob:**backup*");
    }

    @Test
    void linesArePutWhereTheyBelongAndPermissionsStay() throws Exception {
        Files.setPosixFilePermissions(yaml, PosixFilePermissions.fromString("rw-r-----"));
        apply(512);
        assertThat(yaml)
                .content()
                .isEqualTo(
                        YAML.replace("key_cache_size:\n", "key_cache_size: 50MiB\n")
                                .replace("d: false\n", "d: false\nfile_cache_enabled: true\n")
                                .replace("512MiB\n", "512MiB\nfile_cache_size: 544MiB\n")
                                .replace(
                                        "# memtable_offheap_space",
                                        "memtable_heap_space: 512MiB\n# memtable_offheap_space")
                                .replace(
                                        "memtable_allocation",
                                        "memtable_offheap_space: 300MiB\nmemtable_allocation")
                                .replace("heap_buffers", "offheap_objects"));
        assertThat(options)
                .content()
                .isEqualTo(OPTIONS + "-XX:MaxDirectMemorySize=1038M\n-Xms1024M\n-Xmx1024M\n");
        Path kept = home.resolve("conf/firesteel-memory-backup/cassandra.yaml");
        for (Path each : List.of(yaml, kept))
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-r-----");
    }

    @Test
    void twiceIsOnceAndRevertedIsAsItWas() throws Exception {
        apply(512);
        assertThat(CassandraHome.at(home).changes(settings(512)))
                .noneMatch(CassandraHome.Change::isOne);
        apply(700);
        assertThat(yaml).content().contains("memtable_heap_space: 700MiB\n");
        revert();
        assertThat(yaml).content().isEqualTo(YAML);
        assertThat(options).content().isEqualTo(OPTIONS);
        assertThat(home.resolve("conf")).isDirectoryNotContaining("glob:**backup*");
        assertThatThrownBy(this::revert)
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("there is nothing to revert: ");
    }

    @Test
    void whatSomebodyEditedSinceIsLeftAlone() throws Exception {
        apply(512);
        String edited = Files.readString(yaml).replace("Test", "My");
        Files.writeString(yaml, edited);
        assertThatThrownBy(this::revert)
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("cassandra.yaml was edited after it was changed here");
        assertThatThrownBy(() -> apply(700)).isInstanceOf(SettingsException.class);
        assertThat(yaml).content().isEqualTo(edited);
        assertThat(options).content().contains("-Xmx1024M");
    }

    @Test
    void anInstallationInBetweenIsNoEditAndStays() throws Exception {
        Path jar = Path.of("/opt/cassandra/lib/firesteel/firesteel-agent.jar");
        apply(512);
        Files.writeString(options, AgentOption.added(Files.readString(options), jar));
        apply(700);
        assertThat(options).content().contains("-javaagent:" + jar);
        revert();
        assertThat(options).content().isEqualTo(AgentOption.added(OPTIONS, jar));
        assertThat(yaml).content().isEqualTo(YAML);
        apply(512); // and in the other order
        Files.writeString(options, AgentOption.removed(Files.readString(options), jar));
        revert();
        assertThat(options).content().isEqualTo(OPTIONS);
    }

    /** After a kill between the two files, the change can be repeated and reverted. */
    @Test
    void aChangeThatWasInterruptedCanBeRepeatedAndTakenBack() throws Exception {
        apply(512);
        String changed = Files.readString(options);
        Files.writeString(options, OPTIONS);
        apply(512);
        assertThat(options).content().isEqualTo(changed);
        Files.writeString(options, OPTIONS);
        revert();
        assertThat(yaml).content().isEqualTo(YAML);
        assertThat(options).content().isEqualTo(OPTIONS);
    }

    @Test
    void aLinkStaysALink() throws Exception {
        Path elsewhere = Files.move(yaml, home.resolve("real.yaml"));
        Files.createSymbolicLink(yaml, elsewhere);
        apply(512);
        assertThat(yaml).isSymbolicLink();
        assertThat(elsewhere).content().contains("memtable_heap_space: 512MiB");
        revert();
        assertThat(yaml).isSymbolicLink();
        assertThat(elsewhere).content().isEqualTo(YAML);
    }

    @Test
    void whatIsNoHomeOrIsToldElsewhereIsRefused() throws Exception {
        assertThatThrownBy(() -> CassandraHome.at(home.resolve("conf")))
                .hasMessageContaining("has no directory conf: give the directory that holds bin,");
        Files.writeString(home.resolve("conf/jvm17-server.options"), "-Xmx2G\n");
        assertThatThrownBy(() -> apply(512))
                .hasMessageStartingWith("jvm17-server.options, line 1 sets");
        Files.writeString(home.resolve("conf/jvm17-server.options"), "");
        Files.writeString(home.resolve("conf/cassandra-env.sh"), "JVM_OPTS=\"$JVM_OPTS -Xmx8G\"\n");
        assertThatThrownBy(() -> apply(512)).hasMessageStartingWith("cassandra-env.sh sets");
        Files.delete(options);
        assertThatThrownBy(() -> apply(512))
                .hasMessageContaining("there is no jvm-server.options in");
        assertThat(yaml).content().isEqualTo(YAML);
    }
}
