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
 * Settings of a matrix.
 *
 * @param workloads the clients' operations
 * @param keys the distributions of rows
 * @param dataToMemory sizes of the rows, relative to the memory for caches
 * @param storages the storages of rows
 * @param results the file of results
 * @param agent the agent's jar
 * @param mode the durability of an acknowledged write
 * @param address the loopback address that nodes listen on
 * @param memoryBytes a node's memory for caches, the page cache included, beyond its heap and its
 *     process
 * @param heapBytes its heap
 * @param row the size of rows
 * @param clients the number of concurrent clients
 * @param warmUpSeconds duration of cache warm-up before each measurement
 * @param seconds duration of each measurement
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
    /** A process's memory beside heap and caches: code, stacks, the collector, buffers. */
    public static final long PROCESS_BYTES = 300L << 20;

    private static final long SMALLEST_HEAP_BYTES = 256L << 20;

    /** More than any node reaches. */
    private static final long MOST_PER_SECOND = 100_000;

    public MatrixSettings {
        require("--clients", clients);
        require("--seconds", seconds);
        require("--warm-up", warmUpSeconds);
        for (Workload each : workloads)
            if (each.addsRows())
                throw new IllegalArgumentException(
                        ("--workloads %s inserts new rows: the size of the data would"
                                        + " not stay as given")
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
            throw new IllegalArgumentException("--mode none has no commit log: give another mode");
        workloads = List.copyOf(workloads);
        keys = List.copyOf(keys);
        dataToMemory = List.copyOf(dataToMemory);
        storages = List.copyOf(storages);
    }

    private static void require(String option, int value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }

    /** Returns the memory limit of a node. */
    long limitBytes() {
        return memoryBytes + heapBytes + PROCESS_BYTES;
    }

    /** Returns the number of rows. */
    long records(double ratio) {
        return Math.max(1, (long) (ratio * memoryBytes / row.storedBytes()));
    }

    /** Returns all cells in their order, which minimizes changes of rows. */
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

    /** Returns YCSB's properties. */
    Properties properties(MatrixCell cell, int forSeconds) {
        Properties properties =
                new Workload(cell.workload())
                        .properties(records(cell.dataToMemory()), MOST_PER_SECOND * forSeconds);
        properties.setProperty("requestdistribution", cell.distribution());
        return row.addTo(properties);
    }

    /** Returns the common terms of all cells. */
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

    /** Returns the rows of a ratio, in words. */
    String rows(double ratio) {
        return "%d rows of %d x %d".formatted(records(ratio), row.fieldCount(), row.fieldLength());
    }
}
