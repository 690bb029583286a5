// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.util.List;

/**
 * What a trace needs of a drive, found by reading it without one.
 *
 * @param peakPages the most pages that are in use at a time
 * @param hostPages pages that are written in one round
 * @param seconds from the first moment of the trace to its last
 * @param usages what each class takes
 */
record Survey(int peakPages, long hostPages, double seconds, List<ClassUsage> usages) {

    /** Enough for all that is carried from one round to the next to be seen. */
    private static final int ROUNDS = 2;

    /**
     * Reads a trace.
     *
     * @throws IOException if it cannot be read, or writes nothing
     */
    static Survey of(Trace trace, int pageBytes, int rounds) throws IOException {
        AddressSpace space =
                trace.isRaw()
                        ? new RawAddresses(Integer.MAX_VALUE, pageBytes)
                        : new FileSystem(Integer.MAX_VALUE, pageBytes, Allocation.FIRST_FIT);
        Replay replay = new Replay(space, List.of(), pageBytes, true, trace.isRaw());
        replay.beginRound();
        trace.read(replay);
        long hostPages = replay.hostPages();
        if (hostPages == 0) throw new IOException("the trace writes nothing");
        double seconds = replay.lastMicros() / 1e6;
        for (int round = 1; round < Math.min(rounds, ROUNDS); round++) {
            replay.beginRound();
            trace.read(replay);
        }
        return new Survey(replay.peakPages(), hostPages, seconds, replay.usages());
    }

    /**
     * Of all blocks, what each stream should have: what is alive of it, and of the spare a part as
     * the root of its share of the writes times its share of the pages. That is the best division
     * where spare is scarce: the cost of a stream is as its writes times its pages over its spare.
     */
    List<Double> shares(Placement placement, long coldPages, double physicalPages) {
        double[] live = new double[placement.streams()];
        double[] written = new double[placement.streams()];
        double sampled = usages.stream().mapToDouble(ClassUsage::sampled).sum();
        for (ClassUsage usage : usages) {
            int stream = placement.stream(usage.fileClass, usage.said);
            live[stream] += usage.sampled() / sampled * peakPages;
            written[stream] += usage.writtenPages();
        }
        double roots = 0;
        for (int stream = 0; stream < live.length; stream++)
            roots += Math.sqrt(live[stream] * written[stream]);
        double spare = physicalPages - peakPages - coldPages;
        Double[] shares = new Double[live.length];
        for (int stream = 0; stream < live.length; stream++) {
            double cold = stream == placement.coldStream() ? coldPages : 0;
            double ofSpare = spare * Math.sqrt(live[stream] * written[stream]) / roots;
            shares[stream] = (live[stream] + cold + ofSpare) / physicalPages;
        }
        return List.of(shares);
    }
}
