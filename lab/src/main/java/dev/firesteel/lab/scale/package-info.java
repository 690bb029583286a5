// SPDX-License-Identifier: Apache-2.0
/**
 * Measures how clusters scale with nodes, and simulates larger ones. Start with {@link
 * dev.firesteel.lab.scale.ScaleOut}.
 */
@NullMarked
package dev.firesteel.lab.scale;

import org.jspecify.annotations.NullMarked;
