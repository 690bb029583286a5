// SPDX-License-Identifier: Apache-2.0
/** Simulated drives that real programs use: the option that describes one, and its life. */
@NullMarked
package dev.firesteel.cli.drive;

import org.jspecify.annotations.NullMarked;
