// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A flow of execution that runs only while its caller waits for it: from {@link #resume} to the
 * next {@link #suspend}.
 *
 * <p>If the running JVM has accessible continuations (JDK 21 and later, with {@code --add-exports
 * java.base/jdk.internal.vm=ALL-UNNAMED}), a switch takes a fraction of a microsecond. Otherwise a
 * strand is a thread, and a switch takes several microseconds.
 */
abstract class SimStrand {
    /** Creates a strand. */
    static SimStrand of(Runnable body) {
        return Continuations.AVAILABLE ? new ContinuationStrand(body) : new ThreadStrand(body);
    }

    /** Returns whether strands are cheap here. */
    static boolean areCheap() {
        return Continuations.AVAILABLE;
    }

    /** Lets the strand run until it suspends itself or ends. */
    abstract void resume();

    /** Suspends the calling strand until the next {@link #resume}. */
    abstract void suspend();

    /** Returns whether an abandoned strand must be resumed once more, so that it can end. */
    abstract boolean mustEnd();

    private static final class ThreadStrand extends SimStrand {
        private static final ExecutorService THREADS =
                Executors.newCachedThreadPool(
                        work -> {
                            Thread thread = new Thread(work, "strand"); // owns threads
                            thread.setDaemon(true);
                            return thread;
                        });

        private final Runnable body;
        private @Nullable Thread resumer;
        private @Nullable Thread worker;
        private volatile boolean running;

        private ThreadStrand(Runnable body) {
            this.body = body;
        }

        @Override
        void resume() {
            resumer = Thread.currentThread();
            running = true;
            if (worker == null) THREADS.execute(this::run);
            else LockSupport.unpark(worker);
            while (running) LockSupport.park(this);
        }

        private void run() {
            worker = Thread.currentThread();
            try {
                body.run();
            } finally {
                letGo();
            }
        }

        @Override
        void suspend() {
            letGo();
            while (!running) LockSupport.park(this);
        }

        private void letGo() {
            running = false;
            LockSupport.unpark(resumer);
        }

        @Override
        boolean mustEnd() {
            return true;
        }
    }

    private static final class ContinuationStrand extends SimStrand {
        private final Object continuation;

        private ContinuationStrand(Runnable body) {
            try {
                continuation = Continuations.MAKE.invoke(Continuations.SCOPE, body);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }

        @Override
        void resume() {
            try {
                Continuations.RUN.invoke(continuation);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }

        @Override
        void suspend() {
            try {
                boolean unused = (boolean) Continuations.YIELD.invoke(Continuations.SCOPE);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }

        @Override
        boolean mustEnd() {
            return false;
        }
    }

    /** The JDK's own continuations, by reflection: the build's JDK may not have them. */
    private static final class Continuations {
        private static final @Nullable Object SCOPE;
        private static final MethodHandle MAKE;
        private static final MethodHandle RUN;
        private static final MethodHandle YIELD;
        private static final boolean AVAILABLE;

        static {
            MethodHandle none = MethodHandles.constant(Object.class, "none");
            @Nullable Object scope = null;
            MethodHandle make = none;
            MethodHandle run = none;
            MethodHandle yield = none;
            try {
                Class<?> type = Class.forName("jdk.internal.vm.Continuation");
                Class<?> scopes = Class.forName("jdk.internal.vm.ContinuationScope");
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                make =
                        lookup.findConstructor(type, methodType(void.class, scopes, Runnable.class))
                                .asType(methodType(Object.class, Object.class, Runnable.class));
                run =
                        lookup.findVirtual(type, "run", methodType(void.class))
                                .asType(methodType(void.class, Object.class));
                yield =
                        lookup.findStatic(type, "yield", methodType(boolean.class, scopes))
                                .asType(methodType(boolean.class, Object.class));
                scope = scopes.getConstructor(String.class).newInstance("simulation");
            } catch (ReflectiveOperationException | RuntimeException e) {
                scope = null; // this JVM has none, or does not export them
            }
            SCOPE = scope;
            MAKE = make;
            RUN = run;
            YIELD = yield;
            AVAILABLE = scope != null;
        }
    }
}
