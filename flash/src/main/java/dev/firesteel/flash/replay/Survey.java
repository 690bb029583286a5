// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.Trace;
import java.io.IOException;
import java.util.List;

/**
 * The needs of a trace, found by reading it without a drive.
 *
 * @param peakPages the highest number of pages in use
 * @param hostPages pages written in one round
 * @param hostBytes bytes written in one round
 * @param seconds the time from the first event to the last
 * @param usages the usage of each class
 */
record Survey(
        int peakPages, long hostPages, long hostBytes, double seconds, List<ClassUsage> usages) {

    /** The number of rounds that shows all files carried from one round to the next. */
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
        long hostBytes = replay.hostBytes();
        if (hostPages == 0) throw new IOException("the trace has no writes");
        double seconds = replay.lastMicros() / 1e6;
        for (int round = 1; round < Math.min(rounds, ROUNDS); round++) {
            replay.beginRound();
            trace.read(replay);
        }
        return new Survey(replay.peakPages(), hostPages, hostBytes, seconds, replay.usages());
    }

    /**
     * Returns each stream's share of all blocks: its live pages, and a part of the spare in
     * proportion to the root of its writes times its pages. That is optimal where spare is scarce:
     * a stream's cost is proportional to its writes times its pages over its spare.
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
