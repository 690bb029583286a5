// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.node.NodeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSetTest {
    @TempDir Path directory = Path.of("");

    private DataSet data = new DataSet(directory);

    @BeforeEach
    void load() throws IOException {
        data = new DataSet(directory.resolve("data"));
        Path table = new NodeDirectory(data.root()).data().resolve("ycsb/usertable-1");
        Files.createDirectories(table);
        Files.writeString(table.resolve("nb-1-big-Data.db"), "rows");
        Files.writeString(table.resolve("nb-1-big-TOC.txt"), "parts");
    }

    /** A table's files never change; other files may. */
    @Test
    void copiesShareTheFilesOfTablesAndNothingElse() throws IOException {
        Path node = directory.resolve("node");
        data.copyTo(node);
        Path from = new NodeDirectory(data.root()).data().resolve("ycsb/usertable-1");
        Path to = new NodeDirectory(node).data().resolve("ycsb/usertable-1");
        assertThat(inode(to, "nb-1-big-Data.db")).isEqualTo(inode(from, "nb-1-big-Data.db"));
        assertThat(inode(to, "nb-1-big-TOC.txt")).isNotEqualTo(inode(from, "nb-1-big-TOC.txt"));
        assertThat(to.resolve("nb-1-big-TOC.txt")).hasContent("parts");
        assertThat(data.bytes()).isEqualTo("rows".length() + "parts".length());
        assertThat(data.bytes("-Data.db")).isEqualTo("rows".length());
    }

    private static Object inode(Path directory, String file) throws IOException {
        return Files.getAttribute(directory.resolve(file), "unix:ino");
    }

    @Test
    void countsOnceItIsCompleteAndOfWhatIsWanted() throws IOException {
        assertThat(data.is("10 rows")).isFalse();
        data.complete("10 rows");
        assertThat(data.is("10 rows")).isTrue();
        assertThat(data.is("11 rows")).isFalse();
        data.delete();
        assertThat(data.is("10 rows")).isFalse();
        assertThat(directory).isEmptyDirectory();
    }
}
