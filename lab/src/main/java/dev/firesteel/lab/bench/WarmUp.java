// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * The warm-up before a measurement.
 *
 * @param seconds its duration
 * @param isSettled whether the rate was in steady state at its end
 */
public record WarmUp(double seconds, boolean isSettled) {}
