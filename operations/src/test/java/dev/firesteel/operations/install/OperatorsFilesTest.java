// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads configurations as they stand on machines of operators and in images of containers. */
class OperatorsFilesTest {
    @TempDir Path root = Path.of("");

    private LaidOutHome laidOut;

    @BeforeEach
    void layOut() throws IOException {
        laidOut = new LaidOutHome(root);
    }

    private InstallationStatus status() throws IOException {
        return laidOut.installation().status();
    }

    /** As in images of containers: the node has another configuration on its command line. */
    @Test
    void aNodeWithAConfigurationFromElsewhereIsFoundByItsJournal() throws IOException {
        laidOut.install();
        laidOut.crash();
        assertThat(status().node()).isEmpty();
        assertThat(status().journalState()).isEqualTo(JournalState.DIRTY);
        Path process = Files.createDirectories(laidOut.processes.resolve("4711"));
        Files.createSymbolicLink(process.resolve("root"), Path.of("/"));
        Files.writeString(
                process.resolve("cmdline"),
                "java\0-Dcassandra.config=file:///elsewhere/cassandra.yaml\0"
                        + "org.apache.cassandra.service.CassandraDaemon\0");
        assertThat(status().node()).isEmpty();
        assertThat(status().hidden()).hasValue(4711);
        Path open = Files.createDirectory(process.resolve("fd")).resolve("9");
        Files.createSymbolicLink(open, laidOut.journal);
        Path info = Files.createDirectory(process.resolve("fdinfo")).resolve("9");
        Files.writeString(info, "pos:\t0\nflags:\t0100000\n");
        assertThat(status().node()).as("a reader").isEmpty();
        Files.writeString(info, "pos:\t0\nflags:\t0140002\n");
        assertThat(status().node()).hasValue(4711);
        assertThat(status().hidden()).isEmpty();
        assertThat(status().journalState()).isEqualTo(JournalState.OPEN);
        String other =
                "the node, process 4711, reads file:///elsewhere/cassandra.yaml"
                        + " (-Dcassandra.config), which is not the file read here, "
                        + laidOut.conf.resolve("cassandra.yaml");
        assertThat(status().notes())
                .singleElement()
                .satisfies(each -> assertThat(each).startsWith(other));
        assertThatThrownBy(laidOut::install).hasMessageStartingWith(other);
        assertThatThrownBy(laidOut::uninstall).hasMessageStartingWith("the node runs, as process");
    }

    @Test
    void aReadOnlyFileSystemIsNamed() throws Exception {
        Path mounted = Files.createDirectory(root.resolve("mounted"));
        assumeTrue(runs("mount", "-t", "tmpfs", "none", mounted.toString()), "cannot mount");
        try {
            LaidOutHome there = new LaidOutHome(mounted);
            assertThat(runs("mount", "-o", "remount,ro", mounted.toString())).isTrue();
            assertThatThrownBy(() -> there.plan(root.resolve("journal")))
                    .hasMessage(
                            "cannot write to %s: it is on a read-only file system",
                            there.home.resolve("lib"));
        } finally {
            assertThat(runs("umount", mounted.toString())).isTrue();
        }
    }

    private static boolean runs(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }

    @Test
    void keysThatStandTwiceAreReadAsCassandraReadsThem() throws IOException {
        String before = laidOut.yaml();
        laidOut.write("cassandra.yaml", "commitlog_directory: /nowhere\t# x\n" + before);
        String note =
                laidOut.conf.resolve("cassandra.yaml")
                        + " has commitlog_directory in lines 1 and 2: the last one counts";
        assertThat(laidOut.plan().notes()).contains(note);
        laidOut.install();
        assertThat(status().notes()).containsExactly(note);
        assertThat(laidOut.installation().removal().notes()).contains(note);
        laidOut.write("cassandra.yaml", before + "\tfoo: bar\n");
        assertThatThrownBy(this::status)
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith(
                        laidOut.conf.resolve("cassandra.yaml")
                                + ", line 5, column 1 is not YAML (key"
                                + " max_mutation_size): found character");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PK\u0003\u0004 and no more"})
    void aDamagedAgentIsReportedAndReplaced(String content) throws IOException {
        laidOut.install();
        Path agent = laidOut.home.resolve("lib/firesteel/firesteel-agent.jar");
        Files.writeString(agent, content);
        assertThat(status().presence()).isEqualTo(InstallationStatus.Presence.PARTIAL);
        assertThat(status().missing())
                .singleElement()
                .asString()
                .startsWith("a whole " + agent + ", which is damaged: zip ");
        assertThat(laidOut.plan().shown())
                .singleElement()
                .asString()
                .startsWith("replace the agent " + agent + ", which is damaged (zip ");
        laidOut.install();
        assertThat(status().agentVersion()).isEqualTo("1.0");
    }

    @Test
    void aDamagedAgentToInstallIsNamed() throws IOException {
        Files.writeString(laidOut.agent, "");
        assertThatThrownBy(laidOut::plan)
                .isInstanceOf(InstallException.class)
                .hasMessageStartingWith(laidOut.agent + " is damaged: ");
    }

    @Test
    void aLinkInPlaceOfTheAgentIsReplacedAndItsFileStays() throws IOException {
        laidOut.install();
        Path agent = laidOut.home.resolve("lib/firesteel/firesteel-agent.jar");
        Files.delete(agent);
        Path other = LaidOutHome.jar(laidOut.root.resolve("other.jar"), "0.9");
        byte[] before = Files.readAllBytes(other);
        Files.createSymbolicLink(agent, other);
        assertThat(laidOut.plan().shown())
                .containsExactly(
                        "replace the agent %s, version 0.9, a link to %s, which stays, by version 1.0"
                                .formatted(agent, other));
        laidOut.install();
        assertThat(agent)
                .isRegularFile()
                .satisfies(each -> assertThat(Files.isSymbolicLink(each)).isFalse());
        assertThat(status().agentVersion()).isEqualTo("1.0");
        assertThat(other).hasBinaryContent(before);
    }

    @Test
    void otherNamesOfTheOptionsAreNoted() throws IOException {
        Path options = laidOut.conf.resolve("jvm-server.options");
        assertThat(laidOut.plan().notes()).noneMatch(note -> note.contains("hard links"));
        Files.createLink(laidOut.root.resolve("template"), options);
        assertThat(laidOut.plan().notes())
                .anyMatch(
                        note -> note.startsWith(options + " has 2 names (hard links): only this"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"conf/firesteel.yaml", "conf/cassandra.yaml", "conf/jvm-server.options"})
    void aHugeFileIsRefusedWithItsSize(String name) throws IOException {
        laidOut.install();
        Path file = laidOut.home.resolve(name);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), (3L << 30) - 1);
        }
        assertThatThrownBy(this::status)
                .isInstanceOf(FileSystemException.class)
                .hasMessage(
                        file
                                + ": has 3221225472 bytes, and at most 67108864 are read: this is no"
                                + " configuration file");
    }

    @Test
    void anImmutableFileIsNamedWithItsCause() throws Exception {
        Path options = laidOut.conf.resolve("jvm-server.options");
        assumeTrue(isDone("chattr", "+i", options.toString()), "needs root, and chattr");
        try {
            assertThatThrownBy(laidOut::install)
                    .hasMessage(
                            "cannot replace %s (Operation not permitted): it or its directory may be immutable. 'lsattr' shows that, and 'chattr -i' ends it"
                                    .formatted(options));
        } finally {
            assertThat(isDone("chattr", "-i", options.toString())).isTrue();
        }
        laidOut.install();
        assertThat(isDone("chattr", "+i", laidOut.journal.toString())).isTrue();
        try {
            assertThat(status().journalState()).isEqualTo(JournalState.CLOSED);
        } finally {
            assertThat(isDone("chattr", "-i", laidOut.journal.toString())).isTrue();
        }
    }

    private static boolean isDone(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
