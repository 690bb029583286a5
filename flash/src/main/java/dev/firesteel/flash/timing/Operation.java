// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation of a plane. */
final class Operation {
    enum Kind {
        READ,
        PROGRAM,
        ERASE
    }

    final Kind kind;
    final int plane;
    final Superblock.Generation generation;

    /** True if it serves a request of the host; false for garbage collection. */
    boolean isOfHost;

    /** The first of its pages on the flash; unused for an erase. */
    int first;

    /** The pages that it reads or programs. */
    int pages;

    /** Pages of the host that leave the write cache when it completes. */
    int cachedPages;

    /** The number of flushes before its pages were cached. */
    long flushesBefore;

    /** The request that has one page done when it completes; of a write, if there is no cache. */
    @Nullable Request request;

    /** Pages that a program still gathers. */
    int toCome;

    /** Pages that a program waits for: they are being read or programmed elsewhere. */
    int missing;

    /** The block that may be erased once the pages that were moved from it are programmed. */
    Superblock.@Nullable Generation movedFrom;

    /** When it began to wait for the plane. */
    long queued;

    /** The time for which it was interrupted. */
    long interrupted;

    private List<Operation> followers = List.of();

    /** Reads of pages that this program waits for. */
    private List<Request> readers = List.of();

    Operation(Kind kind, int plane, Superblock.Generation generation) {
        this.kind = kind;
        this.plane = plane;
        this.generation = generation;
    }

    boolean isReady() {
        return toCome == 0 && missing == 0;
    }

    /** Makes a program wait for a page that this operation brings. */
    void brings(Operation program) {
        if (followers.isEmpty()) followers = new ArrayList<>(1);
        followers.add(program);
        program.missing++;
    }

    /** Returns the programs that wait for this operation, once for each page. */
    List<Operation> followers() {
        return followers;
    }

    /** Delays the read of a page until this program has all its pages. */
    void isAwaitedBy(Request read) {
        if (readers.isEmpty()) readers = new ArrayList<>(1);
        readers.add(read);
    }

    /** Removes and returns the waiting reads, one entry per page. */
    List<Request> takeReaders() {
        List<Request> taken = readers;
        readers = List.of();
        return taken;
    }
}
