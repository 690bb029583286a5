// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of operations on an erase block. The translation layer maps at once, and the flash
 * follows: a block is erased when everything before has been done, and programmed after that.
 */
final class Superblock {
    /** The operations between two erases of a block. */
    static final class Generation {
        final int block;
        private final List<Operation> parked = new ArrayList<>(0);
        private int unfinished;
        private boolean isToBeErased;
        private boolean isActive;
        private @Nullable Generation next;

        private Generation(int block) {
            this.block = block;
        }

        /** Counts an operation that the erase has to wait for. */
        void add() {
            unfinished++;
        }

        /** Returns whether the block is erased for it, and not yet again. */
        boolean isActive() {
            return isActive;
        }

        /** Returns whether its operations may run. If not, they are parked until they may. */
        boolean admits(Operation operation) {
            if (!isActive) parked.add(operation);
            return isActive;
        }

        /**
         * Ends an operation.
         *
         * @return whether to erase the block now
         */
        boolean finish() {
            unfinished--;
            return isDue();
        }

        private boolean isDue() {
            return isActive && isToBeErased && unfinished == 0;
        }
    }

    private Generation active;
    private Generation latest;
    private int erasing;

    Superblock(int block) {
        active = new Generation(block);
        active.isActive = true;
        latest = active;
    }

    /** Returns the generation that new operations belong to. */
    Generation latest() {
        return latest;
    }

    /**
     * Has the block erased after the operations so far.
     *
     * @return whether to erase it now
     */
    boolean eraseAfter() {
        Generation ending = latest;
        ending.isToBeErased = true;
        latest = new Generation(ending.block);
        ending.next = latest;
        return ending.isDue();
    }

    /** Begins an erase on this number of planes. */
    void erase(int planes) {
        erasing = planes;
    }

    /**
     * Ends the erase on one plane.
     *
     * @return whether it was the last plane, so that the next generation may run
     */
    boolean erased() {
        if (--erasing > 0) return false;
        Generation next = active.next;
        if (next == null) throw new IllegalStateException("erased without being asked to");
        active.isActive = false;
        active = next;
        active.isActive = true;
        return true;
    }

    /** Takes the operations that have waited for the erase. */
    List<Operation> takeParked() {
        List<Operation> ready = List.copyOf(active.parked);
        active.parked.clear();
        return ready;
    }

    /** Returns whether to erase the block once more already. */
    boolean isDue() {
        return active.isDue();
    }
}
