// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.lab.WrappedText;
import dev.firesteel.node.NodeJava;
import dev.firesteel.operations.doctor.Finding;
import dev.firesteel.operations.doctor.Level;
import dev.firesteel.operations.doctor.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats a doctor's report for people (lines) and for machines (fields). */
public final class DoctorText {
    private static final String JAVA = "java";
    private static final String HEAD = "%-8s %-12s ";
    private static final String UNDER_HEAD = " ".repeat(HEAD.formatted("", "").length());

    private DoctorText() {}

    /** Returns the finding about a JVM: a node of Cassandra may have another one. */
    static Finding java(NodeJava java) {
        String says = "Java %d runs this command".formatted(java.version());
        String advice = "Start Cassandra on Java %d.".formatted(NodeJava.TESTED);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("version", java.version());
        facts.put("home", java.home());
        if (java.isTested())
            return new Finding(
                    Level.OK, JAVA, says + ", and fits a node of Cassandra 5.0.", "", facts);
        return new Finding(
                Level.NOTE,
                JAVA,
                says
                        + (java.isFit()
                                ? ". Nodes of Cassandra 5.0 are tested on %d."
                                        .formatted(NodeJava.TESTED)
                                : ". Cassandra 5.0 does not start on it."),
                advice,
                facts);
    }

    /** Returns the lines of a report: problems first, then notes. */
    public static List<String> lines(Report report) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s, Linux %s, as user %s"
                        .formatted(report.path(), report.kernel(), report.user()));
        lines.add("");
        report.findings().stream()
                .sorted(Comparator.comparing(Finding::level).reversed())
                .forEach(finding -> lines.addAll(lines(finding)));
        lines.add("");
        lines.add(summary(report));
        return lines;
    }

    private static List<String> lines(Finding finding) {
        String head = HEAD.formatted(text(finding.level()), finding.check());
        List<String> lines =
                new ArrayList<>(WrappedText.lines(head + finding.says(), UNDER_HEAD.length()));
        if (!finding.advice().isEmpty())
            lines.addAll(
                    WrappedText.lines(
                            UNDER_HEAD + "-> " + finding.advice(), UNDER_HEAD.length() + 3));
        return lines;
    }

    private static String summary(Report report) {
        return "%s, %s, %d ok"
                .formatted(
                        counted(report.count(Level.PROBLEM), "problem"),
                        counted(report.count(Level.NOTE), "note"),
                        report.count(Level.OK));
    }

    private static String counted(long count, String what) {
        return count == 0 ? "no " + what + "s" : Amount.of(count, what);
    }

    static Map<String, Object> fields(Report report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", report.path());
        fields.put("kernel", report.kernel());
        fields.put("user", report.user());
        fields.put("problems", report.count(Level.PROBLEM));
        fields.put("notes", report.count(Level.NOTE));
        fields.put("findings", report.findings().stream().map(DoctorText::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(Finding finding) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("level", text(finding.level()));
        fields.put("check", finding.check());
        fields.put("says", finding.says());
        if (!finding.advice().isEmpty()) fields.put("advice", finding.advice());
        fields.put("facts", finding.facts());
        return fields;
    }

    private static String text(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
