// SPDX-License-Identifier: Apache-2.0
/** The verbs for a node in operation: run, install, uninstall, status and doctor. */
@NullMarked
package dev.firesteel.cli.operating;

import org.jspecify.annotations.NullMarked;
