// SPDX-License-Identifier: Apache-2.0
/** The counters that a real drive keeps of data written to it, and to its flash. */
@NullMarked
package dev.firesteel.lab.wear;

import org.jspecify.annotations.NullMarked;
