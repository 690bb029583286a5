// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Makes journals for Cassandra, and shows how far it is. */
final class JournalMaker {
    /** Where the first mutation of a stock commit log segment begins, at the earliest. */
    private static final int POSITION_BASE = 0;

    /** What a stock commit log adds to a mutation: its length and two checksums. */
    private static final int POSITION_OVERHEAD = 12;

    private static final long MIB = 1 << 20;

    private final Console console;

    JournalMaker(Console console) {
        this.console = console;
    }

    void make(Path device, Size size, Size segmentSize) throws JournalException {
        JournalFormat format =
                new JournalFormat(
                        size.bytes(),
                        Math.toIntExact(segmentSize.bytes()),
                        POSITION_BASE,
                        POSITION_OVERHEAD);
        try (ProgressBar bar = bar()) {
            format.write(
                    device,
                    (bytes, ofBytes) -> {
                        bar.maxHint(ofBytes);
                        bar.stepTo(bytes);
                    });
        }
    }

    private static ProgressBar bar() {
        return new ProgressBarBuilder()
                .setTaskName("Formatting")
                .setUnit("MiB", MIB)
                .setStyle(ProgressBarStyle.ASCII)
                .build();
    }
}
