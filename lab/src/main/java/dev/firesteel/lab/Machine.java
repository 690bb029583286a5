// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

/**
 * The machine of a measurement.
 *
 * @param processors the number of processors
 * @param kernel the operating system's name and release
 * @param architecture such as {@code amd64}
 * @param java the version of the JVM, of nodes and client
 */
public record Machine(int processors, String kernel, String architecture, String java) {
    /** Returns this machine. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                property("os.name") + " " + property("os.version"),
                property("os.arch"),
                property("java.runtime.version"));
    }

    private static String property(String name) {
        return String.valueOf(System.getProperty(name)); // owns settings
    }
}
