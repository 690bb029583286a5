// SPDX-License-Identifier: Apache-2.0
/**
 * Simulates a flash drive: pages that are written once, blocks that are erased as a whole, and the
 * translation layer between them and the host.
 *
 * <p>Start with {@link dev.firesteel.flash.TranslationLayer}. {@link
 * dev.firesteel.flash.SyntheticRun} runs one on a synthetic load, and {@link
 * dev.firesteel.flash.ClosedForm} gives the values expected in theory.
 */
@NullMarked
package dev.firesteel.flash;

import org.jspecify.annotations.NullMarked;
