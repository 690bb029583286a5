// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurableWatermarkTest {
    @Test
    void itStopsBelowTheFirstGap() {
        DurableWatermark watermark = new DurableWatermark(new MachineScheduler());
        watermark.complete(1);
        watermark.complete(3);
        assertThat(watermark.get()).isEqualTo(1);
        watermark.complete(2);
        assertThat(watermark.get()).isEqualTo(3);
    }

    @Test
    void sixtyFourMayBeOutstanding() {
        DurableWatermark watermark = new DurableWatermark(new MachineScheduler());
        for (long i = 64; i >= 2; i--) watermark.complete(i);
        assertThat(watermark.get()).isZero();
        watermark.complete(1);
        assertThat(watermark.get()).isEqualTo(64);
        watermark.complete(65);
        assertThat(watermark.get()).isEqualTo(65);
        assertThatThrownBy(() -> watermark.complete(130)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> watermark.complete(65)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aSequenceBeyondTheWindowHasToWait() throws Exception {
        DurableWatermark watermark = new DurableWatermark(new MachineScheduler());
        for (long i = 2; i <= 64; i++) watermark.complete(i);
        watermark.awaitRoom(64);
        Thread waiting = new Thread(() -> watermark.awaitRoom(65)); // owns threads
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        watermark.complete(1);
        waiting.join();
        watermark.awaitRoom(128);
        Thread abandoned = new Thread(() -> watermark.awaitRoom(129)); // owns threads
        abandoned.start();
        await().until(() -> abandoned.getState() == Thread.State.WAITING);
        watermark.abandon();
        abandoned.join();
    }

    @Test
    void anyOrderWithinTheWindowEndsAtTheLast() {
        Random random = new Random(42);
        DurableWatermark watermark = new DurableWatermark(new MachineScheduler());
        for (long start = 0; start < 6400; start += 64) {
            List<Long> window = new ArrayList<>();
            for (long i = 1; i <= 64; i++) window.add(start + i);
            Collections.shuffle(window, random);
            window.forEach(watermark::complete);
            assertThat(watermark.get()).isEqualTo(start + 64);
        }
    }
}
