// SPDX-License-Identifier: Apache-2.0
/**
 * One page of what was measured, for people: it opens in any browser, without a network.
 *
 * <p>Start with {@link dev.firesteel.report.Report}. A {@code ResultFile} is read as JSON; the
 * first {@code ResultKind} that knows what it holds makes {@code Section}s of it, each with {@code
 * Figure}s; {@code Page} writes them down. Data goes that way only, and nothing here knows what has
 * measured it.
 */
@NullMarked
package dev.firesteel.report;

import org.jspecify.annotations.NullMarked;
