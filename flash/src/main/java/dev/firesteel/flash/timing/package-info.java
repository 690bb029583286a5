// SPDX-License-Identifier: Apache-2.0
/**
 * Gives the simulated drive a clock: a discrete-event simulation without threads of planes,
 * channels, a write cache and garbage collection that competes with the host.
 *
 * <p>Start with {@link dev.firesteel.flash.timing.TimedDrive}. {@link
 * dev.firesteel.flash.timing.TimedRun} runs one under a synthetic load. All times are in
 * nanoseconds.
 */
@NullMarked
package dev.firesteel.flash.timing;

import org.jspecify.annotations.NullMarked;
