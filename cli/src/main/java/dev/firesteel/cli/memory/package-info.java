// SPDX-License-Identifier: Apache-2.0
/** The verbs of {@code memory}. */
@NullMarked
package dev.firesteel.cli.memory;

import org.jspecify.annotations.NullMarked;
