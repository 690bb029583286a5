// SPDX-License-Identifier: Apache-2.0
/**
 * Writes a journal as the segment files of a stock commit log.
 *
 * <p>Start with {@link dev.firesteel.export.JournalExport}.
 */
@NullMarked
package dev.firesteel.export;

import org.jspecify.annotations.NullMarked;
