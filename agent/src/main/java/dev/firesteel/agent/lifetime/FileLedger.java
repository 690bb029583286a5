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

/** Which files there are, which there have been, and of which level their SSTables are. */
final class FileLedger {
    /** Gives a file its lifetime. */
    interface Hints {
        /** Whether the kernel has accepted it. */
        boolean give(Path file, Lifetime lifetime);
    }

    private final LifetimeMap map;
    private final Hints hints;
    private final InstantSource clock;
    private final Map<Path, TrackedFile> alive = new HashMap<>();
    private final Map<String, Integer> levels = new HashMap<>();
    private final TreeMap<FileClass, Tally> tallies = new TreeMap<>();
    private @Nullable FileEvents events;

    FileLedger(LifetimeMap map, Hints hints, InstantSource clock) {
        this.map = map;
        this.hints = hints;
        this.clock = clock;
    }

    /** The components of this SSTable, that are yet to come, have this level. */
    synchronized void level(Path sstable, int level) {
        levels.put(sstable.toString(), level);
    }

    synchronized boolean knowsLevel(Path sstable) {
        return levels.containsKey(sstable.toString());
    }

    /**
     * A file has been opened to be written.
     *
     * @param truncated whether what was in it is gone
     */
    synchronized void opened(Path file, boolean truncated) {
        if (alive.containsKey(file) && !truncated) return;
        deleted(file, -1);
        FileClass files = classOf(file);
        track(new TrackedFile(file, files, map.of(files), clock.millis(), -1));
    }

    /** A file was there before anybody looked. */
    synchronized void found(Path file, long createdMillis) {
        if (alive.containsKey(file)) return;
        FileClass files = classOf(file);
        track(new TrackedFile(file, files, map.of(files), createdMillis, -1));
    }

    /** The journal's file or device. */
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
        Tally tally = tally(file.files);
        tally.created++;
        if (file.lifetime != Lifetime.NOT_SET) {
            if (hints.give(file.path(), file.lifetime)) tally.accepted++;
            else tally.refused++;
        }
        if (events != null) events.created(file);
    }

    private Tally tally(FileClass files) {
        return tallies.computeIfAbsent(files, absent -> new Tally());
    }

    /** A file has another name now, and another file may be gone by that. */
    synchronized void renamed(Path from, Path to) {
        TrackedFile file = alive.remove(from);
        if (file == null) return;
        deleted(to, -1);
        file.renamed(to);
        alive.put(to, file);
    }

    /**
     * A file is gone.
     *
     * @param bytes how large it was, or -1 if nobody knows
     */
    synchronized void deleted(Path path, long bytes) {
        TrackedFile file = alive.remove(path);
        if (file == null) return;
        Tally tally = tally(file.files);
        tally.deleted++;
        tally.ageMillis += clock.millis() - file.createdMillis;
        String sstable = file.files.kind() == FileKind.DATA ? FileKind.sstableOf(path) : null;
        if (sstable != null) levels.remove(sstable);
        if (events != null) events.deleted(file, bytes);
    }

    /** Somebody has looked for a file in vain. The first time it may be about to be renamed. */
    synchronized void missing(TrackedFile file) {
        if (alive.get(file.path()) != file || Files.exists(file.path())) return;
        if (file.isMissed()) deleted(file.path(), -1);
        else file.miss();
    }

    /** From now on, tell this one. What there is at this moment, it is given at once. */
    synchronized List<TrackedFile> tell(FileEvents listener) {
        events = listener;
        return new ArrayList<>(alive.values());
    }

    /** What is known, by class. Files that went unseen are noticed here; no file waits for it. */
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

    private LifetimeRow row(FileClass files, Tally tally, Count count) {
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
