// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * The findings of all checks.
 *
 * @param path the path that was checked
 * @param kernel the release of the kernel
 * @param user the user who ran the checks
 * @param findings the findings, in the order to read them
 */
public record Report(String path, String kernel, String user, List<Finding> findings) {
    public Report {
        findings = List.copyOf(findings);
    }

    /** Returns the same report with one more finding, at its end. */
    public Report with(Finding more) {
        List<Finding> all = new ArrayList<>(findings);
        all.add(more);
        return new Report(path, kernel, user, all);
    }

    /** Returns the number of findings with the level. */
    public long count(Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }
}
