// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the journal's engine, other durable logs and the drive itself with JMH. Each measurement
 * is a process of its own: {@link dev.firesteel.benchmarks.Measurement}.
 */
@NullMarked
package dev.firesteel.benchmarks;

import org.jspecify.annotations.NullMarked;
