// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

/**
 * What is measured of every peer.
 *
 * @param bytes what an append holds
 * @param threads how many append at once, each waiting until what it appended is durable
 */
public record EngineCell(int bytes, int threads) {
    @Override
    public String toString() {
        return bytes + " B, " + threads + (threads == 1 ? " thread" : " threads");
    }
}
