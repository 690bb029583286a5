// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses a journal file on ext4 under Linux 6.1.64 and 6.1.65, which corrupt files written with
 * O_DIRECT (Debian bug 1057843). Cassandra checks for this only where its own settings use direct
 * I/O.
 */
final class KernelCheck {
    private static final Pattern AFFECTED = Pattern.compile("6\\.1\\.(\\d+)(\\D.*)?");
    private static final int FIRST = 64;
    private static final int LAST = 65;

    private final String release;
    private final boolean ignored;

    /**
     * @param release the output of {@code uname -r}
     * @param ignored whether Cassandra is configured to ignore this bug
     */
    KernelCheck(String release, boolean ignored) {
        this.release = release;
        this.ignored = ignored;
    }

    void check(Path journal) throws Refusal {
        if (!ignored && isAffected() && Files.isRegularFile(journal)) check(journal, type(journal));
    }

    void check(Path journal, String fileSystem) throws Refusal {
        if (!ignored && isAffected() && fileSystem.equalsIgnoreCase("ext4"))
            throw new Refusal(
                    "the kernel "
                            + release
                            + " corrupts files on ext4 that are written directly, and the journal "
                            + journal
                            + " is one: update the kernel, or put the journal on another file"
                            + " system or a block device");
    }

    boolean isAffected() {
        Matcher matcher = AFFECTED.matcher(release);
        if (!matcher.matches()) return false;
        int patch = Integer.parseInt(matcher.group(1));
        return patch >= FIRST && patch <= LAST;
    }

    private static String type(Path journal) throws Refusal {
        try {
            return Files.getFileStore(journal).type();
        } catch (IOException e) {
            throw new Refusal("cannot determine the file system of " + journal, e);
        }
    }
}
