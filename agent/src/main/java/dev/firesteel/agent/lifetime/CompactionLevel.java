// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.AbstractCompactionStrategy;
import org.apache.cassandra.db.compaction.CompactionStrategyManager;
import org.apache.cassandra.db.compaction.LeveledCompactionStrategy;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.compaction.TimeWindowCompactionStrategy;
import org.apache.cassandra.db.compaction.UnifiedCompactionStrategy;
import org.apache.cassandra.db.compaction.unified.Controller;
import org.apache.cassandra.db.lifecycle.ILifecycleTransaction;
import org.apache.cassandra.db.lifecycle.LifecycleNewTracker;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.metadata.MetadataCollector;
import org.apache.cassandra.schema.CompactionParams;
import org.apache.cassandra.utils.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Determines an SSTable's level by the table's compaction strategy. Flushed SSTables have level 0;
 * the higher the level, the older and the longer-lived the data.
 */
final class CompactionLevel {
    /** Cassandra's default of {@code min_threshold}. */
    private static final int DEFAULT_THRESHOLD = 4;

    /** The assumed size of a flush before the first one is measured. */
    private static final double UNSEEN_FLUSH_BYTES = 1 << 20;

    private static final int MOST = 32;

    /** Minimum usable token coverage. Less is a single partition, no measure of the token range. */
    private static final double LEAST_COVERAGE = Math.scalb(1.0, -48);

    private static final VarHandle WRITTEN_LEVEL = writtenLevel();

    private final ColumnFamilyStore table;
    private final Class<?> strategy;
    private final Map<String, String> options;

    CompactionLevel(ColumnFamilyStore table) {
        this.table = table;
        CompactionParams parameters = table.getCompactionStrategyManager().getCompactionParams();
        strategy = parameters.klass();
        options = parameters.options();
    }

    private static VarHandle writtenLevel() {
        try {
            return MethodHandles.privateLookupIn(MetadataCollector.class, MethodHandles.lookup())
                    .findVarHandle(MetadataCollector.class, "sstableLevel", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the level of an SSTable that is about to be written. */
    int ofNew(MetadataCollector metadata, LifecycleNewTracker tracker) {
        if (strategy == LeveledCompactionStrategy.class) return (int) WRITTEN_LEVEL.get(metadata);
        if (tracker.opType() == OperationType.FLUSH) return 0;
        Set<SSTableReader> from =
                tracker instanceof ILifecycleTransaction transaction
                        ? transaction.originals()
                        : Set.of();
        return ofThoseThatBecomeIt(from);
    }

    /** Returns the level of an SSTable that existed when the node started. */
    int ofExisting(SSTableReader sstable) {
        if (strategy == LeveledCompactionStrategy.class) return sstable.getSSTableLevel();
        return ofThoseThatBecomeIt(Set.of(sstable));
    }

    private int ofThoseThatBecomeIt(Collection<SSTableReader> sstables) {
        if (sstables.isEmpty()) return 0;
        if (strategy == TimeWindowCompactionStrategy.class) return isOlder(sstables) ? 1 : 0;
        return strategy == UnifiedCompactionStrategy.class
                ? unified(sstables)
                : sizeTier(
                        bytes(sstables),
                        table.metric.flushSizeOnDisk.get(),
                        table.getMinimumCompactionThreshold());
    }

    /**
     * Rounds to the nearest tier: four SSTables are not quite four times the average.
     *
     * @param threshold the number of SSTables of a size that compact into one of the next tier;
     *     below 2 compaction is off, and the default counts
     */
    static int sizeTier(double bytes, double flushBytes, int threshold) {
        double flushes = bytes / (flushBytes > 0 ? flushBytes : UNSEEN_FLUSH_BYTES);
        int base = threshold < 2 ? DEFAULT_THRESHOLD : threshold;
        long tier = Math.round(Math.log(flushes) / Math.log(base));
        return (int) Math.min(MOST, Math.max(0, tier));
    }

    private static double bytes(Collection<SSTableReader> sstables) {
        return sstables.stream().mapToDouble(SSTableReader::onDiskLength).sum();
    }

    private boolean isOlder(Collection<SSTableReader> sstables) {
        TimeUnit resolution = unit("timestamp_resolution", TimeUnit.MICROSECONDS);
        long newest = sstables.stream().mapToLong(SSTableReader::getMaxTimestamp).max().orElse(0);
        long windowMillis =
                unit("compaction_window_unit", TimeUnit.DAYS)
                        .toMillis(
                                Long.parseLong(
                                        options.getOrDefault("compaction_window_size", "1")));
        return resolution.toMillis(newest) / windowMillis
                < Clock.Global.currentTimeMillis() / windowMillis;
    }

    private TimeUnit unit(String option, TimeUnit byDefault) {
        return TimeUnit.valueOf(options.getOrDefault(option, byDefault.name()));
    }

    /** Returns the level by density, bytes per share of the token space, as the strategy does. */
    private int unified(Collection<SSTableReader> sstables) {
        Controller controller = controller();
        if (controller == null) return FileClass.NO_LEVEL;
        double all = coverage(table.getLiveSSTables());
        double bytes = bytes(sstables) * Math.max(1, all / coverage(sstables));
        double most =
                controller.getMaxLevelDensity(
                        0, controller.getBaseSstableSize(controller.getFanout(0)));
        int level = 0;
        while (bytes >= most && level < MOST) most = controller.getMaxLevelDensity(++level, most);
        return level;
    }

    private static double coverage(Collection<SSTableReader> sstables) {
        return sstables.stream()
                .mapToDouble(SSTableReader::tokenSpaceCoverage)
                .map(each -> each >= LEAST_COVERAGE ? each : 1)
                .max()
                .orElse(1);
    }

    private @Nullable Controller controller() {
        CompactionStrategyManager manager = table.getCompactionStrategyManager();
        for (var strategies : manager.getStrategies())
            for (AbstractCompactionStrategy each : strategies)
                if (each instanceof UnifiedCompactionStrategy unified)
                    return unified.getController();
        return null;
    }
}
