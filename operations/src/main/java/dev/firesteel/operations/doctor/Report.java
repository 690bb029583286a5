// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.List;

/**
 * All that was found.
 *
 * @param path what was looked at
 * @param kernel its release
 * @param user who looked
 * @param findings in the order in which they are best read
 */
public record Report(String path, String kernel, String user, List<Finding> findings) {
    public Report {
        findings = List.copyOf(findings);
    }

    /** How many findings mean this. */
    public long count(Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }
}
