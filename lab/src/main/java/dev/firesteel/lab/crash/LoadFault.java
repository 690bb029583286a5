// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/** A fault that strikes one node under load, before the power is cut. */
public enum LoadFault {
    /** Its drives answer no request for a while. */
    STALL,
    /** No message of another node reaches it for a while. */
    PARTITION
}
