// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.history.Operation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The registers that each replica has, whatever the others have.
 *
 * @param values the values of each replica, by key; absent registers have none
 */
record RegisterReplicas(List<Map<Long, Long>> values) {
    /**
     * Returns the loss of a register that all replicas had with one value, which no client has
     * changed since.
     */
    Optional<String> lossOfSettled(long key, @Nullable Long settled) {
        if (values.stream().allMatch(each -> Objects.equals(each.get(key), settled)))
            return Optional.empty();
        return Optional.of(
                "lost on a replica: register %d, settled %s, %s"
                        .formatted(key, settled, text(key)));
    }

    /**
     * Returns the loss of a register that clients have changed. A quorum of the replicas must have
     * each change that was acknowledged, or a later one: the value is unique, and a change names
     * the value that it follows.
     */
    Optional<String> lossOfAcknowledged(long key, List<Operation> history) {
        Map<Long, @Nullable Long> followed = new HashMap<>();
        for (Operation each : history)
            if (each.value() != null) followed.put(each.value(), each.expected());
        List<Set<Long>> changes =
                values.stream().map(each -> changes(each.get(key), followed)).toList();
        for (Operation each : history) {
            if (!each.applied()) continue;
            long having = changes.stream().filter(of -> of.contains(each.value())).count();
            if (having < values.size() / 2 + 1)
                return Optional.of("lost: register %d, %s, %s".formatted(key, each, text(key)));
        }
        return Optional.empty();
    }

    /** Returns the changes that have led to a value, and the value. */
    private static Set<Long> changes(@Nullable Long value, Map<Long, @Nullable Long> followed) {
        Set<Long> changes = new HashSet<>();
        for (Long each = value; each != null; each = followed.get(each)) changes.add(each);
        return changes;
    }

    private String text(long key) {
        return "the replicas have " + values.stream().map(each -> each.get(key)).toList();
    }
}
