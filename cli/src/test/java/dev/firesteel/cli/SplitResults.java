// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Simulated measurements of a machine that follows the models, with 1 % of noise. */
public final class SplitResults {
    public static final long MIB = 1 << 20;
    private static final int CACHES_AND_MEMTABLES = 3100;
    private static final int[] MEMTABLES = {64, 128, 256, 512, 1024, 1600};
    private static final String FIRST =
            "{\"format\":\"firesteel-memory\",\"version\":1,\"machine\":\"a"
                    + " model\",\"cassandra\":\"5.0.9\",\"workload\":\"a,"
                    + " zipfian\",\"budgetBytes\":4294967296,"
                    + "\"memtableAllocation\":\"heap_buffers\",\"offheapShare\":0,\"fileCacheShare\":0.25,"
                    + "\"keyCacheBytes\":52428800,\"rowCacheBytes\":0,\"heapRestBytes\":536870912,"
                    + "\"journalBytes\":2097152,\"nativeBytes\":314572800,\"systemBytes\":0}";

    private SplitResults() {}

    public static Path write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(FIRST));
        for (int memtable : MEMTABLES) {
            int cache = CACHES_AND_MEMTABLES - memtable;
            double noise = memtable % 3 == 0 ? 1.01 : 0.99;
            lines.add(
                    line(
                            memtable,
                            (1e-3 - 1e-4 * Math.log(cache)) * noise,
                            (5e-3 / memtable + 1e-4) * noise));
        }
        return Files.write(file, lines);
    }

    /** Writes the same, with the share of reads in the operations. */
    public static Path writeMix(Path file, double readPart) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(write(file)));
        for (int i = 1; i < lines.size(); i++)
            lines.set(i, lines.get(i).replace("}", ",\"readPart\":" + readPart + "}"));
        return Files.write(file, lines);
    }

    /** Writes results of a machine on which memory makes no difference. */
    public static Path writeNoise(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(FIRST));
        double seconds = 1e-4;
        for (int memtable : MEMTABLES) {
            seconds = seconds == 1e-4 ? 1.1e-4 : 1e-4;
            lines.add(line(memtable, seconds, seconds));
        }
        return Files.write(file, lines);
    }

    private static String line(int memtable, double readSeconds, double writeSeconds) {
        return String.format(
                Locale.ROOT,
                "{\"memtableBytes\":%d,\"cacheBytes\":%d,\"readSeconds\":%s,\"writeSeconds\":%s}",
                memtable * MIB,
                (CACHES_AND_MEMTABLES - memtable) * MIB,
                readSeconds,
                writeSeconds);
    }
}
