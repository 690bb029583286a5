// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LifetimeMapTest {
    private static Lifetime of(String preset, FileKind kind, int level) {
        return LifetimeMap.preset(preset).orElseThrow().of(new FileClass(kind, level));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed", "rocksdb", "measured"})
    void everyPresetGivesEveryFileSomething(String preset) {
        for (FileKind kind : FileKind.values())
            for (int level = FileClass.NO_LEVEL; level < 9; level++)
                assertThat(of(preset, kind, level).hint())
                        .as(kind + " of level " + level)
                        .isBetween(2L, 5L);
    }

    @Test
    void offGivesNoFileAnything() {
        LifetimeMap off = LifetimeMap.preset("off").orElseThrow();
        assertThat(off.isEmpty()).isTrue();
        assertThat(off.of(new FileClass(FileKind.DATA, 0))).isEqualTo(Lifetime.NOT_SET);
    }

    @Test
    void thereAreNoOtherPresets() {
        assertThat(LifetimeMap.preset("best")).isEmpty();
        for (String name : LifetimeMap.presets()) assertThat(LifetimeMap.preset(name)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "seed, DATA, 0, MEDIUM",
        "seed, DATA, 1, LONG",
        "seed, DATA, 5, EXTREME",
        "seed, FILTER, 0, LONG",
        "rocksdb, JOURNAL, -1, SHORT",
        "rocksdb, DATA, 1, MEDIUM",
        "rocksdb, DATA, 2, LONG",
        "rocksdb, FILTER, 2, LONG",
        "rocksdb, DATA, 3, EXTREME",
        "rocksdb, DATA, 30, EXTREME",
        "measured, DATA, 0, SHORT",
        "measured, INDEX_OTHER, 3, EXTREME"
    })
    void levelsGetWhatThePresetSays(String preset, FileKind kind, int level, Lifetime lifetime) {
        assertThat(of(preset, kind, level)).isEqualTo(lifetime);
    }

    @Test
    void anEntryHoldsForTheLevelsAboveUpToTheNext() {
        LifetimeMap map = LifetimeMap.preset("off").orElseThrow();
        map.put(FileKind.DATA, 1, Lifetime.MEDIUM);
        map.put(FileKind.DATA, 4, Lifetime.EXTREME);
        assertThat(map.of(new FileClass(FileKind.DATA, 0))).isEqualTo(Lifetime.NOT_SET);
        assertThat(map.of(new FileClass(FileKind.DATA, 3))).isEqualTo(Lifetime.MEDIUM);
        assertThat(map.of(new FileClass(FileKind.DATA, 4))).isEqualTo(Lifetime.EXTREME);
        map.put(FileKind.DATA, Lifetime.LONG);
        assertThat(map.of(new FileClass(FileKind.DATA, 4))).isEqualTo(Lifetime.LONG);
    }

    @ParameterizedTest
    @CsvSource({
        "/d/t-1/nb-1-big-Data.db, DATA",
        "/d/t-1/nb-3g8w_0ecm_4kcr02uiot40sa3p6q-big-Index.db, INDEX",
        "/d/t-1/nb-1-big-Filter.db, FILTER",
        "/d/t-1/nb-1-big-Statistics.db, STATISTICS",
        "/d/t-1/nb-1-big-Statistics.db.tmp, STATISTICS",
        "/d/t-1/nb-1-big-Summary.db, SUMMARY",
        "/d/t-1/nb-1-big-CompressionInfo.db, COMPRESSION_INFO",
        "/d/t-1/nb-1-big-Digest.crc32, DIGEST",
        "/d/t-1/nb-1-big-CRC.db, DIGEST",
        "/d/t-1/nb-1-big-TOC.txt, TOC",
        "/d/t-1/da-1-bti-Partitions.db, PARTITION_INDEX",
        "/d/t-1/da-1-bti-Rows.db, ROW_INDEX",
        "/d/t-1/da-1-bti-SAI+aa+by_v+TermsData.db, INDEX_OTHER",
        "/d/t-1/nb-1-big-SI_by_v.db, INDEX_OTHER",
        "/d/t-1/.by_v/nb-1-big-Data.db, INDEX_OTHER",
        "/c/KeyCache-g.db, SAVED_CACHE",
        "/c/KeyCache-g.crc8213.tmp, SAVED_CACHE",
        "/h/46ad2e4e-9c1b-4b1f-8a4b-1c2d3e4f5a6b-1700000000000-2.hints, HINT",
        "/h/46ad2e4e-9c1b-4b1f-8a4b-1c2d3e4f5a6b-1700000000000-2.crc32, HINT",
        "/l/CommitLog-8-1700000000000.log, COMMIT_LOG",
        "/d/t-1/nb_txn_flush_1b2c.log, OTHER",
        "/d/t-1/manifest.json, OTHER"
    })
    void namesTellKinds(Path file, FileKind kind) {
        assertThat(FileKind.of(file)).isEqualTo(kind);
    }

    @Test
    void componentsOfAnSSTableHaveOneNameInCommon() {
        assertThat(FileKind.sstableOf(Path.of("/d/nb-1-big-Data.db"))).isEqualTo("/d/nb-1-big");
        assertThat(FileKind.sstableOf(Path.of("/d/nb-1-big-SAI+aa+GroupMeta.db")))
                .isEqualTo("/d/nb-1-big");
        assertThat(FileKind.sstableOf(Path.of("/d/manifest.json"))).isNull();
    }

    @Test
    void sizeTiersArePowersOfTheThresholdTimesFlushesToTheNearest() {
        assertThat(CompactionLevel.sizeTier(100, 100, 4)).isZero();
        assertThat(CompactionLevel.sizeTier(390, 100, 4)).isOne();
        assertThat(CompactionLevel.sizeTier(420, 100, 4)).isOne();
        assertThat(CompactionLevel.sizeTier(1700, 100, 4)).isEqualTo(2);
        assertThat(CompactionLevel.sizeTier(1, 0, 4)).isZero();
        assertThat(CompactionLevel.sizeTier(0, 100, 4)).isZero();
        assertThat(CompactionLevel.sizeTier(1600, 100, 2)).isEqualTo(4);
        assertThat(CompactionLevel.sizeTier(1600, 100, 16)).isOne();
        assertThat(CompactionLevel.sizeTier(1600, 100, 0)).isEqualTo(2);
    }
}
