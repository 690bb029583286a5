// SPDX-License-Identifier: Apache-2.0
/**
 * Checks the durability that a drive and its kernel offer a journal, and a node's other needs.
 *
 * <p>Start with {@link dev.firesteel.operations.doctor.Doctor}.
 */
@NullMarked
package dev.firesteel.operations.doctor;

import org.jspecify.annotations.NullMarked;
