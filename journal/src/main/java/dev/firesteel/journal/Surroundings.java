// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.List;

/**
 * What a replay of some segments has to know of the rest of the device.
 *
 * @param live the segments that are live, whose heads can have been left nowhere else
 * @param misplaced heads of records in the bookkeeping, whatever it is of
 */
record Surroundings(List<Bookkeeping> live, List<MisplacedHead> misplaced) {}
