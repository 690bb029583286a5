// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.memory.Keys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * What is measured, and how.
 *
 * @param workloads what clients do
 * @param keys how they choose rows
 * @param dataToMemory how large the rows are, over the memory for caches
 * @param storages where they are
 * @param results the file of results
 * @param agent the agent's jar
 * @param mode what becomes of a write before it is acknowledged
 * @param address the loopback address that nodes listen on
 * @param memoryBytes what a node has for caches, the page cache among them, beyond its heap and its
 *     process
 * @param heapBytes its heap
 * @param row how large rows are
 * @param clients how many are at work at once
 * @param warmUpSeconds how long caches are filled before each measurement
 * @param seconds how long each takes
 * @param keepsData whether rows stay for another matrix
 */
public record MatrixSettings(
        List<Workload> workloads,
        List<Keys> keys,
        List<Double> dataToMemory,
        List<Storage> storages,
        Path results,
        Path agent,
        Mode mode,
        String address,
        long memoryBytes,
        long heapBytes,
        RowSize row,
        int clients,
        int warmUpSeconds,
        int seconds,
        boolean keepsData) {
    /** What a process takes beside heap and caches: code, stacks, the collector, buffers. */
    public static final long PROCESS_BYTES = 300L << 20;

    private static final long SMALLEST_HEAP_BYTES = 256L << 20;

    /** More than any node does. */
    private static final long MOST_PER_SECOND = 100_000;

    public MatrixSettings {
        require("--clients", clients);
        require("--seconds", seconds);
        require("--warm-up", warmUpSeconds);
        for (Workload each : workloads)
            if (each.addsRows())
                throw new IllegalArgumentException(
                        "--workloads %s inserts new rows: the data would not stay as large as it is to be"
                                .formatted(each));
        for (double ratio : dataToMemory)
            if (!(ratio > 0 && ratio <= 1_000))
                throw new IllegalArgumentException(
                        "--data-to-memory must be above 0, and at most 1000, not " + ratio);
        if (heapBytes < SMALLEST_HEAP_BYTES)
            throw new IllegalArgumentException(
                    "--heap must be at least %d MiB, or no node starts, not %d MiB"
                            .formatted(SMALLEST_HEAP_BYTES >> 20, heapBytes >> 20));
        if (!mode.writesDurably())
            throw new IllegalArgumentException("--mode none has no log: nobody runs a node so");
        workloads = List.copyOf(workloads);
        keys = List.copyOf(keys);
        dataToMemory = List.copyOf(dataToMemory);
        storages = List.copyOf(storages);
    }

    private static void require(String option, int value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }

    /** What a node may use in all. */
    long limitBytes() {
        return memoryBytes + heapBytes + PROCESS_BYTES;
    }

    /** How many rows there are. */
    long records(double ratio) {
        return Math.max(1, (long) (ratio * memoryBytes / row.storedBytes()));
    }

    /** Every one, in the order in which they are measured: as seldom as can be other rows. */
    public List<MatrixCell> cells() {
        List<MatrixCell> cells = new ArrayList<>();
        for (double ratio : dataToMemory)
            for (Workload workload : workloads)
                for (Keys distribution : keys)
                    for (Storage storage : storages)
                        cells.add(
                                new MatrixCell(
                                        workload.name(),
                                        distribution.toString(),
                                        ratio,
                                        storage.name()));
        return cells;
    }

    Storage storage(MatrixCell cell) {
        return storages.stream()
                .filter(each -> each.name().equals(cell.storage()))
                .findFirst()
                .orElseThrow();
    }

    /** What YCSB is told. */
    Properties properties(MatrixCell cell, int forSeconds) {
        Properties properties =
                new Workload(cell.workload())
                        .properties(records(cell.dataToMemory()), MOST_PER_SECOND * forSeconds);
        properties.setProperty("requestdistribution", cell.distribution());
        return row.addTo(properties);
    }

    /** What all cells have in common. */
    public MatrixTerms terms() {
        return new MatrixTerms(
                mode.title(),
                memoryBytes,
                heapBytes,
                row.fieldCount(),
                row.fieldLength(),
                clients,
                warmUpSeconds,
                seconds);
    }

    /** The rows of a ratio, in words. */
    String rows(double ratio) {
        return "%d rows of %d x %d".formatted(records(ratio), row.fieldCount(), row.fieldLength());
    }
}
