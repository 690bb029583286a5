// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tracks existing files and the levels of their SSTables, and counts past files. */
final class FileLedger {
    /** Sets the lifetime of a file. */
    interface Hints {
        /** Returns whether the kernel has accepted it. */
        boolean give(Path file, Lifetime lifetime);
    }

    private final LifetimeMap map;
    private final Hints hints;
    private final InstantSource clock;
    private final Map<Path, TrackedFile> alive = new HashMap<>();
    private final Map<String, Integer> levels = new HashMap<>();
    private final TreeMap<FileClass, FileCounts> tallies = new TreeMap<>();
    private @Nullable FileEvents events;

    FileLedger(LifetimeMap map, Hints hints, InstantSource clock) {
        this.map = map;
        this.hints = hints;
        this.clock = clock;
    }

    /** Sets the level of an SSTable whose components are about to be created. */
    synchronized void level(Path sstable, int level) {
        levels.put(sstable.toString(), level);
    }

    synchronized boolean knowsLevel(Path sstable) {
        return levels.containsKey(sstable.toString());
    }

    /**
     * Tracks a file that was opened for writing.
     *
     * @param truncated whether the file was truncated
     */
    synchronized void opened(Path file, boolean truncated) {
        if (alive.containsKey(file) && !truncated) return;
        deleted(file, -1);
        FileClass files = classOf(file);
        track(new TrackedFile(file, files, map.of(files), clock.millis(), -1));
    }

    /** Tracks a file that existed before. */
    synchronized void found(Path file, long createdMillis) {
        if (alive.containsKey(file)) return;
        FileClass files = classOf(file);
        track(new TrackedFile(file, files, map.of(files), createdMillis, -1));
    }

    /** Tracks the journal's file or device. */
    synchronized TrackedFile journal(Path file, long deviceBytes) {
        FileClass files = new FileClass(FileKind.JOURNAL, FileClass.NO_LEVEL);
        TrackedFile journal =
                new TrackedFile(file, files, map.of(files), clock.millis(), deviceBytes);
        track(journal);
        return journal;
    }

    private FileClass classOf(Path file) {
        FileKind kind = FileKind.of(file);
        String sstable = kind.hasLevel() ? FileKind.sstableOf(file) : null;
        int level = sstable == null ? FileClass.NO_LEVEL : levelOf(sstable);
        return new FileClass(kind, level);
    }

    private int levelOf(String sstable) {
        return levels.getOrDefault(sstable, FileClass.NO_LEVEL);
    }

    private void track(TrackedFile file) {
        alive.put(file.path(), file);
        FileCounts tally = tally(file.files);
        tally.created++;
        if (file.lifetime != Lifetime.NOT_SET) {
            if (hints.give(file.path(), file.lifetime)) tally.accepted++;
            else tally.refused++;
        }
        if (events != null) events.created(file);
    }

    private FileCounts tally(FileClass files) {
        return tallies.computeIfAbsent(files, absent -> new FileCounts());
    }

    /** Records a rename, which may have replaced another file. */
    synchronized void renamed(Path from, Path to) {
        TrackedFile file = alive.remove(from);
        if (file == null) return;
        deleted(to, -1);
        file.renamed(to);
        alive.put(to, file);
    }

    /**
     * Records that a file is gone.
     *
     * @param bytes the size of the file, or -1 if unknown
     */
    synchronized void deleted(Path path, long bytes) {
        TrackedFile file = alive.remove(path);
        if (file == null) return;
        FileCounts tally = tally(file.files);
        tally.deleted++;
        tally.ageMillis += clock.millis() - file.createdMillis;
        String sstable = file.files.kind() == FileKind.DATA ? FileKind.sstableOf(path) : null;
        if (sstable != null) levels.remove(sstable);
        if (events != null) events.deleted(file, bytes);
    }

    /**
     * Records that a file was not found. The first time a rename may be in progress; the second
     * time it counts as deleted.
     */
    synchronized void missing(TrackedFile file) {
        if (alive.get(file.path()) != file || Files.exists(file.path())) return;
        if (file.isMissed()) deleted(file.path(), -1);
        else file.miss();
    }

    /** Sets the receiver of later events, and returns the existing files. */
    synchronized List<TrackedFile> tell(FileEvents listener) {
        events = listener;
        return new ArrayList<>(alive.values());
    }

    /**
     * Returns the counts by class, and detects unseen deletions. Sizes are read without the lock.
     */
    List<LifetimeRow> rows(StorageStack stack) {
        Map<FileClass, Count> counts = new HashMap<>();
        for (TrackedFile file : files())
            try {
                counts.computeIfAbsent(file.files, absent -> new Count()).add(file, stack);
            } catch (IOException e) {
                missing(file);
            }
        return rows(counts);
    }

    private synchronized List<TrackedFile> files() {
        return List.copyOf(alive.values());
    }

    private synchronized List<LifetimeRow> rows(Map<FileClass, Count> counts) {
        List<LifetimeRow> rows = new ArrayList<>();
        tallies.forEach(
                (files, tally) ->
                        rows.add(row(files, tally, counts.getOrDefault(files, new Count()))));
        return rows;
    }

    private LifetimeRow row(FileClass files, FileCounts tally, Count count) {
        return new LifetimeRow(
                files,
                map.of(files),
                count.files,
                count.bytes,
                tally.created,
                tally.deleted,
                tally.meanAgeSeconds(),
                tally.accepted,
                tally.refused,
                StorageStack.Verdict.together(count.verdicts));
    }

    private static final class Count {
        private long files;
        private long bytes;
        private final List<StorageStack.Verdict> verdicts = new ArrayList<>();

        private void add(TrackedFile file, StorageStack stack) throws IOException {
            bytes += file.bytes();
            files++;
            StorageStack.Verdict verdict = stack.verdict(file.path());
            if (!verdicts.contains(verdict)) verdicts.add(verdict);
        }
    }
}
