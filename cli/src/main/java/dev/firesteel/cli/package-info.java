// SPDX-License-Identifier: Apache-2.0
/** The command line, with one class for each verb. The modules below implement them. */
@NullMarked
package dev.firesteel.cli;

import org.jspecify.annotations.NullMarked;
