// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;

/**
 * The four latencies of the WARS model (PBS, section 4.1), one way each.
 *
 * @param write a write, from its coordinator to a replica (W)
 * @param ack the replica's acknowledgement (A)
 * @param read a read, from its coordinator to a replica (R)
 * @param response the replica's response (S)
 * @param remoteMillis additional latency of each way to a replica in another data centre; 0 if all
 *     are in one. Otherwise each replica has a data centre of its own, and each coordinator is in a
 *     random one
 */
public record LatencyModel(
        Mixture write, Mixture ack, Mixture read, Mixture response, double remoteMillis) {
    private static final String SSD = "0.9122*pareto:0.235,10+0.0878*exp:1.66";
    private static final String DISK = "0.38*pareto:1.05,1.51+0.62*exp:0.183";
    private static final double WAN_MILLIS = 75;

    /** Names of models for {@link #named}. */
    public static final List<String> NAMES = List.of("lnkd-ssd", "lnkd-disk", "ymmr", "wan");

    /** Checks {@code remoteMillis}. */
    public LatencyModel {
        if (!(remoteMillis >= 0 && remoteMillis < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("a delay must be 0 ms or more, not " + remoteMillis);
    }

    /** Returns a model with all replicas in one data centre. */
    public static LatencyModel of(Mixture write, Mixture ack, Mixture read, Mixture response) {
        return new LatencyModel(write, ack, read, response, 0);
    }

    /**
     * Returns a published model: fitted to LinkedIn's clusters on solid state drives and on disks,
     * to Yammer's on Riak, and three data centres with LinkedIn's disks (PBS, Table 3 and section
     * 5.4).
     *
     * @throws IllegalArgumentException if there is none of this name
     */
    public static LatencyModel named(String name) {
        return switch (name) {
            case "lnkd-ssd" -> of(SSD, SSD, 0);
            case "lnkd-disk" -> of(DISK, SSD, 0);
            case "ymmr" ->
                    of(
                            "0.939*pareto:3,3.35+0.061*exp:0.0028",
                            "0.982*pareto:1.5,3.8+0.018*exp:0.0217",
                            0);
            case "wan" -> of(DISK, SSD, WAN_MILLIS);
            default ->
                    throw new IllegalArgumentException(
                            "there is no model '"
                                    + name
                                    + "'; there are "
                                    + String.join(", ", NAMES));
        };
    }

    private static LatencyModel of(String write, String others, double remoteMillis) {
        Mixture other = Mixture.of(others);
        return new LatencyModel(Mixture.of(write), other, other, other, remoteMillis);
    }
}
