// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.NodeOptions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Checks the keys of YCSB's properties files (core workload, 0.17.0) against a verb's abilities.
 */
final class YcsbKeys {
    private static final Set<String> WORKLOADS =
            Set.of("site.ycsb.workloads.CoreWorkload", "com.yahoo.ycsb.workloads.CoreWorkload");

    /** The shares of operations, with YCSB's defaults. */
    private static final Map<String, String> SHARES =
            Map.of(
                    "readproportion", "0.95",
                    "updateproportion", "0.05",
                    "insertproportion", "0",
                    "scanproportion", "0",
                    "readmodifywriteproportion", "0");

    private static final Set<String> COUNTS =
            Set.of(
                    "recordcount",
                    "operationcount",
                    "fieldcount",
                    "fieldlength",
                    "minfieldlength",
                    "minscanlength",
                    "maxscanlength",
                    "zeropadding");

    /** The other keys that YCSB's workload reads, with their values; none for any text. */
    private static final Map<String, Set<String>> TEXTS =
            Map.of(
                    "fieldlengthdistribution",
                            Set.of("constant", "uniform", "zipfian", "histogram"),
                    "fieldlengthhistogram", Set.of(),
                    "readallfields", Set.of("true", "false"),
                    "writeallfields", Set.of("true", "false"),
                    "requestdistribution",
                            Set.of(
                                    "uniform",
                                    "zipfian",
                                    "true-zipfian",
                                    "latest",
                                    "hotspot",
                                    "exponential",
                                    "sequential"),
                    "scanlengthdistribution", Set.of("uniform", "zipfian"),
                    "insertorder", Set.of("hashed", "ordered"));

    private static final Set<String> DECIMALS =
            Set.of(
                    "hotspotdatafraction",
                    "hotspotopnfraction",
                    "exponential.percentile",
                    "exponential.frac");

    /** Keys with a single valid value, and the reason. */
    private static final Map<String, Only> FIXED =
            Map.ofEntries(
                    Map.entry("table", new Only("usertable", "the table is ycsb.usertable")),
                    Map.entry("cassandra.keyspace", new Only("ycsb", "the keyspace is ycsb")),
                    Map.entry(
                            "fieldnameprefix", new Only("field", "columns are called field0 ...")),
                    Map.entry("insertstart", new Only("0", "all rows are loaded and used")),
                    Map.entry("dataintegrity", new Only("false", "content is not verified")),
                    Map.entry("deleteproportion", new Only("0", "the workload has no deletes")),
                    Map.entry(
                            "core_workload_insertion_retry_limit",
                            new Only("0", "a failed insert is counted, and not repeated")));

    /** Keys set by an option, with the value that leaves the option free. */
    private static final Map<String, Option> OPTIONS =
            Map.of(
                    "threadcount", new Option("--threads", null),
                    "target", new Option("--rate", "0"),
                    "maxexecutiontime", new Option("--seconds", "0"),
                    "hosts", new Option("--address", null),
                    "port", new Option("--port", null),
                    "cassandra.readconsistencylevel", new Option("--consistency", null),
                    "cassandra.writeconsistencylevel", new Option("--consistency", null));

    /** Keys of YCSB's own clock, reports and process, which are not used here. */
    private static final Pattern UNUSED =
            Pattern.compile(
                    "measurementtype|measurement\\..*|hdrhistogram\\..*|histogram\\..*"
                            + "|timeseries\\..*|status(\\.interval)?|exporter|exportfile|label|db"
                            + "|dotransactions|reportlatencyforeacherror|latencytrackederrors"
                            + "|core_workload_insertion_retry_interval");

    /** Maximum scale of a number, positive or negative: more is a mistake, and costs memory. */
    private static final int MOST_DIGITS = 1_000;

    private record Only(String value, String reason) {}

    private record Option(String name, @Nullable String neutral) {}

    private final Properties properties;
    private final CommandSpec command;
    private final List<String> problems = new ArrayList<>();

    /**
     * Creates a check that has read no value yet.
     *
     * @param properties of a file
     * @param command the verb, with the values of its options
     */
    YcsbKeys(Properties properties, CommandSpec command) {
        this.properties = properties;
        this.command = command;
    }

    /** Returns all problems of the file, by key. */
    List<String> problems() {
        for (String key : new TreeSet<>(properties.stringPropertyNames()))
            check(key, properties.getProperty(key).strip());
        if (SHARES.keySet().stream().allMatch(key -> share(key).signum() == 0))
            problems.add("every share is 0: no operation is left to measure");
        return problems;
    }

    private void check(String key, String value) {
        if (SHARES.containsKey(key)) checkShare(key, value);
        else if (COUNTS.contains(key)) checkCount(key, value);
        else if (FIXED.containsKey(key)) checkFixed(key, value, FIXED.get(key));
        else if (OPTIONS.containsKey(key)) checkOption(key, value, OPTIONS.get(key));
        else if (key.equals("insertcount")) checkInsertCount(value);
        else if (key.equals("workload")) checkWorkload(value);
        else if (TEXTS.containsKey(key)) checkText(key, value);
        else if (DECIMALS.contains(key)) checkDecimal(key, value);
        else if (!UNUSED.matcher(key).matches())
            problems.add(key + " is not a known key: correct it, or remove it");
    }

    private void checkText(String key, String value) {
        Set<String> known = new TreeSet<>(TEXTS.get(key));
        if (!known.isEmpty() && !known.contains(value.toLowerCase(Locale.ROOT)))
            problems.add(
                    "%s must be one of %s, not '%s'"
                            .formatted(key, String.join(", ", known), value));
    }

    private void checkDecimal(String key, String value) {
        BigDecimal decimal = number(value);
        if (decimal == null || decimal.signum() < 0)
            problems.add("%s must be a number, at least 0, not '%s'".formatted(key, value));
    }

    private void checkShare(String key, String value) {
        BigDecimal share = number(value);
        if (share == null || share.signum() < 0 || share.compareTo(BigDecimal.ONE) > 0)
            problems.add("%s must be 0 to 1, not '%s'".formatted(key, value));
    }

    private void checkCount(String key, String value) {
        BigDecimal count = number(value);
        BigDecimal most = BigDecimal.valueOf(most(key));
        if (count == null || !value.matches("\\d+"))
            problems.add("%s must be a whole number, not '%s'".formatted(key, value));
        else if (count.compareTo(most) > 0)
            problems.add("%s must be at most %s, not '%s'".formatted(key, most, value));
        else if (key.equals("recordcount") && count.signum() == 0)
            problems.add("recordcount must be at least 1, not '%s'".formatted(value));
    }

    /** Returns the largest count: YCSB reads all but the operations as an int. */
    private static long most(String key) {
        return key.equals("operationcount") ? Long.MAX_VALUE : Integer.MAX_VALUE;
    }

    private void checkFixed(String key, String value, Only only) {
        if (!isSame(value, only.value))
            problems.add(
                    "%s must be %s, not '%s': %s".formatted(key, only.value, value, only.reason));
    }

    private void checkOption(String key, String value, Option option) {
        if (option.neutral != null && isSame(value, option.neutral)) return;
        OptionSpec spec = command.findOption(option.name);
        if (spec == null) {
            problems.add("%s = %s is not for this verb: remove it".formatted(key, value));
            return;
        }
        Object given = spec.getValue(); // an address has a default, but no default value
        String used = given == null ? NodeOptions.LOCAL : given.toString();
        if (!isSame(value, used))
            problems.add(
                    "%s is '%s', and %s is %s: give %s, or remove the key"
                            .formatted(key, value, option.name, used, option.name));
    }

    private void checkInsertCount(String value) {
        String all = properties.getProperty("recordcount", "").strip();
        if (!isSame(value, "0") && !isSame(value, all))
            problems.add(
                    "insertcount must be recordcount, '%s', not '%s': all rows are loaded and used"
                            .formatted(all, value));
    }

    private void checkWorkload(String value) {
        if (!WORKLOADS.contains(value))
            problems.add(
                    "workload is %s, but only YCSB's core workload is supported: %s"
                            .formatted(value, "site.ycsb.workloads.CoreWorkload"));
    }

    /**
     * Writes values as YCSB reads them: without blanks, in lower case, and whole numbers without a
     * fraction.
     */
    void normalize() {
        for (String key : properties.stringPropertyNames()) {
            Only only = FIXED.get(key);
            String value = properties.getProperty(key).strip();
            if (!TEXTS.getOrDefault(key, Set.of()).isEmpty())
                value = value.toLowerCase(Locale.ROOT);
            properties.setProperty(key, only == null ? value : only.value);
        }
        properties.remove("insertcount"); // recordcount, as by default
        if (isSame(properties.getProperty("operationcount", ""), "0"))
            properties.remove("operationcount"); // until the time is over
    }

    /** Removes the unused keys, and returns them. */
    List<String> removeUnused() {
        List<String> unused =
                properties.stringPropertyNames().stream()
                        .filter(key -> UNUSED.matcher(key).matches())
                        .sorted()
                        .toList();
        unused.forEach(properties::remove);
        return unused;
    }

    /** Returns the sum of the shares in the file, or else of YCSB's defaults. */
    BigDecimal sumOfShares() {
        return SHARES.keySet().stream().map(this::share).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns a share; one that is not a number is reported elsewhere, and counts as one here. */
    private BigDecimal share(String key) {
        BigDecimal share = number(properties.getProperty(key, SHARES.get(key)).strip());
        return share == null ? BigDecimal.ONE : share;
    }

    private static boolean isSame(String one, String other) {
        BigDecimal first = number(one);
        BigDecimal second = number(other);
        return (first != null && second != null)
                ? first.compareTo(second) == 0
                : one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }

    private static @Nullable BigDecimal number(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            return Math.abs((long) number.scale()) > MOST_DIGITS ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
