// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.ycsb.YcsbResult;
import java.util.Map;

/**
 * The result of clients, with its origin.
 *
 * @param at the time of its end, ISO 8601
 * @param firesteel the version
 * @param machine the machine of the clients
 * @param settings YCSB's properties, and the options of the run
 * @param result the result, whose fields follow
 */
public record ClientResult(
        String at,
        String firesteel,
        Machine machine,
        Map<String, String> settings,
        @JsonUnwrapped YcsbResult result) {
    /** Returns a result that has just ended on this machine. */
    public static ClientResult of(Map<String, String> settings, YcsbResult result) {
        return new ClientResult(
                ResultLine.now(), new Build().version(), Machine.here(), settings, result);
    }
}
