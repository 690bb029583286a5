// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.flash.timing.Latencies;
import dev.firesteel.flash.timing.Request;
import dev.firesteel.flash.timing.TimedDevice;

/**
 * Measurements of a drive since it was started: the latencies of its requests in its own time, how
 * late this machine answered, and what was written.
 */
final class DriveTimes {
    private final TimedDevice device;
    private final long hostPagesBefore;
    private final long movedPagesBefore;
    private final Latencies reads = new Latencies();
    private final Latencies writes = new Latencies();
    private final Latencies flushes = new Latencies();

    /** In the time of this machine. */
    private final Latencies late = new Latencies();

    DriveTimes(TimedDevice device) {
        this.device = device;
        hostPagesBefore = device.hostWrites();
        movedPagesBefore = device.moves();
    }

    void add(Request request, long lateNanos) {
        switch (request.kind()) {
            case READ -> reads.add(request.latency());
            case WRITE -> writes.add(request.latency());
            case FLUSH -> flushes.add(request.latency());
        }
        late.add(Math.max(0, lateNanos));
    }

    LiveReport.Live report(String name, double dilation) {
        return new LiveReport.Live(
                name,
                LiveReport.Times.of(reads),
                LiveReport.Times.of(writes),
                LiveReport.Times.of(flushes),
                dilation,
                LiveReport.Times.of(late),
                device.hostWrites() - hostPagesBefore,
                device.moves() - movedPagesBefore,
                null,
                null);
    }
}
