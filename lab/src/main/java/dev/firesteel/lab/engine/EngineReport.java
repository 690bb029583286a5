// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.Machine;
import java.util.List;
import java.util.Map;

/**
 * Everything, for machines.
 *
 * @param firesteel our version
 * @param cassandra the release whose commit log was measured
 * @param machine where it was measured
 * @param settings what was asked for
 * @param isComplete whether everything that was asked for was measured
 * @param results every peer of every cell
 * @param comparisons every peer beside the drive and beside the engine
 * @param leftOut why there are no figures, or no more, of some peers
 */
public record EngineReport(
        String firesteel,
        String cassandra,
        Machine machine,
        EngineSettings settings,
        boolean isComplete,
        List<EngineResult> results,
        List<EnginePair> comparisons,
        Map<Peer, String> leftOut) {
    /** Of what was measured so far. */
    public static EngineReport of(
            String firesteel,
            String cassandra,
            EngineSettings settings,
            List<EngineMeasurement> measurements,
            Map<Peer, String> leftOut) {
        List<EngineGroup> groups = EngineGroup.of(measurements);
        return new EngineReport(
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
