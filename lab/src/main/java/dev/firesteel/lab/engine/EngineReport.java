// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import java.util.List;
import java.util.Map;

/**
 * The complete result of a comparison, for machines.
 *
 * @param at when it was written, in UTC, ISO 8601
 * @param firesteel the version of Firesteel
 * @param cassandra the release of the commit log measured
 * @param machine the machine of the measurements
 * @param settings the settings requested
 * @param isComplete whether everything requested was measured
 * @param results every peer of every cell
 * @param comparisons every peer against the drive and against the engine
 * @param leftOut the peers without figures, or without further ones, and the reasons
 */
public record EngineReport(
        String at,
        String firesteel,
        String cassandra,
        Machine machine,
        EngineSettings settings,
        boolean isComplete,
        List<EngineResult> results,
        List<EnginePair> comparisons,
        Map<Peer, String> leftOut) {
    /** Returns the report of what was measured so far. */
    public static EngineReport of(
            String firesteel,
            String cassandra,
            EngineSettings settings,
            List<EngineMeasurement> measurements,
            Map<Peer, String> leftOut) {
        List<EngineGroup> groups = EngineGroup.of(measurements);
        return new EngineReport(
                ResultLine.now(),
                firesteel,
                cassandra,
                Machine.here(),
                settings,
                measurements.size() == settings.steps(),
                groups.stream()
                        .flatMap(
                                group ->
                                        group.peers().stream()
                                                .map(peer -> EngineResult.of(group, peer)))
                        .toList(),
                groups.stream().flatMap(group -> EnginePair.of(group).stream()).toList(),
                leftOut);
    }
}
