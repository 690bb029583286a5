// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shape of a network and the properties of its links.
 *
 * <ul>
 *   <li>{@code star:100us}: all nodes and the client on one switch, with this delay between any
 *       two.
 *   <li>{@code torus:500us}: a three-dimensional torus, with this delay for each hop.
 *   <li>{@code wan:75ms/3}: three sites with this delay between any two, and none within one. Node
 *       1 is at the first site, node 2 at the second; node 4 and the client are at the first.
 *   <li>{@code file:PATH}: a file with a line for each link.
 *   <li>{@code links:1 2 1ms;* client 2ms}: the same lines, separated by semicolons.
 * </ul>
 */
public final class Topology {
    private static final String FILE = "file:";
    private static final String LINKS = "links:";
    private static final Pattern WAN = Pattern.compile("([^/,]*)/([0-9]{1,3})(,.*)?");
    private static final int MOST_SITES = 32;
    private static final long LONGEST_NANOS = 300_000_000;

    private final String text;
    private final Shape shape;

    private Topology(String text, Shape shape) {
        this.text = text;
        this.shape = shape;
    }

    /**
     * Parses a topology. A file is read, and stands in the topology's text from then on.
     *
     * @throws IllegalArgumentException if it is invalid, or the file cannot be read; the message
     *     says why
     */
    public static Topology parse(String text) {
        try {
            // What the file says now holds, also for other processes and later runs.
            String whole =
                    text.startsWith(FILE)
                            ? LINKS + LinkList.textOf(text.substring(FILE.length()))
                            : text;
            return new Topology(whole, shape(whole));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "network '%s': %s".formatted(text, e.getMessage()), e);
        }
    }

    private static Shape shape(String text) {
        String rest = text.substring(text.indexOf(':') + 1);
        if (text.startsWith("star:")) return star(Link.parse(rest));
        if (text.startsWith("torus:")) return torus(Link.parse(rest));
        if (text.startsWith("wan:")) return wan(rest);
        if (text.startsWith(LINKS)) return LinkList.parse(rest);
        throw new IllegalArgumentException(
                "it is not star:DELAY, torus:DELAY, wan:DELAY/SITES, file:PATH or links:LINES, such as star:100us");
    }

    /** Returns whether every two stations have the same delay. */
    public boolean isStar() {
        return text.startsWith("star:");
    }

    /** Returns the plan for this number of nodes. The client is one more station. */
    NetworkPlan plan(int nodes) {
        return shape.plan(nodes);
    }

    /**
     * Checks that the network fits a cluster of Cassandra.
     *
     * @param nodes the number of nodes of the largest cluster
     * @throws IllegalArgumentException if a list of links names a node that is not there, or a
     *     delay is too long
     */
    public void require(int nodes) {
        try {
            shape.require(nodes);
            NetworkPlan plan = plan(nodes);
            for (int from = 0; from < plan.stations(); from++)
                for (int to = 0; to < plan.stations(); to++)
                    if (plan.route(from, to).delayNanos() > LONGEST_NANOS)
                        throw new IllegalArgumentException(
                                "a delay of more than 300 ms: nodes would not find each other");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "network '%s': %s".formatted(text, e.getMessage()), e);
        }
    }

    private static Shape star(Link link) {
        return nodes -> {
            NetworkPlan.Builder plan = new NetworkPlan.Builder(nodes + 1);
            Ports ports = new Ports(plan, nodes + 1, link);
            each(nodes + 1, (from, to) -> plan.set(from, to, ports.route(link, from, to)));
            return plan.build();
        };
    }

    private static Shape torus(Link link) {
        return nodes -> {
            NetworkPlan.Builder plan = new NetworkPlan.Builder(nodes + 1);
            Ports ports = new Ports(plan, nodes + 1, link);
            Torus torus = Torus.of(nodes + 1);
            each(
                    nodes + 1,
                    (from, to) -> {
                        Link path = link.times(torus.hops(from, to));
                        plan.set(from, to, ports.route(path, from, to));
                    });
            return plan.build();
        };
    }

    private static Shape wan(String text) {
        Matcher parts = WAN.matcher(text);
        if (!parts.matches())
            throw new IllegalArgumentException(
                    "'%s' is not DELAY/SITES[,PROPERTY...], such as 75ms/3,jitter=2ms"
                            .formatted(text));
        int sites = Integer.parseInt(parts.group(2));
        if (sites < 2 || sites > MOST_SITES)
            throw new IllegalArgumentException(
                    "there must be 2 to %d sites, not %d".formatted(MOST_SITES, sites));
        Link link = Link.parse(parts.group(1) + (parts.group(3) == null ? "" : parts.group(3)));
        return nodes -> {
            NetworkPlan.Builder plan = new NetworkPlan.Builder(nodes + 1);
            List<List<List<Integer>>> lines = new ArrayList<>();
            for (int a = 0; a < sites; a++) {
                List<List<Integer>> row = new ArrayList<>();
                for (int b = 0; b < sites; b++) row.add(plan.pipe(link.bytesPerSecond()));
                lines.add(row);
            }
            each(
                    nodes + 1,
                    (from, to) -> {
                        int a = from == nodes ? 0 : from % sites;
                        int b = to == nodes ? 0 : to % sites;
                        if (a != b) plan.set(from, to, Route.of(link, lines.get(a).get(b)));
                    });
            return plan.build();
        };
    }

    private interface Pair {
        void accept(int from, int to);
    }

    private static void each(int stations, Pair pair) {
        for (int from = 0; from < stations; from++)
            for (int to = 0; to < stations; to++) if (from != to) pair.accept(from, to);
    }

    /** Returns the text that {@link #parse} takes, without a file. */
    @Override
    public String toString() {
        return text;
    }

    /** The network ports of stations, one for each direction. */
    private static final class Ports {
        private final List<List<Integer>> out = new ArrayList<>();
        private final List<List<Integer>> in = new ArrayList<>();

        Ports(NetworkPlan.Builder plan, int stations, Link link) {
            for (int i = 0; i < stations; i++) {
                out.add(plan.pipe(link.bytesPerSecond()));
                in.add(plan.pipe(link.bytesPerSecond()));
            }
        }

        Route route(Link link, int from, int to) {
            List<Integer> pipes = new ArrayList<>(out.get(from));
            pipes.addAll(in.get(to));
            return Route.of(link, List.copyOf(pipes));
        }
    }
}
