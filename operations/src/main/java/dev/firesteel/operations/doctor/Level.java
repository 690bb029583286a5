// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

/** What a finding means to who reads it. */
public enum Level {
    /** As it should be. */
    OK,
    /** Worth knowing: it may be better, or could not be seen from here. */
    NOTE,
    /** A journal here would lose writes, or not work. */
    PROBLEM
}
