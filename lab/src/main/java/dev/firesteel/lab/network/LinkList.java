// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A list of links. A line names two stations and the link: {@code 1 2 100us,loss=1%}. A station is
 * the number of a node, {@code client}, or {@code *} for each. Later lines replace earlier ones.
 * Stations without a line have no delay between them.
 */
record LinkList(List<Line> lines) implements Shape {
    private static final String CLIENT = "client";
    private static final String ALL = "*";
    private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S.*)");
    private static final Pattern NODE = Pattern.compile("[1-9][0-9]{0,2}");

    /** A line, as it is written and as it was read. */
    record Line(String words, String from, String to, Link link) {}

    /**
     * Parses a list.
     *
     * @param text the lines, separated by semicolons
     * @throws IllegalArgumentException if it is invalid
     */
    static LinkList parse(String text) {
        List<Line> lines = new ArrayList<>();
        for (String line : text.split(";", -1)) if (!line.isBlank()) lines.add(line(line.strip()));
        if (lines.isEmpty()) throw new IllegalArgumentException("there is no link");
        return new LinkList(List.copyOf(lines));
    }

    /**
     * Returns the lines of a file, without comments, separated by semicolons.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    static String textOf(String path) {
        try {
            return Files.readAllLines(Path.of(path)).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .collect(Collectors.joining(";"));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no such file", e);
        } catch (MalformedInputException e) {
            throw new IllegalArgumentException("the file is not text in UTF-8", e);
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("cannot read the file: " + e.getMessage(), e);
        }
    }

    private static Line line(String words) {
        Matcher parts = LINE.matcher(words);
        if (!parts.matches())
            throw new IllegalArgumentException(
                    "'%s' is not STATION STATION DELAY[,...], such as 1 2 100us".formatted(words));
        try {
            Link link = Link.parse(parts.group(3));
            return new Line(words, station(parts.group(1)), station(parts.group(2)), link);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'%s': %s".formatted(words, e.getMessage()), e);
        }
    }

    private static String station(String name) {
        if (name.equals(CLIENT) || name.equals(ALL) || NODE.matcher(name).matches()) return name;
        throw new IllegalArgumentException(
                "'%s' is not the number of a node, %s or %s".formatted(name, CLIENT, ALL));
    }

    @Override
    public void require(int nodes) {
        for (Line line : lines)
            for (String name : List.of(line.from, line.to))
                if (NODE.matcher(name).matches() && Integer.parseInt(name) > nodes)
                    throw new IllegalArgumentException(
                            "'%s': there is no node %s, only %d"
                                    .formatted(line.words, name, nodes));
    }

    @Override
    public NetworkPlan plan(int nodes) {
        NetworkPlan.Builder plan = new NetworkPlan.Builder(nodes + 1);
        for (Line line : lines)
            for (int a : stations(line.from, nodes))
                for (int b : stations(line.to, nodes)) if (a != b) connect(plan, line.link, a, b);
        return plan.build();
    }

    private static void connect(NetworkPlan.Builder plan, Link link, int a, int b) {
        plan.set(a, b, Route.of(link, plan.pipe(link.bytesPerSecond())));
        plan.set(b, a, Route.of(link, plan.pipe(link.bytesPerSecond())));
    }

    /** Returns the stations of a name, counted from 0; none if the cluster is too small for it. */
    private static List<Integer> stations(String name, int nodes) {
        if (name.equals(CLIENT)) return List.of(nodes);
        List<Integer> stations = new ArrayList<>();
        for (int i = 0; i <= nodes; i++)
            if (name.equals(ALL) || (i < nodes && name.equals(Integer.toString(i + 1))))
                stations.add(i);
        return stations;
    }
}
