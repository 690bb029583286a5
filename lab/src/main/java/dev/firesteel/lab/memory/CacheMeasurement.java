// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.CommitLogBench.JournalMaker;
import dev.firesteel.lab.bench.WholeDisk;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures the hit ratios of a node's chunk cache and page cache. */
public final class CacheMeasurement extends TrialBench {
    private final CacheSettings settings;
    private @Nullable CacheResult result;

    /**
     * Creates the measurement; starts nothing.
     *
     * @param journals makes the journals of nodes that have one
     * @param nanos a clock in nanoseconds, of any origin
     */
    public CacheMeasurement(
            CacheSettings settings,
            JournalMaker journals,
            TrialListener listener,
            LongSupplier nanos) {
        super(new MemoryRuns(settings.trial(), journals, listener, nanos), settings.trial());
        this.settings = settings;
    }

    /** Returns the result; null if there is none. Only for the thread that measures. */
    public @Nullable CacheResult result() {
        return result;
    }

    @Override
    void openResults() {
        // Nothing to resume: a measurement is all or nothing.
    }

    @Override
    void measureAll() throws IOException, InterruptedException {
        trials.prepare(settings.budget().totalBytes());
        StoredRows rows =
                new StoredRows(
                        settings.trial().records(),
                        trials.bytes("-Data.db"),
                        trials.bytes("-Index.db") + trials.bytes("-Partitions.db"));
        CacheHits answers = trials.answers(settings.budget());
        OptionalInt readAhead = WholeDisk.readAheadKib(settings.trial().directory());
        result = CacheResult.of(rows, settings.distribution(), readAhead, answers);
    }
}
