// SPDX-License-Identifier: Apache-2.0
/** Compares figures published in papers with those measured here. */
@NullMarked
package dev.firesteel.report.published;

import org.jspecify.annotations.NullMarked;
