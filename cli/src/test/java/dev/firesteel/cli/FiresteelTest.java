// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class FiresteelTest {
    static Stream<String> verbs() {
        List<String> verbs = new ArrayList<>();
        collect("", Firesteel.commandLine(), verbs);
        return verbs.stream().filter(verb -> !verb.endsWith("help"));
    }

    private static void collect(String path, CommandLine command, List<String> verbs) {
        verbs.add(path);
        command.getSubcommands().forEach((name, verb) -> collect(path + " " + name, verb, verbs));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void helpsWithEveryVerbAndGivesExamples(String verb) {
        Spoken spoken = Spoken.by((verb + " --help").trim().split(" "));
        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out()).contains("Usage: firesteel" + verb).contains("Examples:");
        assertThat(spoken.out().lines()).allMatch(line -> line.length() <= 80);
    }

    /** Picocli breaks lines also behind punctuation; only lists of values may have some. */
    @ParameterizedTest
    @MethodSource("verbs")
    void breaksNoNameOfAValueInTheUsage(String verb) {
        CommandLine command = command(verb);
        String usage =
                command.getUsageMessage()
                        .lines()
                        .takeWhile(line -> line.startsWith("Usage") || line.startsWith(" "))
                        .collect(Collectors.joining("\n"));
        for (OptionSpec each : command.getCommandSpec().options())
            if (each.arity().max() > 0 && !each.paramLabel().contains("["))
                assertThat(usage).contains(each.paramLabel());
    }

    private static CommandLine command(String verb) {
        CommandLine command = Firesteel.commandLine();
        for (String word : verb.trim().split(" ", -1))
            if (!word.isEmpty())
                command = Objects.requireNonNull(command.getSubcommands().get(word));
        return command;
    }

    /**
     * Picocli breaks lines behind punctuation, also within a name. Lists may be broken at commas.
     */
    @ParameterizedTest
    @MethodSource("verbs")
    void breaksNoNameInTheDescriptions(String verb) {
        CommandLine command = command(verb);
        String texts = texts(command.getCommandSpec());
        List<String> lines = command.getUsageMessage().lines().toList();
        for (int i = 1; i < lines.size(); i++) {
            String before = lines.get(i - 1).replaceFirst(".* ", "");
            String after = lines.get(i).strip().replaceFirst(" .*", "");
            if (before.matches(".*[./_-]") && after.matches("\\w.*"))
                assertThat(texts).doesNotContain(before + after);
        }
    }

    /** Returns all descriptions of a verb, and the default values that stand in them. */
    private static String texts(CommandSpec verb) {
        List<String> texts = new ArrayList<>(List.of(verb.usageMessage().description()));
        for (ArgSpec each : verb.args()) {
            texts.addAll(List.of(each.description()));
            if (each.defaultValue() != null) texts.add(each.defaultValue());
        }
        for (CommandLine each : verb.subcommands().values())
            texts.addAll(List.of(each.getCommandSpec().usageMessage().description()));
        return String.join("\n", texts);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "runn|There is no verb 'runn': did you mean 'run'?",
                "lab yscb|There is no verb 'yscb': did you mean 'ycsb'?",
                "xyzzy|There is no verb 'xyzzy'",
                "--adress 1.2.3.4 run|There is no option '--adress'",
                "run --adress 1.2.3.4|There is no option '--adress': did you mean '--address'?",
                "run --nodess=3|There is no option '--nodess': did you mean '--nodes'?",
                "run extra|'extra' is not expected here",
            })
    void namesWhatWasProbablyMeant(String line, String problem) {
        Spoken spoken = Spoken.by(line.split(" "));
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err().lines()).first().isEqualTo("firesteel: " + problem);
    }

    @Test
    void tellsItsVersion() {
        assertThat(Spoken.by("--version").out()).matches("firesteel \\d+\\.\\d+\\.\\d+\\S*\\s+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "journal", "lab", "bench"})
    void listsTheVerbsWhereNoneIsGiven(String command) {
        Spoken spoken = Spoken.by(command.isEmpty() ? new String[0] : new String[] {command});
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("Commands:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fly",
                "help fly",
                "help lab fly",
                "run --journal-size 4GB",
                "run --nodes many",
                "run --nodes 0",
                "run --address 192.168.0.1",
                "run --cassandra 4.1.0",
                "run --nodes 2 --journal j",
                "run --stock --journal j",
                "run --stock --firesteel prometheus_port=9500",
                "run --firesteel journal_path=j",
                "run --firesteel journal_in_memory=true",
                "run --stock --journal-in-memory",
                "run --stock --drive tlc,streams=seed9",
                "run --drive tlc,streams=seed9 --firesteel lifetimes=off",
                "run --firesteel prometheus_port",
                "journal info",
                "journal fly",
                "journal format --segment-size 2GiB j",
                "doctor --fly",
                "doctor a b",
                "lab crash --kills 0",
                "lab crash --target oracle",
                "lab crash --threads 10 --keys 5",
                "lab crash --readers -1",
                "lab crash --records-in-flight few",
                "lab crash --target stock --records-in-flight 4",
                "lab crash --longest-load 0",
                "lab crash --address 10.0.0.1",
                "lab crash --target stock --device j",
                "lab crash --target stock --journal-size 1GiB",
                "lab crash --target stock --faults kill,hole",
                "lab powercut --cuts 0",
                "lab powercut --address 10.0.0.1",
                "lab powercut --device-kind tape",
                "lab powercut --target stock --device-kind raw",
                "lab powercut --target periodic --records-in-flight 4",
                "lab load --rows 0",
                "lab load --consistency MOST",
                "lab load --fields 0",
                "lab ycsb --workload write",
                "lab ycsb --workload g",
                "lab ycsb --rate -1",
                "lab ycsb --workload f --rate 100",
                "lab matrix --workloads d",
                "lab ycsb --distribution zipfain",
                "lab ycsb --seconds 0",
                "lab ycsb --threads 0",
                "lab ycsb --field-length 0",
                "bench commitlog --clients 0",
                "bench commitlog --clients eight",
                "bench commitlog --rounds 0",
                "bench commitlog --seconds 0",
                "bench commitlog --workload g",
                "bench commitlog --workload 5/96",
                "bench commitlog --modes batch,fast",
                "bench commitlog --modes batch --device j",
                "bench commitlog --open -1",
                "bench commitlog --log /x",
                "bench commitlog --log a=/x --device j --modes firesteel",
                "bench commitlog --sstables a=/x,a=/y",
                "bench commitlog --set commitlog_directory=/x",
                "endurance live disk7k --data d --every 0",
                "endurance live tape --data d",
                "endurance measure d --seconds 0",
                "bench commitlog --workload f --open 0.7",
                "bench commitlog --in-memory much",
                "bench commitlog --address 10.0.0.1",
                "bench journal --sizes 10",
                "bench journal --sizes many",
                "bench journal --threads 0",
                "bench journal --rounds 0",
                "bench journal --seconds 0",
                "bench journal --warm-up 0",
                "bench journal --peers firesteel,kafka",
                "bench journal --peers drive,rocksdb",
                "bench journal --peers rocksdb --device j",
                "bench journal --records-in-flight 33",
                "bench replay --log 1KiB",
                "bench replay --log 1GB",
                "bench replay --modes batch,periodic",
                "bench replay --modes batch --device j",
                "bench replay --rounds 0",
                "bench replay --address 10.0.0.1",
                "bench replay --fields 0",
            })
    void refusesAWrongCommandLineWithOneSentenceAndExitCode2(String line) {
        Spoken spoken = Spoken.by(line.split(" "));
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err().lines())
                .hasSize(2)
                .satisfies(lines -> assertThat(lines.get(0)).startsWith("firesteel: "))
                .satisfies(lines -> assertThat(lines.get(1)).contains("--help"));
    }
}
