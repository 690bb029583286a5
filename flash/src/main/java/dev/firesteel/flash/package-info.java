// SPDX-License-Identifier: Apache-2.0
/**
 * A flash drive in a program: pages that are written once, blocks that are erased as a whole, and
 * the translation layer between them and who writes.
 *
 * <p>Start with {@link dev.firesteel.flash.TranslationLayer}; {@link
 * dev.firesteel.flash.SyntheticRun} runs one on a synthetic load, and {@link
 * dev.firesteel.flash.ClosedForm} says what theory expects.
 */
@NullMarked
package dev.firesteel.flash;

import org.jspecify.annotations.NullMarked;
