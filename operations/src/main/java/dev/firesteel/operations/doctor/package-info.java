// SPDX-License-Identifier: Apache-2.0
/**
 * What a drive and its kernel really promise to a journal, and what else a node needs of a machine.
 *
 * <p>Start with {@link dev.firesteel.operations.doctor.Doctor}.
 */
@NullMarked
package dev.firesteel.operations.doctor;

import org.jspecify.annotations.NullMarked;
