// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitListTest {
    private final WaitList list = new WaitList(new StillScheduler());
    private final List<Integer> woken = new ArrayList<>();

    @Test
    void whoCameFirstIsWokenFirstAndOnce() {
        for (int i = 1; i <= 4; i++) {
            int number = i;
            list.enlist(() -> woken.add(number));
        }
        list.wakeAll();
        assertThat(woken).containsExactly(1, 2, 3, 4);
        list.wakeAll();
        assertThat(woken).hasSize(4);
    }

    @Test
    void whoComesWhileOthersAreWokenIsWokenTheNextTime() {
        list.enlist(() -> list.enlist(() -> woken.add(2)));
        list.enlist(() -> woken.add(1));
        list.wakeAll();
        assertThat(woken).containsExactly(1);
        list.wakeAll();
        assertThat(woken).containsExactly(1, 2);
    }

    @Test
    void whoThrowsKeepsNobodyElseFromBeingWoken() {
        list.enlist(() -> woken.add(1));
        list.enlist(
                () -> {
                    throw new AssertionError("on purpose");
                });
        list.enlist(() -> woken.add(2));
        list.wakeAll();
        assertThat(woken).containsExactly(1, 2);
    }
}
