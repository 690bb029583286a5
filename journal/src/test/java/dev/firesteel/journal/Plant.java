// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * A flaw, and the test that must find it.
 *
 * @param test the simple name of a class of this package, a dot, and a method of it or a class in
 *     it
 */
record Plant(String test, SimMutant flaw) {
    @Override
    public String toString() {
        return flaw + ": " + test;
    }
}
