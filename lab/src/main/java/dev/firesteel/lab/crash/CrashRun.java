// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.FaultException;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.Faults;
import dev.firesteel.lab.fault.ScratchDisks;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A crash campaign with all that it needs on this machine: its lock, scratch disks for faults, and
 * a journal.
 *
 * @param settings its settings
 * @param schedule the faults
 * @param takesWhatItCan whether to skip faults that are impossible here
 * @param listener is told of the progress
 */
public record CrashRun(
        CampaignSettings settings,
        FaultSchedule schedule,
        boolean takesWhatItCan,
        Listener listener) {
    /** Is told of the progress of a campaign. */
    public interface Listener {
        /** Receives a note for the user. */
        void note(String text);

        /** Receives a result once it is written. */
        void killed(CycleResult cycle);
    }

    /**
     * The journal of the node to kill.
     *
     * @param device a file or block device, or null for a file below the campaign's directory
     * @param bytes the size of a new file
     * @param maker makes the journal if the node never had one
     * @param target returns the kind of node for the path of its journal
     */
    public record Journal(
            @Nullable Path device, long bytes, JournalMaker maker, Function<Path, Target> target) {}

    /** Kills a stock node. */
    public CampaignSummary ofStock() throws IOException, InterruptedException {
        try (CampaignLock lock = lock();
                ScratchDisks disks = disks(0)) {
            return run(new StockTarget(), new FaultTargets(null, disks));
        }
    }

    /** Kills a node with a journal. */
    public CampaignSummary of(Journal journal) throws IOException, InterruptedException {
        try (CampaignLock lock = lock();
                ScratchDisks disks = disks(journal.device() == null ? journal.bytes() : 0)) {
            Faults.undoInterrupted(settings.directory());
            Path path = path(journal.device(), disks);
            FaultTargets targets = new FaultTargets(path, disks);
            if (!takesWhatItCan) for (Fault fault : schedule.faults()) fault.require(targets);
            journal.maker().make(path, journal.bytes());
            return run(journal.target().apply(path), targets);
        }
    }

    /**
     * Locks the directory, before disks or a journal are created for a refused campaign. Then kills
     * the leftover node of a killed campaign, which may still use them.
     */
    private CampaignLock lock() throws IOException {
        CampaignKind.CRASH.require(settings.directory());
        CampaignLock lock = CampaignLock.take(settings.directory());
        try {
            RunningNode.killIn(settings.nodeDirectory());
        } catch (NodeException e) {
            lock.close();
            throw e;
        }
        return lock;
    }

    private ScratchDisks disks(long journalBytes) throws IOException {
        try {
            return ScratchDisks.mount(settings.directory(), schedule.faults(), journalBytes);
        } catch (FaultException e) {
            if (!takesWhatItCan) throw e;
            listener.note("Without scratch disks: " + e.getMessage());
            return ScratchDisks.mount(settings.directory(), List.of(), 0);
        }
    }

    private Path path(@Nullable Path device, ScratchDisks disks) {
        if (device != null) return device.toAbsolutePath().normalize();
        return disks.journalFile().orElseGet(() -> settings.directory().resolve("journal"));
    }

    private CampaignSummary run(Target target, FaultTargets targets)
            throws IOException, InterruptedException {
        FaultSchedule possible =
                takesWhatItCan ? schedule.reducedTo(targets, listener::note) : schedule;
        listener.note("Results go to " + settings.results());
        return new CrashCampaign(
                        settings,
                        target,
                        possible,
                        targets,
                        BeforeRestart.NONE,
                        listener::killed,
                        System::nanoTime)
                .run();
    }
}
