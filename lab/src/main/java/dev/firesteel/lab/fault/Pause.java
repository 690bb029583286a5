// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Between two looks at another process, which tells nobody when it is ready. */
final class Pause {
    private Pause() {}

    static void millis(long millis) throws InterruptedException {
        if (new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS))
            throw new IllegalStateException("Nobody counts down");
    }
}
