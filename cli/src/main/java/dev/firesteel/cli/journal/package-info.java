// SPDX-License-Identifier: Apache-2.0
/** The verbs of {@code journal}. */
@NullMarked
package dev.firesteel.cli.journal;

import org.jspecify.annotations.NullMarked;
