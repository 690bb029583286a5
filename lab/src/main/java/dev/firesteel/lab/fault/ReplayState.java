// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

/** How far a node that starts is with the replay of its log. */
public enum ReplayState {
    /** Not one write has been replayed. */
    AHEAD,
    RUNNING,
    /** Everything was replayed, or there was nothing to replay. */
    OVER
}
