// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;

/** Looks at one thing. */
interface Check {
    List<Finding> findings();
}
