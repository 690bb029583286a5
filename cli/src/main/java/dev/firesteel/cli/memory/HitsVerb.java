// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.ClientOptions;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Json;
import dev.firesteel.cli.common.RowOptions;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.memory.Keys;
import dev.firesteel.memory.KeyDistribution;
import dev.firesteel.memory.LruCache;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code firesteel memory hits}: computes the expected hit ratio of a cache. */
@Command(
        name = "hits",
        description = {
            "Estimates the hit ratio of an LRU cache of chunks, by Che's approximation, from"
                    + " the distribution of keys.",
            "See docs/lab/memory.md."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel memory hits --rows 1000000 --cache 256MiB",
            "  firesteel memory hits --rows 1000000 --cache 256MiB --keys true-zipfian --json"
        })
final class HitsVerb implements Callable<Integer> {
    private static final long SEED = 1;

    @Option(names = "--rows", paramLabel = "N", required = true, description = "Number of rows.")
    int rows;

    @Mixin RowOptions row = new RowOptions();

    @Option(
            names = "--cache",
            paramLabel = "SIZE",
            required = true,
            converter = Size.Converter.class,
            description = "Size of the cache.")
    Size cache = new Size(0);

    @Option(
            names = "--chunk",
            paramLabel = "SIZE",
            defaultValue = "16KiB",
            converter = Size.Converter.class,
            description =
                    "Size of a chunk, which is cached whole: chunk_length_in_kb of the table"
                            + " (default: ${DEFAULT-VALUE}); with less than a row, single rows"
                            + " are cached.")
    Size chunk = new Size(0);

    @Option(
            names = "--keys",
            paramLabel = "NAME",
            defaultValue = "zipfian",
            description =
                    "Distribution of the requested rows (default: ${DEFAULT-VALUE}): zipfian, as"
                            + " in YCSB, true-zipfian, by Zipf's law, or uniform.")
    String keys = "";

    @Option(names = "--json", description = "Print one JSON object.")
    boolean isJson;

    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Console console = Console.of(spec);
        ClientOptions.requirePositive(console, "--rows", rows);
        if (chunk.bytes() < 1)
            throw SplitOptions.refused(console, "--chunk must be at least 1B, not " + chunk);
        long rowBytes = row.size(console).storedBytes();
        int each = (int) Math.max(1, Math.min(rows, chunk.bytes() / rowBytes));
        long unit = Math.max(chunk.bytes(), rowBytes);
        int room = (int) Math.min(Integer.MAX_VALUE, cache.bytes() / unit);
        if (room < 1)
            throw SplitOptions.refused(
                    console,
                    "--cache %s has no room for one chunk of %s".formatted(cache, new Size(unit)));
        KeyDistribution chunks =
                console.checked(() -> Keys.of(keys).distribution(rows)).inChunks(each, SEED);
        int cached = Math.min(room, chunks.keys());
        double hits = LruCache.hitRatio(chunks, room);
        double best = chunks.shareOfTop(room);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("keys", keys);
        fields.put("rows", rows);
        fields.put("rowBytes", rowBytes);
        fields.put("rowsPerChunk", each);
        fields.put("chunks", chunks.keys());
        fields.put("chunksCached", cached);
        fields.put("hitRatio", hits);
        fields.put("bestHitRatio", best);
        if (isJson) console.say(Json.write(fields));
        else
            console.say(
                    String.format(
                            Locale.ROOT,
                            """
                            keys            %s
                            rows            %d of about %s, %d in a chunk
                            chunks          %d; the cache holds %d
                            hit ratio       %.1f %%, as expected of an LRU cache
                            best hit ratio  %.1f %%, of the most requested chunks""",
                            keys,
                            rows,
                            new Size(rowBytes),
                            each,
                            chunks.keys(),
                            cached,
                            100 * hits,
                            100 * best));
        return 0;
    }
}
