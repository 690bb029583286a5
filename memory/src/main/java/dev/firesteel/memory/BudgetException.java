// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

/** Signals that no node can start, or run, with a memory split: names the part too small. */
public final class BudgetException extends Exception {
    private static final long serialVersionUID = 1;

    private final Part part;
    private final long missingBytes;

    /** A use of memory. */
    public enum Part {
        /** The heap besides memtables and the key cache. */
        HEAP("the heap besides memtables and the key cache"),

        /** Memtables on the heap. */
        MEMTABLES_ON_HEAP("memtables on the heap"),

        /** Memtables outside the heap. */
        MEMTABLES_OFF_HEAP("memtables outside the heap"),

        /** The chunk cache, and the pool of buffers that it shares. */
        FILE_CACHE("file buffers (file_cache_size)"),

        /** The page cache. */
        PAGE_CACHE("the page cache");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    BudgetException(Part part, long neededBytes, long foundBytes, String why) {
        super(
                "%s missing for %s: it needs at least %d MiB, and gets %s; %s"
                        .formatted(
                                counted(roundedUp(neededBytes - foundBytes)),
                                part.words,
                                roundedUp(neededBytes),
                                foundBytes < Budget.MIB ? "none" : foundBytes / Budget.MIB + " MiB",
                                why));
        this.part = part;
        this.missingBytes = neededBytes - foundBytes;
    }

    private static String counted(long mebibytes) {
        return mebibytes == 1 ? "1 MiB is" : mebibytes + " MiB are";
    }

    private static long roundedUp(long bytes) {
        return (bytes + Budget.MIB - 1) / Budget.MIB;
    }

    /** Returns the part that is too small. */
    public Part part() {
        return part;
    }

    /** Returns the number of missing bytes. */
    public long missingBytes() {
        return missingBytes;
    }
}
