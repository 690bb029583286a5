// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
