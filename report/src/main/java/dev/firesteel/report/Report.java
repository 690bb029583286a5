// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders result files as one page. */
public final class Report {
    private static final List<ResultKind> KINDS =
            List.of(
                    new ReproductionResults(),
                    new CommitLogResults(),
                    new CampaignResults(),
                    new ReplayResults(),
                    new EngineResults(),
                    new YcsbResults(),
                    new MatrixResults(),
                    new SweepResults(),
                    new ScaleResults(),
                    new StalenessResults(),
                    new WearResults(),
                    new ModelResults(),
                    new TimedResults(),
                    new PredictionResults(),
                    new DivisionResults(),
                    new ComparedDivisionResults(),
                    new FitResults());

    private static final int MOST_KEYS = 5;

    private Report() {}

    /**
     * Returns self-contained HTML, without links to files or a network.
     *
     * @param files output of {@code --json}, lines of results, or logs of histograms; at least one.
     *     All logs are one section
     * @throws ReportException if one of them is missing, or holds no known results; the message
     *     names it
     */
    public static String of(List<Path> files) throws IOException {
        List<Map<ResultKind, List<Section>>> all = new ArrayList<>();
        List<LatencyLog> logs = new ArrayList<>();
        for (Path path : files)
            if (LatencyLog.isOne(path)) logs.add(LatencyLog.read(path));
            else all.add(sections(path, ResultFile.read(path)));
        List<Section> sections = new ArrayList<>();
        for (ResultKind kind : KINDS)
            for (Map<ResultKind, List<Section>> ofFile : all)
                sections.addAll(ofFile.getOrDefault(kind, List.of()));
        if (!logs.isEmpty()) sections.add(new LatencyLogs(logs).section());
        return new Page("What Firesteel has measured", sections).html();
    }

    /** Returns whether a report can show everything in a file of results. */
    public static boolean canShow(Path file) throws IOException {
        return ResultFile.read(file).objects().stream()
                .allMatch(each -> KINDS.stream().anyMatch(kind -> kind.knows(each)));
    }

    private static Map<ResultKind, List<Section>> sections(Path path, ResultFile file)
            throws ReportException {
        Map<ResultKind, List<JsonNode>> known = new LinkedHashMap<>();
        for (JsonNode object : file.objects())
            known.computeIfAbsent(kind(path, object), each -> new ArrayList<>()).add(object);
        Map<ResultKind, List<Section>> sections = new LinkedHashMap<>();
        known.forEach(
                (kind, objects) ->
                        sections.put(kind, kind.sections(new ResultFile(file.name(), objects))));
        return sections;
    }

    private static ResultKind kind(Path path, JsonNode object) throws ReportException {
        for (ResultKind kind : KINDS) if (kind.knows(object)) return kind;
        if (object.path("round").isNumber())
            throw new ReportException(
                    path
                            + " holds the single measurements of bench, and a report shows its"
                            + " summary: give what bench prints with --json");
        if (object.path("kill").isNumber() || object.path("cut").isNumber())
            throw new ReportException(
                    path
                            + " holds the single cycles of a campaign, and a report shows its"
                            + " summary: give what the same command prints with --json; it"
                            + " repeats no cycle");
        throw new ReportException(
                path
                        + " holds a result that a report cannot show ("
                        + keys(object)
                        + "). Give results of bench"
                        + " commitlog, bench replay, bench journal, endurance model, endurance"
                        + " simulate, lab load, lab ycsb, lab crash, lab powercut, lab sweep, lab scale,"
                        + " lab staleness, memory fit, memory recommend, memory compare or reproduce, made with"
                        + " --json, or the file of lab matrix");
    }

    /** Returns the first keys of an object, by which a user knows what it is. */
    private static String keys(JsonNode object) {
        List<String> keys = new ArrayList<>();
        object.fieldNames().forEachRemaining(keys::add);
        return "a JSON object with "
                + (keys.isEmpty() ? "no keys" : "the keys ")
                + String.join(", ", keys.subList(0, Math.min(MOST_KEYS, keys.size())))
                + (keys.size() > MOST_KEYS ? ", ..." : "");
    }
}
