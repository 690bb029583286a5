// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import java.util.List;

/** Assigns files to a drive's streams. */
public interface Placement {
    /** Returns the name for display. */
    String name();

    /** Returns the number of streams. */
    int streams();

    /**
     * Returns the stream of a file.
     *
     * @param said the lifetime recorded for it
     */
    int stream(FileClass fileClass, Lifetime said);

    /** Returns the stream of old data that stays. */
    int coldStream();

    /** Returns a placement with a single stream. */
    static Placement none() {
        return new OneStream();
    }

    /**
     * Returns a placement by Linux's four lifetimes, and a stream for files without. It uses the
     * recorded lifetime, or the map's if none was recorded.
     */
    static Placement linux(String name, LifetimeMap otherwise) {
        return new ByLifetime(name, otherwise, true);
    }

    /** Returns a placement by Linux's four lifetimes, all from a map, none as recorded. */
    static Placement mapped(String name, LifetimeMap map) {
        return new ByLifetime(name, map, false);
    }

    /**
     * Returns a placement by the three classes to which F2FS folds the lifetimes: hot for short,
     * cold for extreme, and warm for all else. It uses the recorded lifetime, or the map's if none
     * was recorded.
     */
    static Placement f2fs(String name, LifetimeMap otherwise) {
        return new F2fsClasses(name, otherwise);
    }

    /** Returns a placement with nine streams by kind and level, and one for all other kinds. */
    static Placement seed() {
        return new SeedStreams();
    }

    /** A single stream for all files. */
    final class OneStream implements Placement {
        private OneStream() {}

        @Override
        public String name() {
            return "none";
        }

        @Override
        public int streams() {
            return 1;
        }

        @Override
        public int stream(FileClass fileClass, Lifetime said) {
            return 0;
        }

        @Override
        public int coldStream() {
            return 0;
        }
    }

    /** A stream for each lifetime. */
    record ByLifetime(String name, LifetimeMap map, boolean isAsSaid) implements Placement {
        @Override
        public int streams() {
            return 1 + stream(Lifetime.EXTREME);
        }

        @Override
        public int stream(FileClass fileClass, Lifetime said) {
            return stream(isAsSaid && said != Lifetime.NOT_SET ? said : map.of(fileClass));
        }

        /** Returns the stream of a lifetime. Linux treats not-set and none the same. */
        private static int stream(Lifetime lifetime) {
            return switch (lifetime) {
                case NOT_SET, NONE -> 0;
                case SHORT -> 1;
                case MEDIUM -> 2;
                case LONG -> 3;
                case EXTREME -> 4;
            };
        }

        @Override
        public int coldStream() {
            return stream(Lifetime.EXTREME);
        }
    }

    /** A stream for each class of F2FS. */
    record F2fsClasses(String name, LifetimeMap map) implements Placement {
        private static final int WARM = 0;
        private static final int HOT = 1;
        private static final int COLD = 2;

        @Override
        public int streams() {
            return 1 + COLD;
        }

        @Override
        public int stream(FileClass fileClass, Lifetime said) {
            return switch (said == Lifetime.NOT_SET ? map.of(fileClass) : said) {
                case SHORT -> HOT;
                case EXTREME -> COLD;
                case NOT_SET, NONE, MEDIUM, LONG -> WARM;
            };
        }

        @Override
        public int coldStream() {
            return COLD;
        }
    }

    /**
     * Table 1 of Huen, Choi and Balakrishnan, Performance and Endurance Enhancements with
     * Multi-stream SSDs on Apache Cassandra (2017). Newer kinds of files share the stream of their
     * counterpart: the journal with the commit log, all indexes together, the list of components
     * with the other small ones.
     */
    final class SeedStreams implements Placement {
        private static final List<List<String>> KINDS =
                List.of(
                        List.of(),
                        List.of("commit-log", "journal"),
                        List.of("saved-cache", "compression-info", "digest", "toc"),
                        List.of("filter"),
                        List.of("statistics"),
                        List.of("index", "partition-index", "row-index", "index-other"),
                        List.of("summary"));

        private static final int FIRST_OF_DATA = KINDS.size();
        private static final int LAST_OF_DATA = FIRST_OF_DATA + 2;

        private SeedStreams() {}

        @Override
        public String name() {
            return "seed9";
        }

        @Override
        public int streams() {
            return 1 + LAST_OF_DATA;
        }

        @Override
        public int stream(FileClass fileClass, Lifetime said) {
            if (fileClass.kind().equals("data"))
                return Math.min(FIRST_OF_DATA + Math.max(0, fileClass.level()), LAST_OF_DATA);
            for (int stream = 1; stream < KINDS.size(); stream++)
                if (KINDS.get(stream).contains(fileClass.kind())) return stream;
            return 0;
        }

        @Override
        public int coldStream() {
            return LAST_OF_DATA;
        }
    }
}
