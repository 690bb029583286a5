// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void keepsTheOrderOfMembersAndTheTypesOfValues() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("n", 1L);
        object.put("yes", true);
        object.put("list", List.of(1, "two", Map.of("k", "v")));
        object.put("none", List.of());
        object.put("empty", Map.of());
        object.put("nothing", null);
        assertThat(Json.write(object))
                .isEqualTo(
                        "{\"n\":1,\"yes\":true,\"list\":[1,\"two\",{\"k\":\"v\"}],"
                                + "\"none\":[],\"empty\":{},\"nothing\":null}");
    }

    @Test
    void escapesWhatAStringMustNotHold() {
        assertThat(Json.write(Map.of("k", "say \"hi\" \\ \n é")))
                .isEqualTo("{\"k\":\"say \\\"hi\\\" \\\\ \\u000a é\"}");
    }
}
