// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;

/** A check of one property. */
interface Check {
    List<Finding> findings();
}
