// SPDX-License-Identifier: Apache-2.0
/**
 * Renders measurement results as one HTML page that opens in any browser, without a network.
 *
 * <p>Start with {@link dev.firesteel.report.Report}. A {@code ResultFile} is read as JSON. The
 * first {@code ResultKind} that matches its content turns it into {@code Section}s, each with
 * {@code Figure}s. {@code Page} writes them. Data flows only in that direction, and this package
 * does not depend on the tools that measure.
 */
@NullMarked
package dev.firesteel.report;

import org.jspecify.annotations.NullMarked;
