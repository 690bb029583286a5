// SPDX-License-Identifier: Apache-2.0
/** The parts of several verbs: options, the console, sizes, progress, and the paths of a build. */
@NullMarked
package dev.firesteel.cli.common;

import org.jspecify.annotations.NullMarked;
