// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.agent.lifetime.AgentFileKinds;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A simulated drive and the agent must give a file the same kind. */
class FileKindsTest {
    private static final String TABLE = "data/k/t-0123/";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Data.db",
                "Index.db",
                "Filter.db",
                "Statistics.db",
                "Summary.db",
                "CompressionInfo.db",
                "Digest.crc32",
                "CRC.db",
                "TOC.txt",
                "Partitions.db",
                "Rows.db",
                "SAI+aa+GroupComplete.db",
                "SI_i.db",
                "Data.db.tmp",
                "TOC.txt.some.tmp",
            })
    void ofComponentsOfSSTables(String component) {
        for (String sstable : new String[] {"nb-1-big-", "da-3gld_0k5e_1oq0-bti-", ".i/nb-1-big-"})
            assertSame(TABLE + sstable + component);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commitlog/CommitLog-7-1234.log",
                "commitlog/CommitLog-7-1234_cdc.idx",
                "saved_caches/KeyCache-g.db",
                "saved_caches/RowCache-g.crc",
                "hints/01234567-89ab-cdef-0123-456789abcdef-1-2.hints",
                "hints/01234567-89ab-cdef-0123-456789abcdef-1-2.crc32",
                "hints/1.hints",
                TABLE + "nb_txn_flush_0123.log",
                TABLE + "Data.db",
                TABLE + "nb-1-Data.db",
                "logs/system.log",
            })
    void ofOtherFiles(String file) {
        assertSame(file);
    }

    private static void assertSame(String file) {
        Path path = Path.of(file);
        assertThat(CassandraFile.kind(path)).as(file).isEqualTo(AgentFileKinds.kind(path));
    }
}
