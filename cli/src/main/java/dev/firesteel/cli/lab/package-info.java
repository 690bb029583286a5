// SPDX-License-Identifier: Apache-2.0
/** The verbs of {@code lab}. */
@NullMarked
package dev.firesteel.cli.lab;

import org.jspecify.annotations.NullMarked;
