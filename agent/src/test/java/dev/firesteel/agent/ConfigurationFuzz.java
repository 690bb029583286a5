// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Feeds the readers of the agent's files with inputs that a seed determines. Valid lines get parts
 * replaced by typical mistakes and drive errors. Only a refusal of one line may result.
 */
final class ConfigurationFuzz {
    private static final List<String> KEYS =
            List.of(
                    "journal_path",
                    "journal_records_in_flight",
                    "journal_full_wait",
                    "journal_reserve_segments",
                    "lifetimes",
                    "trace_directory",
                    "trace_size",
                    "sstable_writeback",
                    "sync_files",
                    "prometheus_port",
                    "journal_pth",
                    "<<",
                    "? ",
                    "&a [[*a]]",
                    "&a journal_path",
                    "!!java.net.URL journal_path");

    private static final List<String> VALUES =
            List.of(
                    "/flash/journal",
                    "/",
                    "/a\\0b",
                    "\"/a\\0b\"",
                    "\"/a\\nb\"",
                    "8",
                    "-1",
                    "0x7FFFFFFFFFFFFFFFFF",
                    "99999999999999999999",
                    "1e400",
                    ".nan",
                    "500ms",
                    "2s",
                    "-2s",
                    "9223372036854775807ms",
                    "999999999999999999999d",
                    "2026-11-21",
                    "~",
                    "true",
                    "[1, [2, [3]]]",
                    "{a: b}",
                    "seed",
                    "{preset: off, data.0: short}",
                    "{data.1: [short]}",
                    "{data.99: extreme, ? [a] : short}",
                    "64MiB",
                    "&a [*a]",
                    "&a [[*a]]",
                    "&a {b: *a}",
                    "!!int x",
                    "*a",
                    "!!binary aGVsbG8=",
                    "!!java.lang.Object []",
                    "|\n  text\n",
                    "\"\\uD800\"",
                    "");

    private static final List<String> IDENTITY =
            List.of(
                    "owner: 00000000-0000-0007-0000-000000000007",
                    "owner: 1-2-3-4-5",
                    "owner: ",
                    "owner: 00000000-0000-0007-0000-00000000000g",
                    "journal: /flash/journal",
                    "journal: a\0b",
                    "journal: ",
                    "journal id: 00000000-0000-0007-0000-000000000008",
                    "journal id: x",
                    "opened: 7",
                    "opened: -7",
                    "opened: 99999999999999999999",
                    "# a comment");

    private final Path directory;

    ConfigurationFuzz(Path directory) {
        this.directory = directory;
    }

    private interface Reader {
        void read() throws IOException, Refusal;
    }

    void settings(long firstSeed, long count) throws IOException {
        Path file = directory.resolve("firesteel.yaml");
        for (long seed = firstSeed; seed < firstSeed + count; seed++) {
            Files.write(file, bytes(new SplittableRandom(seed), true));
            read(seed, () -> check(SettingsFile.locate(file.toString(), null).read()));
        }
    }

    private static void check(Settings settings) {
        assertThat(settings.journal()).isAbsolute();
        assertThat(settings.recordsInFlight()).isBetween(1, 32);
        assertThat(settings.reserveSegments()).isBetween(3, 1024);
        assertThat(settings.fullWait().isNegative()).isFalse();
    }

    void identities(long firstSeed, long count) throws IOException {
        for (long seed = firstSeed; seed < firstSeed + count; seed++) {
            Files.write(
                    directory.resolve(NodeIdentity.NAME), bytes(new SplittableRandom(seed), false));
            read(seed, () -> check(NodeIdentity.read(directory)));
        }
    }

    private static void check(NodeIdentity identity) {
        assertThat(identity.opened()).isNotNegative();
    }

    private static void read(long seed, Reader reader) {
        try {
            reader.read();
        } catch (Refusal e) {
            String message = String.valueOf(e.getMessage());
            if (message.lines().count() > 1)
                throw new AssertionError("seed " + seed + ": more than a line: " + message, e);
        } catch (Exception | Error e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static byte[] bytes(RandomGenerator random, boolean yaml) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i >= 0; i--)
            text.append(yaml ? line(random) : any(IDENTITY, random)).append('\n');
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(3) > 0) return bytes;
        for (int i = random.nextInt(4); i >= 0; i--)
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        return random.nextBoolean() ? bytes : Arrays.copyOf(bytes, bytes.length / 2);
    }

    private static String line(RandomGenerator random) {
        String indent = " ".repeat(random.nextInt(8) == 0 ? random.nextInt(3) : 0);
        return indent + any(KEYS, random) + ": " + any(VALUES, random);
    }

    private static String any(List<String> choices, RandomGenerator random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
