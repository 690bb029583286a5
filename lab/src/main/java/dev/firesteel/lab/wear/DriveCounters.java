// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import java.math.BigInteger;

/**
 * Data that a drive has written in its life, by its own counters.
 *
 * @param source the counters, in words
 * @param hostBytes bytes that hosts wrote to it
 * @param mediaBytes bytes that it wrote to its flash, garbage collection included
 * @param unitBytes the unit of the coarser counter
 */
public record DriveCounters(
        String source, BigInteger hostBytes, BigInteger mediaBytes, long unitBytes) {
    /**
     * Returns the data written since an earlier reading of the same drive.
     *
     * @throws NoCountersException if a counter has gone back
     */
    public MeasuredWrites since(DriveCounters before) throws NoCountersException {
        BigInteger host = hostBytes.subtract(before.hostBytes);
        BigInteger media = mediaBytes.subtract(before.mediaBytes);
        if (host.signum() < 0 || media.signum() < 0 || !source.equals(before.source))
            throw new NoCountersException(
                    "the counters have gone back: is it the same drive, and was it not reset?");
        return new MeasuredWrites(host.doubleValue(), media.doubleValue(), unitBytes);
    }
}
