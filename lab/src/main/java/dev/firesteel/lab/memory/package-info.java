// SPDX-License-Identifier: Apache-2.0
/** What memory is worth to a node: measured with as much as it is allowed. */
@NullMarked
package dev.firesteel.lab.memory;

import org.jspecify.annotations.NullMarked;
