// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import dev.firesteel.agent.table.FiresteelKeyspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.apache.cassandra.concurrent.NamedThreadFactory;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.lifecycle.LifecycleNewTracker;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableWriter;
import org.apache.cassandra.io.util.File;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entry points for the advices in Cassandra: record the level of each new SSTable and, once the
 * tables are open, of existing ones. They throw no exceptions.
 */
public final class SSTableLevels {
    private static final Logger logger = LoggerFactory.getLogger(SSTableLevels.class);

    private SSTableLevels() {}

    /**
     * Records the level of an SSTable that is about to be written.
     *
     * @param builder the {@link SSTableWriter.Builder} that is about to open its files
     * @param tracker the {@link LifecycleNewTracker}: usually the transaction with the SSTables to
     *     replace
     * @param owner usually the table, a {@link ColumnFamilyStore}
     */
    public static void begins(Object builder, Object tracker, Object owner) {
        Lifetimes lifetimes = FileCalls.lifetimes();
        if (lifetimes == null || !(owner instanceof ColumnFamilyStore table)) return;
        lifetimes.guarded(
                () -> {
                    SSTableWriter.Builder<?, ?> sstable = (SSTableWriter.Builder<?, ?>) builder;
                    lifetimes.level(
                            sstable.descriptor.baseFile().toPath(),
                            new CompactionLevel(table)
                                    .ofNew(
                                            sstable.getMetadataCollector(),
                                            (LifecycleNewTracker) tracker));
                });
    }

    /** Called once the tables are open and the journal is replayed. */
    public static void opened() {
        try {
            FiresteelKeyspace.show(List.of(LifetimesTable.of(SSTableLevels::rows)));
            Lifetimes lifetimes = FileCalls.lifetimes();
            if (lifetimes != null) {
                findFiles(lifetimes);
                new FileTrace(lifetimes, SSTableLevels::recorderThread).register();
            }
        } catch (RuntimeException | Error e) {
            logger.warn("Firesteel: write lifetimes are not complete: {}", e.toString());
        }
    }

    private static ScheduledExecutorService recorderThread() {
        return Executors.newSingleThreadScheduledExecutor(
                new NamedThreadFactory("FiresteelTrace", Thread.MIN_PRIORITY));
    }

    private static List<LifetimeRow> rows() {
        Lifetimes lifetimes = FileCalls.lifetimes();
        return lifetimes == null ? List.of() : lifetimes.rows();
    }

    /** Finds existing files, and sets their hints again: unmounting a file system loses them. */
    private static void findFiles(Lifetimes lifetimes) {
        for (ColumnFamilyStore table : ColumnFamilyStore.all())
            for (ColumnFamilyStore each : table.concatWithIndexes()) findSSTables(lifetimes, each);
        findIn(lifetimes, new File(DatabaseDescriptor.getCommitLogLocation()));
        findIn(lifetimes, DatabaseDescriptor.getHintsDirectory());
        findIn(lifetimes, new File(DatabaseDescriptor.getSavedCachesLocation()));
        lifetimes.complete();
    }

    private static void findSSTables(Lifetimes lifetimes, ColumnFamilyStore table) {
        CompactionLevel level = new CompactionLevel(table);
        for (SSTableReader sstable : table.getLiveSSTables()) {
            Path base = sstable.descriptor.baseFile().toPath();
            lifetimes.levelIfUnknown(base, () -> level.ofExisting(sstable));
        }
        for (File directory : table.getDirectories().getCFDirectories())
            findIn(lifetimes, directory);
    }

    private static void findIn(Lifetimes lifetimes, File directory) {
        try (Stream<Path> files = Files.list(directory.toPath())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) lifetimes.found(file);
        } catch (IOException e) {
            logger.debug("Cannot list the files of {}", directory, e);
        }
    }
}
