// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Runs experiments in this process, in sequence, and stores their results. A complete result of the
 * same commands is reused.
 */
final class ExperimentRuns {
    private static final String QUICK = "-quick";

    private final Path data;
    private final boolean isQuick;
    private final String address;
    private final Supplier<CommandLine> program;
    private final Console console;
    private final ObjectMapper mapper = new ObjectMapper();
    private volatile boolean isEnding;

    /**
     * Creates an object that has run nothing.
     *
     * @param data the directory of results, and temporarily of node files
     * @param address the address of nodes
     * @param program creates this program anew for each command
     */
    ExperimentRuns(
            Path data,
            boolean isQuick,
            String address,
            Supplier<CommandLine> program,
            Console console) {
        this.data = data.toAbsolutePath().normalize();
        this.isQuick = isQuick;
        this.address = address;
        this.program = program;
        this.console = console;
    }

    /** Returns whether the runs were interrupted. */
    boolean isEnding() {
        return isEnding;
    }

    /** Returns the file of an experiment's result. */
    Path file(String name) {
        return data.resolve(stem(name) + ".json");
    }

    /** Returns the existing files of an experiment: the result, and single measurements. */
    List<Path> files(String name) {
        return Stream.of(file(name), singles(name)).filter(Files::exists).toList();
    }

    /** Returns an experiment's working directory, which this program owns and deletes. */
    private Path work(String stem) {
        return data.resolve("firesteel-" + stem);
    }

    /**
     * Kills leftover nodes of all experiments, also of those not requested now: they use the
     * address.
     */
    void endLeft() throws IOException {
        for (String name : Experiment.all().keySet())
            for (String stem : List.of(name, name + QUICK)) RunningNode.killBelow(work(stem));
    }

    private String stem(String name) {
        return isQuick ? name + QUICK : name;
    }

    /** Returns whether the experiment is complete with the same terms. */
    boolean isDone(String name, Experiment experiment) throws IOException {
        Path commands = commandFile(name);
        return Files.exists(file(name))
                && Files.exists(commands)
                && Files.readString(commands).equals(terms(experiment));
    }

    /** Returns the terms that a result depends on. */
    private String terms(Experiment experiment) throws IOException {
        return new Build().version()
                + built()
                + "\n"
                + String.join("\n", experiment.commands(isQuick))
                + "\n"
                + (experiment.node() == null ? "" : experiment.node() + "\n");
    }

    /** Returns the agent's build time: development builds keep the same version. */
    private static String built() throws IOException {
        Path agent = new Build().agent();
        return Files.exists(agent) ? " of " + Files.getLastModifiedTime(agent) : "";
    }

    /** Returns the file of single measurements, from which a killed experiment resumes. */
    private Path singles(String name) {
        return data.resolve(stem(name) + ".jsonl");
    }

    /** Returns the file that holds the terms of the experiment begun. */
    private Path begunFile(String name) {
        return data.resolve(stem(name) + ".begun");
    }

    private Path commandFile(String name) {
        return data.resolve(stem(name) + ".commands");
    }

    /**
     * Returns the result: the stored one, or that of a new run.
     *
     * @throws IOException if it fails, or is interrupted
     */
    JsonNode result(String name, Experiment experiment) throws IOException, InterruptedException {
        if (!isDone(name, experiment)) run(name, experiment);
        return mapper.readTree(Files.readString(file(name)));
    }

    private void run(String name, Experiment experiment) throws IOException, InterruptedException {
        Files.createDirectories(data);
        Files.deleteIfExists(commandFile(name));
        begin(name, terms(experiment));
        if (experiment.files() != null)
            for (Map.Entry<String, String> each : experiment.files().entrySet())
                Files.writeString(data.resolve(each.getKey()), each.getValue());
        String printed = printed(name, experiment);
        Path made = data.resolve(stem(name) + ".new");
        Files.writeString(made, printed);
        Files.move(made, file(name), StandardCopyOption.ATOMIC_MOVE);
        // Last: its existence marks the result as complete.
        Files.writeString(commandFile(name), terms(experiment));
        Files.deleteIfExists(begunFile(name));
    }

    /** Discards measurements of another build or other commands: they cannot be continued. */
    private void begin(String name, String terms) throws IOException {
        Path begun = begunFile(name);
        boolean isGoneOnWith = Files.exists(begun) && Files.readString(begun).equals(terms);
        if (!isGoneOnWith) Files.deleteIfExists(singles(name));
        Files.writeString(begun, terms);
    }

    private String printed(String name, Experiment experiment)
            throws IOException, InterruptedException {
        Path work = work(stem(name));
        Experiment.Node terms = experiment.node();
        ExperimentNode node = terms == null ? null : new ExperimentNode(terms, work, address);
        try (ShutdownHook hook = new ShutdownHook("end-experiment", () -> end(node))) {
            if (node != null) node.clear();
            String printed = complete(name, last(name, experiment, node));
            FileTree.delete(work);
            return printed;
        }
    }

    /** Runs the commands and returns the output of the last one. */
    private String last(String name, Experiment experiment, @Nullable ExperimentNode node)
            throws IOException, InterruptedException {
        List<String> commands = experiment.commands(isQuick);
        List<String> printed = new ArrayList<>();
        if (node != null)
            node.during(
                    () -> {
                        for (String command : commands.subList(0, node.steps()))
                            printed.add(spoken(name, command));
                    });
        for (String command : commands.subList(printed.size(), commands.size()))
            printed.add(spoken(name, command));
        return printed.get(printed.size() - 1);
    }

    private void end(@Nullable ExperimentNode node) {
        isEnding = true;
        if (node != null) node.kill();
    }

    /** Runs a command of this program and returns its output. */
    private String spoken(String name, String command) throws IOException {
        if (isEnding) throw new IOException("interrupted");
        String[] words = words(name, command);
        console.note("");
        console.note("$ firesteel " + String.join(" ", words));
        StringWriter out = new StringWriter();
        CommandLine line =
                program.get().setOut(new PrintWriter(out, true)).setErr(console.command().getErr());
        int code = line.execute(words);
        if (code != 0)
            throw new IOException(
                    "'firesteel %s' ended with %d".formatted(String.join(" ", words), code));
        return out.toString();
    }

    /** Splits a command at spaces, then inserts paths, which may contain spaces. */
    private String[] words(String name, String command) {
        String[] words = command.split(" ");
        for (int i = 0; i < words.length; i++)
            words[i] =
                    words[i].replace("{data}", data.toString())
                            .replace("{name}", stem(name))
                            .replace("{work}", work(stem(name)).toString())
                            .replace("{address}", address);
        return words;
    }

    /** Checks that the output is complete: after Ctrl-C a command marks it as incomplete. */
    private String complete(String name, String printed) throws IOException {
        JsonNode result;
        try {
            result = mapper.readTree(printed);
        } catch (JsonProcessingException e) {
            throw new IOException(name + " has printed no JSON: " + e.getOriginalMessage(), e);
        }
        boolean isComplete =
                result.isObject()
                        && result.path("isComplete").asBoolean(true)
                        && result.path("result").path("isComplete").asBoolean(true);
        if (!isComplete || isEnding)
            throw new IOException(name + " was ended early; run the same command to continue");
        return printed;
    }
}
