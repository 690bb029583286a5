// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.util.List;

/**
 * The context on the rest of the device that a replay of some segments needs.
 *
 * @param live the live segments, whose headers cannot be leftovers in other slots
 * @param misplaced record headers found in the metadata of any slot
 */
record ReplayContext(List<SlotHeader> live, List<MisplacedHead> misplaced) {}
