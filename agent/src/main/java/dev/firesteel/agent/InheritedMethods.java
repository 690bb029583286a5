// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Finds methods of Cassandra's commit log that Firesteel's inherits, and that the known releases
 * lack. They may rely on segment files or threads that Firesteel's commit log does not have.
 */
final class InheritedMethods {
    private static final String PACKAGE = "org.apache.cassandra.db.commitlog.";

    private static final List<String> OURS =
            List.of("JournalCommitLog", "JournalSegmentManager", "JournalCdcSegmentManager");

    /** The methods reviewed in 5.0.0 to 5.0.9. */
    private static final Set<String> KNOWN =
            Set.of(
                    "AbstractCommitLogSegmentManager.addSize(long)",
                    "AbstractCommitLogSegmentManager.advanceAllocatingFrom(CommitLogSegment)",
                    "AbstractCommitLogSegmentManager.allocatingFrom()",
                    "AbstractCommitLogSegmentManager.archiveAndDiscard(CommitLogSegment)",
                    "AbstractCommitLogSegmentManager.awaitAvailableSegment(CommitLogSegment)",
                    "AbstractCommitLogSegmentManager.awaitManagementTasksCompletion()",
                    "AbstractCommitLogSegmentManager.awaitTermination(long, TimeUnit)",
                    "AbstractCommitLogSegmentManager.createSegment()",
                    "AbstractCommitLogSegmentManager.forceRecycleAll(Collection)",
                    "AbstractCommitLogSegmentManager.getActiveSegments()",
                    "AbstractCommitLogSegmentManager.getBufferPool()",
                    "AbstractCommitLogSegmentManager.getConfiguration()",
                    "AbstractCommitLogSegmentManager.getCurrentPosition()",
                    "AbstractCommitLogSegmentManager.handleReplayedSegment(File)",
                    "AbstractCommitLogSegmentManager.notifyBufferFreed()",
                    "AbstractCommitLogSegmentManager.shutdown()",
                    "AbstractCommitLogSegmentManager.start()",
                    "AbstractCommitLogSegmentManager.stopUnsafe(boolean)",
                    "AbstractCommitLogSegmentManager.sync(boolean)",
                    "AbstractCommitLogSegmentManager.wakeManager()",
                    "CommitLog.getArchiveCommand()",
                    "CommitLog.getCDCBlockWrites()",
                    "CommitLog.getRestoreCommand()",
                    "CommitLog.getRestoreDirectories()",
                    "CommitLog.getRestorePointInTime()",
                    "CommitLog.getRestorePrecision()",
                    "CommitLog.getUnmanagedFiles()",
                    "CommitLog.isCDCOnRepairEnabled()",
                    "CommitLog.recover(String)",
                    "CommitLog.recoverFiles(File[])",
                    "CommitLog.recoverPath(String)",
                    "CommitLog.resetConfiguration()",
                    "CommitLog.resetUnsafe(boolean)",
                    "CommitLog.restartUnsafe()",
                    "CommitLog.setCDCOnRepairEnabled(boolean)",
                    "CommitLog.setCommitlogArchiver(CommitLogArchiver)", // 5.0.1; without callers
                    "CommitLogSegmentManagerCDC.addCDCSize(long)",
                    "CommitLogSegmentManagerCDC.createSegment()",
                    "CommitLogSegmentManagerCDC.deleteOldLinkedCDCCommitLogSegment(long)",
                    "CommitLogSegmentManagerCDC.handleReplayedSegment(File)",
                    "CommitLogSegmentManagerCDC.shutdown()",
                    "CommitLogSegmentManagerCDC.start()",
                    "CommitLogSegmentManagerCDC.updateCDCTotalSize()");

    private final TypePool pool;

    InheritedMethods(ClassFileLocator classes) {
        pool = TypePool.Default.of(classes);
    }

    /** Returns the inherited methods that are not known, as text for messages. */
    Set<String> unknown() {
        Set<String> found = new TreeSet<>();
        for (String each : OURS) {
            TypeDescription ours = pool.describe(PACKAGE + each).resolve();
            TypeDefinition parent = ours.getSuperClass();
            while (parent != null && parent.getTypeName().startsWith(PACKAGE)) {
                for (MethodDescription method : parent.getDeclaredMethods())
                    if (isInherited(ours, method)) found.add(text(method));
                parent = parent.getSuperClass();
            }
        }
        found.removeAll(KNOWN);
        return found;
    }

    private static boolean isInherited(TypeDescription ours, MethodDescription method) {
        return method.isMethod()
                && !method.isStatic()
                && !method.isPrivate()
                && !method.isSynthetic()
                && ours.getDeclaredMethods().stream().noneMatch(own -> isSame(own, method));
    }

    private static boolean isSame(MethodDescription one, MethodDescription other) {
        return one.getName().equals(other.getName())
                && one.getDescriptor().equals(other.getDescriptor());
    }

    private static String text(MethodDescription method) {
        return method.getDeclaringType().asErasure().getSimpleName()
                + method.getParameters().asTypeList().asErasures().stream()
                        .map(TypeDescription::getSimpleName)
                        .collect(Collectors.joining(", ", "." + method.getName() + "(", ")"));
    }
}
