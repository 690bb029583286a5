// SPDX-License-Identifier: Apache-2.0
/** The verbs {@code report} and {@code reproduce}. */
@NullMarked
package dev.firesteel.cli.report;

import org.jspecify.annotations.NullMarked;
