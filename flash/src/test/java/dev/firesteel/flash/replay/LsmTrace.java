// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.Trace;
import dev.firesteel.flash.trace.TraceHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A synthetic trace of levels that are written at the same time, all at the same rate. Each step
 * draws a level and writes a piece of its growing file. A complete file replaces a random file of
 * its level. So a level with twice the files has twice the lifetime.
 *
 * @param fileBytes size of every file
 * @param pieceBytes size of a write
 * @param writers number of files that grow at a time in each level
 * @param liveFiles number of files of each level
 * @param files number of completed files after those from before the trace
 */
record LsmTrace(
        long fileBytes, long pieceBytes, int writers, List<Integer> liveFiles, int files, long seed)
        implements Trace {
    private static final long MICROS_PER_PIECE = 100;

    static FileClass level(int level) {
        return new FileClass("data", level);
    }

    @Override
    public boolean isRaw() {
        return false;
    }

    @Override
    public void read(TraceHandler handler) throws IOException {
        new Writing(handler, new SplittableRandom(seed)).run();
    }

    private final class Writing {
        private final TraceHandler handler;
        private final SplittableRandom random;
        private final List<List<Long>> live = new ArrayList<>();
        private final long[] growing = new long[writers * liveFiles.size()];
        private final long[] written = new long[writers * liveFiles.size()];
        private long lastFile;
        private long now;

        private Writing(TraceHandler handler, SplittableRandom random) {
            this.handler = handler;
            this.random = random;
        }

        private void run() throws IOException {
            for (int level = 0; level < liveFiles.size(); level++) begin(level);
            for (int completed = 0; completed < files; now += MICROS_PER_PIECE)
                if (write(random.nextInt(growing.length))) completed++;
        }

        private void begin(int level) throws IOException {
            List<Long> mates = new ArrayList<>();
            for (int i = 0; i < liveFiles.get(level); i++) {
                mates.add(++lastFile);
                handler.live(0, lastFile, level(level), Lifetime.NOT_SET, fileBytes);
            }
            live.add(mates);
        }

        private boolean write(int writer) throws IOException {
            int level = writer % liveFiles.size();
            if (growing[writer] == 0) {
                growing[writer] = ++lastFile;
                handler.created(now, lastFile, level(level), Lifetime.NOT_SET);
            }
            handler.written(now, growing[writer], written[writer], pieceBytes);
            written[writer] += pieceBytes;
            if (written[writer] < fileBytes) return false;
            List<Long> mates = live.get(level);
            handler.deleted(now, mates.set(random.nextInt(mates.size()), growing[writer]));
            growing[writer] = 0;
            written[writer] = 0;
            return true;
        }
    }
}
