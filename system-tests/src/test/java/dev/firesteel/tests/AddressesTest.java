// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** System tests run in parallel, so no two classes may have nodes on one address. */
class AddressesTest {
    private static final Pattern ADDRESS = Pattern.compile("\"(127\\.\\d+\\.\\d+\\.\\d+)\"");

    @Test
    void noTwoClassesHaveNodesOnOneAddress() throws IOException {
        Map<String, Set<String>> users = new HashMap<>();
        for (Path test : integrationTests()) {
            Matcher address = ADDRESS.matcher(Files.readString(test));
            while (address.find())
                users.computeIfAbsent(address.group(1), each -> new TreeSet<>())
                        .add(test.getFileName().toString());
        }
        assertThat(users)
                .isNotEmpty()
                .allSatisfy((address, tests) -> assertThat(tests).as(address).hasSize(1));
    }

    private static List<Path> integrationTests() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.filter(file -> file.toString().endsWith("IT.java")).toList();
        }
    }
}
