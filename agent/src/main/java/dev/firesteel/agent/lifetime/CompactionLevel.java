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
 * What level an SSTable is of, by the table's compaction strategy: what it is flushed to is level
 * 0, and the higher the level, the longer it has been in the table and will be.
 */
final class CompactionLevel {
    /** Four SSTables of a size make one of the next, unless the table says otherwise. */
    private static final double SIZE_TIER = 4;

    /** A flush that nobody has seen yet is taken to have had so much. */
    private static final double UNSEEN_FLUSH_BYTES = 1 << 20;

    private static final int MOST = 32;

    /** Less is that of a single partition, which says nothing about where others are. */
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

    /** That of an SSTable which is about to be written. */
    int ofNew(MetadataCollector metadata, LifecycleNewTracker tracker) {
        if (strategy == LeveledCompactionStrategy.class) return (int) WRITTEN_LEVEL.get(metadata);
        if (tracker.opType() == OperationType.FLUSH) return 0;
        Set<SSTableReader> from =
                tracker instanceof ILifecycleTransaction transaction
                        ? transaction.originals()
                        : Set.of();
        return ofThoseThatBecomeIt(from);
    }

    /** That of an SSTable which was there when the node started. */
    int ofExisting(SSTableReader sstable) {
        if (strategy == LeveledCompactionStrategy.class) return sstable.getSSTableLevel();
        return ofThoseThatBecomeIt(Set.of(sstable));
    }

    private int ofThoseThatBecomeIt(Collection<SSTableReader> sstables) {
        if (sstables.isEmpty()) return 0;
        if (strategy == TimeWindowCompactionStrategy.class) return isOlder(sstables) ? 1 : 0;
        return strategy == UnifiedCompactionStrategy.class
                ? unified(sstables)
                : sizeTier(bytes(sstables), table.metric.flushSizeOnDisk.get());
    }

    /** To the nearest: four SSTables are not quite four times the average. */
    static int sizeTier(double bytes, double flushBytes) {
        double flushes = bytes / (flushBytes > 0 ? flushBytes : UNSEEN_FLUSH_BYTES);
        long tier = Math.round(Math.log(flushes) / Math.log(SIZE_TIER));
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

    /** By density, as the strategy's own levels: bytes for the part of the token space. */
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
