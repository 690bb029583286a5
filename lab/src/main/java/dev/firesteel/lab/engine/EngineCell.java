// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

/**
 * Parameters measured for every peer.
 *
 * @param bytes the size of an append
 * @param threads the number of concurrent appenders, each waiting until its append is durable
 */
public record EngineCell(int bytes, int threads) {
    @Override
    public String toString() {
        return bytes + " B, " + threads + (threads == 1 ? " thread" : " threads");
    }
}
