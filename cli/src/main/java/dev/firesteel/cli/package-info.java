// SPDX-License-Identifier: Apache-2.0
/**
 * The command line. A package for each family of verbs has one class for each verb; the modules
 * below implement them.
 */
@NullMarked
package dev.firesteel.cli;

import org.jspecify.annotations.NullMarked;
