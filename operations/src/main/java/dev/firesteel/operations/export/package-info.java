// SPDX-License-Identifier: Apache-2.0
/**
 * A journal as the segment files of a stock commit log.
 *
 * <p>Start with {@link dev.firesteel.operations.export.JournalExport}.
 */
@NullMarked
package dev.firesteel.operations.export;

import org.jspecify.annotations.NullMarked;
