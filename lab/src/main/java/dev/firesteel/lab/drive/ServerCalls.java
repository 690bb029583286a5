// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Calls by other threads that a server's thread carries out, between two requests. */
final class ServerCalls {
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

    /** Computes a value. */
    interface Computation<T> {
        T get() throws IOException;
    }

    /** Something to do. */
    interface Call {
        void carryOut() throws IOException;
    }

    /** Returns the value that the server's thread has computed. For any other thread. */
    <T> T call(Computation<T> computation) {
        CompletableFuture<T> result = new CompletableFuture<>();
        calls.add(() -> result.complete(computation.get()));
        return result.join();
    }

    /** Returns once the server's thread has done it. For any other thread. */
    void run(Call call) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        calls.add(
                () -> {
                    call.carryOut();
                    done.complete(true);
                });
        done.join();
    }

    /** Carries out all calls so far. For the server's thread; fails with the first that does. */
    void carryOut() throws IOException {
        for (Call call = calls.poll(); call != null; call = calls.poll()) call.carryOut();
    }
}
