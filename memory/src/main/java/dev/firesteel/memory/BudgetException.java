// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

/** No node could start, or go on, with memory divided so: says of what too little is there. */
public final class BudgetException extends Exception {
    private static final long serialVersionUID = 1;

    private final Part part;
    private final long missingBytes;

    /** What memory is needed for. */
    public enum Part {
        /** What the heap needs beside memtables and the key cache. */
        HEAP("the heap beside memtables and the key cache"),

        /** Memtables on the heap. */
        MEMTABLES_ON_HEAP("memtables on the heap"),

        /** Memtables outside the heap. */
        MEMTABLES_OFF_HEAP("memtables outside the heap"),

        /** The chunk cache, and the pool of buffers that it shares. */
        FILE_CACHE("buffers of files (file_cache_size)"),

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

    /** What there is too little of. */
    public Part part() {
        return part;
    }

    /** How many bytes more it takes. */
    public long missingBytes() {
        return missingBytes;
    }
}
