// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.cli.Spoken;
import org.junit.jupiter.api.Test;

class HitsVerbTest {
    /** 1069 bytes a row, so 15 in 16 KiB, and 6554 of 65534 chunks in 102.4 MiB. */
    private static final String[] WORDS = {
        "memory", "hits", "--rows", "983000", "--cache", "107381760B", "--keys"
    };

    private static Spoken hits(String keys, String... more) {
        String[] words = new String[WORDS.length + 1 + more.length];
        System.arraycopy(WORDS, 0, words, 0, WORDS.length);
        words[WORDS.length] = keys;
        System.arraycopy(more, 0, words, WORDS.length + 1, more.length);
        return Spoken.by(words);
    }

    @Test
    void aTenthOfTheChunksAnswersATenthOfUniformReadsAndMoreOfOthers() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode uniform = mapper.readTree(hits("uniform", "--json").out());
        assertThat(uniform.path("rowsPerChunk").asInt()).isEqualTo(15);
        assertThat(uniform.path("chunks").asInt()).isEqualTo(65_534);
        assertThat(uniform.path("chunksCached").asInt()).isEqualTo(6_554);
        assertThat(uniform.path("hitRatio").asDouble()).isEqualTo(0.1, within(0.001));
        double scrambled =
                mapper.readTree(hits("zipfian", "--json").out()).path("hitRatio").asDouble();
        double zipf =
                mapper.readTree(hits("true-zipfian", "--json").out()).path("hitRatio").asDouble();
        assertThat(scrambled).isBetween(0.15, 0.4);
        assertThat(zipf).isBetween(scrambled + 0.1, 0.8);
        assertThat(hits("uniform").out())
                .startsWith("keys            uniform\n")
                .contains("\nrows            983000 of about 1.04KiB, 15 in a chunk\n")
                .contains("\nchunks          65534; the cache holds 6554\n")
                .contains("\nhit ratio       10.0 %, as expected of an LRU cache\n");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThat(hits("hot").err()).contains("keys are chosen zipfian, true-zipfian or uniform");
        Spoken small = Spoken.by("memory", "hits", "--rows", "10", "--cache", "1KiB");
        assertThat(small.exitCode()).isEqualTo(2);
        assertThat(small.err()).contains("--cache 1KiB has no room for one chunk of 16KiB");
        assertThat(Spoken.by("memory", "hits", "--rows", "2000000000", "--cache", "1MiB").err())
                .contains("at most 20000000 rows, as each is examined, not 2000000000");
        assertThat(hits("uniform", "--chunk", "0B").err())
                .contains("--chunk must be at least 1B, not 0B");
        assertThat(Spoken.by("memory", "hits", "--rows", "0", "--cache", "1MiB").err())
                .contains("--rows");
    }
}
