// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads parts written by {@code firesteel endurance record}, in sequence. Each begins with a list
 * of the live files. In later parts, a known file that is not listed has been deleted. An unknown
 * one that is listed was created in a missing part.
 */
final class RecordedTrace implements Trace {
    static final String MAGIC = "firesteel-trace\t";
    private static final String VERSION = "1";

    private final List<Path> parts;

    RecordedTrace(List<Path> parts) {
        this.parts = parts;
    }

    @Override
    public boolean isRaw() {
        return false;
    }

    @Override
    public void read(TraceHandler handler) throws IOException {
        Reading reading = new Reading(handler);
        for (Path part : parts)
            try (Lines lines = new Lines(part)) {
                reading.part(lines);
            }
    }

    /** The state while a trace is read: the live files and the current time. */
    private static final class Reading {
        private static final long UNKNOWN = -1;

        private final TraceHandler handler;
        private final Map<Long, FileClass> alive = new HashMap<>();
        private final Map<FileClass, FileClass> classes = new HashMap<>();
        private Set<Long> listed = Set.of();
        private boolean isListing;
        private long firstEpoch = UNKNOWN;
        private long partBegins;
        private long now;

        private Reading(TraceHandler handler) {
            this.handler = handler;
        }

        private void part(Lines lines) throws IOException {
            if (!lines.next()) return; // its writer was interrupted at once
            begin(lines);
            long last = 0;
            while (lines.next()) {
                int fields = lines.cutAtTabs();
                if (fields < 3) throw unknown(lines);
                long micros = lines.number(1, "a time in microseconds");
                if (micros < last)
                    throw lines.bad("goes back in time, from " + last + " to " + micros);
                last = micros;
                // Time never goes back, even if the clock was set back between two parts.
                now = Math.max(now, partBegins + micros);
                event(lines, fields);
            }
            endListing();
        }

        private void begin(Lines lines) throws IOException {
            if (lines.cutAtTabs() != 3 || !lines.is(0, MAGIC.strip()))
                throw lines.bad("is not 'firesteel-trace', version and time: this is not a trace");
            if (!lines.is(1, VERSION))
                throw lines.bad(
                        "version %s of the format is not supported: only %s is"
                                .formatted(lines.text(1), VERSION));
            long epoch = lines.number(2, "a time in microseconds");
            if (firstEpoch == UNKNOWN) firstEpoch = epoch;
            partBegins = epoch - firstEpoch;
            listed = new HashSet<>();
            isListing = true;
        }

        private void event(Lines lines, int fields) throws IOException {
            if (lines.is(0, "live") && fields == 7) {
                live(lines);
                return;
            }
            endListing();
            if (lines.is(0, "write") && fields == 5) write(lines);
            else if (lines.is(0, "create") && fields == 6) create(lines);
            else if (lines.is(0, "delete") && fields == 3) delete(lines);
            else throw unknown(lines);
        }

        private static BadTraceException unknown(Lines lines) {
            return lines.bad(
                    "is neither live (7 fields), create (6), write (5) nor delete (3): "
                            + lines.line());
        }

        private static long file(Lines lines) throws BadTraceException {
            long file = lines.number(2, "a file");
            if (file == 0) throw lines.bad("file 0: numbers of files start at 1");
            return file;
        }

        private void live(Lines lines) throws IOException {
            if (!isListing) throw lines.bad("lists a living file after the beginning of its part");
            long file = file(lines);
            if (!listed.add(file)) throw lines.bad("lists living file " + file + " twice");
            FileClass found = fileClass(lines);
            Lifetime lifetime = lifetime(lines);
            long bytes = lines.number(6, "a number of bytes");
            FileClass known = alive.putIfAbsent(file, found);
            if (known == null) handler.live(now, file, found, lifetime, bytes);
            else if (!known.equals(found))
                throw lines.bad("file " + file + " is " + found + ", but was " + known);
        }

        /** Ends the list of live files: known files that are not listed have been deleted. */
        private void endListing() throws IOException {
            if (!isListing) return;
            isListing = false;
            List<Long> gone = new ArrayList<>(alive.keySet());
            gone.removeAll(listed);
            listed = Set.of();
            for (long file : gone) {
                alive.remove(file);
                handler.deleted(now, file);
            }
        }

        private void create(Lines lines) throws IOException {
            long file = file(lines);
            FileClass fileClass = fileClass(lines);
            if (alive.putIfAbsent(file, fileClass) != null)
                throw lines.bad("creates file " + file + ", which is alive");
            handler.created(now, file, fileClass, lifetime(lines));
        }

        private void write(Lines lines) throws IOException {
            long file = living(lines);
            long offset = lines.number(3, "an offset");
            handler.written(now, file, offset, lines.number(4, "a number of bytes"));
        }

        private void delete(Lines lines) throws IOException {
            long file = living(lines);
            alive.remove(file);
            handler.deleted(now, file);
        }

        private long living(Lines lines) throws BadTraceException {
            long file = file(lines);
            if (!alive.containsKey(file))
                throw lines.bad(lines.text(0) + "s file " + file + ", which is not alive");
            return file;
        }

        private FileClass fileClass(Lines lines) throws BadTraceException {
            String kind = lines.text(3);
            if (!kind.matches("[a-z][a-z0-9-]*"))
                throw lines.bad("'" + kind + "' is not a kind: small letters, digits and '-'");
            FileClass found = new FileClass(kind, level(lines));
            return classes.computeIfAbsent(found, same -> same);
        }

        private static int level(Lines lines) throws BadTraceException {
            if (lines.is(4, "-")) return FileClass.NO_LEVEL;
            long level = lines.number(4, "a level or '-'");
            if (level > 1_000) throw lines.bad("level " + level + " is more than 1000");
            return (int) level;
        }

        private static Lifetime lifetime(Lines lines) throws BadTraceException {
            String name = lines.text(5);
            return Lifetime.of(name)
                    .orElseThrow(
                            () ->
                                    lines.bad(
                                            "'%s' is not a lifetime: not-set, none, short, medium, long or extreme"
                                                    .formatted(name)));
        }
    }
}
