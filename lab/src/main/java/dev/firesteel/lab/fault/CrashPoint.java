// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.util.List;

/**
 * A method in which a node can be killed.
 *
 * @param className its class, as named by the JVM
 * @param method its name
 */
record CrashPoint(String className, String method) {
    private static final String JOURNAL = "dev.firesteel.journal.";
    private static final String AGENT = "dev.firesteel.agent.";
    private static final String TRANSPORT = "org.apache.cassandra.transport.";
    private static final String COMMIT_LOG = "org.apache.cassandra.db.commitlog.";

    /** Methods called while a node is under load. */
    static final List<CrashPoint> UNDER_LOAD =
            List.of(
                    new CrashPoint(COMMIT_LOG + "JournalCommitLog", "append"),
                    new CrashPoint(COMMIT_LOG + "JournalCommitLog", "addLater"),
                    new CrashPoint(AGENT + "DeferredWrites", "enqueue"),
                    new CrashPoint(AGENT + "DeferredWrites", "apply"),
                    new CrashPoint(AGENT + "DeferredWrite", "end"),
                    new CrashPoint(AGENT + "PendingReplies", "settled"),
                    new CrashPoint(TRANSPORT + "JournalReplies$JournalClient", "reply"),
                    new CrashPoint(JOURNAL + "OpenRecord", "put"),
                    new CrashPoint(JOURNAL + "Committer", "sealOpen"),
                    new CrashPoint(JOURNAL + "Committer", "number"),
                    new CrashPoint(JOURNAL + "RecordWriter", "writeRecord"),
                    new CrashPoint(JOURNAL + "RecordWriter", "write"),
                    new CrashPoint(JOURNAL + "RecordWriter", "complete"),
                    new CrashPoint(JOURNAL + "Committer", "nextSegment"),
                    new CrashPoint(JOURNAL + "RecordWriter", "endHeader"),
                    new CrashPoint(JOURNAL + "RecordAllocator", "firstRecord"),
                    new CrashPoint(JOURNAL + "OpenRecord", "settle"),
                    new CrashPoint(JOURNAL + "DirectBlockDevice", "transfer"),
                    new CrashPoint(JOURNAL + "SegmentSupply", "prepare"),
                    new CrashPoint(JOURNAL + "SegmentSupply", "make"),
                    new CrashPoint(JOURNAL + "SegmentSupply", "release"),
                    new CrashPoint(JOURNAL + "SlotTable", "write"),
                    new CrashPoint(AGENT + "SegmentRecycling", "releaseUnused"),
                    new CrashPoint(AGENT + "SegmentRecycling", "flush"));

    /** Methods called while a node starts after a crash. */
    static final List<CrashPoint> IN_START_UP =
            List.of(
                    new CrashPoint(JOURNAL + "Superblocks", "write"),
                    new CrashPoint(JOURNAL + "SlotTable", "update"),
                    new CrashPoint(JOURNAL + "SlotTable", "write"),
                    new CrashPoint(JOURNAL + "SlotTable", "setOpened"),
                    new CrashPoint(JOURNAL + "SegmentSupply", "open"),
                    new CrashPoint(JOURNAL + "Journal", "carryOver"),
                    new CrashPoint(JOURNAL + "Journal", "release"),
                    new CrashPoint(JOURNAL + "Journal", "replay"),
                    new CrashPoint(JOURNAL + "Replay", "judge"),
                    new CrashPoint(JOURNAL + "SegmentScanner", "visit"),
                    new CrashPoint(JOURNAL + "Journal", "endRecovery"),
                    new CrashPoint(COMMIT_LOG + "JournalCommitLog", "replayJournal"));

    /** The point right before a record's bytes go to the device. */
    static final CrashPoint RECORD_WRITE = new CrashPoint(JOURNAL + "RecordWriter", "writeRecord");

    @Override
    public String toString() {
        return className.substring(className.lastIndexOf('.') + 1) + "." + method;
    }
}
