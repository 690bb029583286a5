// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import java.util.List;

/** Which of a drive's streams a file is written to. */
public interface Placement {
    /** What people call it. */
    String name();

    /** How many streams it knows. */
    int streams();

    /**
     * The stream of a file.
     *
     * @param said the lifetime that was said of it when it was recorded
     */
    int stream(FileClass fileClass, Lifetime said);

    /** The stream of data that was there before, and stays. */
    int coldStream();

    /** All in one. */
    static Placement none() {
        return new OneStream();
    }

    /**
     * Linux's four lifetimes, and a stream for what has none: as recorded, or where nothing was
     * said, as a map says.
     */
    static Placement linux(String name, LifetimeMap otherwise) {
        return new ByLifetime(name, otherwise, true);
    }

    /** Linux's four lifetimes as a map says, whatever was recorded. */
    static Placement mapped(String name, LifetimeMap map) {
        return new ByLifetime(name, map, false);
    }

    /** Nine streams by kind and level, and one for kinds that have none there. */
    static Placement seed() {
        return new SeedStreams();
    }

    /** One for all. */
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

    /** One for each lifetime. */
    record ByLifetime(String name, LifetimeMap map, boolean isAsSaid) implements Placement {
        @Override
        public int streams() {
            return 1 + stream(Lifetime.EXTREME);
        }

        @Override
        public int stream(FileClass fileClass, Lifetime said) {
            return stream(isAsSaid && said != Lifetime.NOT_SET ? said : map.of(fileClass));
        }

        /** Who says nothing and who says that nothing is known gets the same from Linux. */
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

    /**
     * Table 1 of Huen, Choi and Balakrishnan, Performance and Endurance Enhancements with
     * Multi-stream SSDs on Apache Cassandra (2017). What Cassandra has got since then goes with
     * what it stands for: the journal with the commit log, all indexes together, the list of
     * components with the other small ones.
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
