// SPDX-License-Identifier: Apache-2.0
/** Measures the effect of memory on a node, by limiting its memory. */
@NullMarked
package dev.firesteel.lab.memory;

import org.jspecify.annotations.NullMarked;
