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
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A crash campaign with all that it needs on this machine: its lock, scratch disks for faults, and
 * journals.
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
     * The journals of the nodes to kill.
     *
     * @param device a file or block device for the journal of a single node; null for files below
     *     the campaign's directory
     * @param bytes the size of a new file
     * @param maker makes the journal of a node that never had one
     * @param target returns the kind of node for the path of its journal
     */
    public record Journals(
            @Nullable Path device, long bytes, Maker maker, Function<Path, Target> target) {
        /** Makes journals. */
        @FunctionalInterface
        public interface Maker {
            /**
             * Makes the journal of a node, unless the node has had one.
             *
             * @param node the directory of its files
             */
            void make(Path node, Path journal) throws IOException;
        }
    }

    /** Kills stock nodes. */
    public CampaignSummary ofStock() throws IOException, InterruptedException {
        try (CampaignLock lock = lock();
                ScratchDisks disks = disks(0)) {
            return run(
                    Collections.nCopies(settings.load().replicas(), new StockTarget()),
                    new FaultTargets(null, disks));
        }
    }

    /** Kills nodes with journals. */
    public CampaignSummary of(Journals journals) throws IOException, InterruptedException {
        try (CampaignLock lock = lock();
                ScratchDisks disks = disks(journals.device() == null ? journals.bytes() : 0)) {
            Faults.undoInterrupted(settings.directory());
            List<Path> paths = paths(journals.device(), disks);
            FaultTargets targets = new FaultTargets(paths.size() == 1 ? paths.get(0) : null, disks);
            if (!takesWhatItCan) for (Fault fault : schedule.faults()) fault.require(targets);
            for (int i = 0; i < paths.size(); i++)
                journals.maker().make(settings.nodeDirectories().get(i), paths.get(i));
            return run(paths.stream().map(journals.target()).toList(), targets);
        }
    }

    /**
     * Locks the directory, before disks or a journal are created for a refused campaign. Then kills
     * the leftover nodes of a killed campaign, which may still use them.
     */
    private CampaignLock lock() throws IOException {
        CampaignKind.CRASH.require(settings.directory());
        CampaignLock lock = CampaignLock.take(settings.directory());
        try {
            for (Path each : settings.nodeDirectories()) RunningNode.killIn(each);
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

    /** Returns the path of each node's journal. */
    private List<Path> paths(@Nullable Path device, ScratchDisks disks) {
        if (device != null) return List.of(device.toAbsolutePath().normalize());
        Path journal = settings.directory().resolve("journal");
        int nodes = settings.load().replicas();
        if (nodes == 1) return List.of(disks.journalFile().orElse(journal));
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> journal.resolveSibling("journal" + number))
                .toList();
    }

    private CampaignSummary run(List<? extends Target> kinds, FaultTargets targets)
            throws IOException, InterruptedException {
        FaultSchedule possible =
                takesWhatItCan ? schedule.reducedTo(targets, listener::note) : schedule;
        listener.note("Results go to " + settings.results());
        return new CrashCampaign(
                        settings,
                        kinds,
                        possible,
                        targets,
                        BeforeRestart.NONE,
                        listener::killed,
                        System::nanoTime)
                .run();
    }
}
