// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Finds keys that stand in a map of a YAML file more than once, also by an older name. */
final class RepeatedKeys {
    private final YamlSource source;
    private final List<String> notes = new ArrayList<>();
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    RepeatedKeys(YamlSource source) {
        this.source = source;
    }

    List<String> notes() {
        Node root = new Yaml(CassandraYaml.options()).compose(new StringReader(source.text()));
        visit(root, "");
        return notes;
    }

    private void visit(Node node, String path) {
        if (!seen.add(node)) return;
        if (node instanceof SequenceNode list) for (Node each : list.getValue()) visit(each, path);
        if (!(node instanceof MappingNode map)) return;
        Map<String, List<Integer>> lines = new LinkedHashMap<>();
        for (NodeTuple each : map.getValue()) {
            visit(each.getKeyNode(), path);
            String name = name(each.getKeyNode());
            visit(each.getValueNode(), path + name + ".");
            if (each.getKeyNode() instanceof ScalarNode key && !key.getTag().equals(Tag.MERGE))
                lines.computeIfAbsent(name, unused -> new ArrayList<>())
                        .add(key.getStartMark().getLine() + 1);
        }
        lines.forEach((name, all) -> noteRepeated(path + name, all));
        if (path.isEmpty()) noteOlder(lines);
    }

    private static String name(Node key) {
        return key instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private void noteRepeated(String key, List<Integer> lines) {
        if (lines.size() > 1)
            notes.add(
                    "%s has %s in lines %s: the last one counts"
                            .formatted(source.name(), key, joined(lines)));
    }

    private void noteOlder(Map<String, List<Integer>> lines) {
        CassandraKeys.presentNames()
                .forEach(
                        (older, name) -> {
                            if (lines.containsKey(older) && lines.containsKey(name))
                                notes.add(
                                        "%s has %s in line %s and its older name %s in line %s: remove one, or Cassandra does not start"
                                                .formatted(
                                                        source.name(),
                                                        name,
                                                        joined(lines.getOrDefault(name, List.of())),
                                                        older,
                                                        joined(
                                                                lines.getOrDefault(
                                                                        older, List.of()))));
                        });
    }

    private static String joined(List<Integer> lines) {
        List<String> all = lines.stream().map(String::valueOf).toList();
        int last = all.size() - 1;
        if (last < 1) return String.join("", all);
        return String.join(", ", all.subList(0, last)) + " and " + all.get(last);
    }
}
