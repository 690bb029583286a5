// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * What went before a measurement.
 *
 * @param seconds how long it took
 * @param isSettled whether the rate had settled by then
 */
public record WarmUp(double seconds, boolean isSettled) {}
