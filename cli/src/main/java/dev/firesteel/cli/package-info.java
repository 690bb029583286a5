// SPDX-License-Identifier: Apache-2.0
/** The command line: one file a verb. What a verb does lies in the modules below. */
@NullMarked
package dev.firesteel.cli;

import org.jspecify.annotations.NullMarked;
