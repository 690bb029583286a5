// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

/** The severity of a finding. */
public enum Level {
    /** No problem. */
    OK,
    /** A possible improvement, or a property that cannot be checked from here. */
    NOTE,
    /** A journal here would lose writes, or not work. */
    PROBLEM
}
