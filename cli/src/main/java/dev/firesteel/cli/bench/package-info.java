// SPDX-License-Identifier: Apache-2.0
/** The verbs of {@code bench}. */
@NullMarked
package dev.firesteel.cli.bench;

import org.jspecify.annotations.NullMarked;
