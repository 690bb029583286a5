// SPDX-License-Identifier: Apache-2.0
/** The verbs of {@code endurance}. */
@NullMarked
package dev.firesteel.cli.endurance;

import org.jspecify.annotations.NullMarked;
