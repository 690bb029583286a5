// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.mixed;

import java.util.Map;

/**
 * The cells and the counter that were read of a partition.
 *
 * @param cells the number of the change that wrote each cell; without those that are absent
 * @param counter the value of its counter; 0 if it is absent
 */
public record Contents(Map<String, Long> cells, long counter) {
    public Contents {
        cells = Map.copyOf(cells);
    }
}
