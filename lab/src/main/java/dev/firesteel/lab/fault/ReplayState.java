// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

/** Progress of a starting node's replay. */
public enum ReplayState {
    /** No write has been replayed. */
    AHEAD,
    RUNNING,
    /** Everything was replayed, or there was nothing to replay. */
    OVER
}
