// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
 * Runs experiments in this process, one after the other, and keeps their results: what was run to
 * its end by the same commands is not run again.
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
     * Runs nothing yet.
     *
     * @param data where results go, and files of nodes while there are some
     * @param address where nodes listen
     * @param program this program, anew for each command
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

    /** Whether somebody has ended this. */
    boolean isEnding() {
        return isEnding;
    }

    /** Where the result of an experiment is. */
    Path file(String name) {
        return data.resolve(stem(name) + ".json");
    }

    /** What there is of it: the result, and single measurements. */
    List<Path> files(String name) {
        return Stream.of(file(name), singles(name)).filter(Files::exists).toList();
    }

    /** Nobody else has files there: they are deleted. */
    private Path work(String stem) {
        return data.resolve("firesteel-" + stem);
    }

    /**
     * Ends nodes of experiments that were killed, also of those that are not asked for now: they
     * have the address.
     */
    void endLeft() throws IOException {
        for (String name : Experiment.all().keySet())
            for (String stem : List.of(name, name + QUICK)) RunningNode.killBelow(work(stem));
    }

    private String stem(String name) {
        return isQuick ? name + QUICK : name;
    }

    /** Whether it has been run to its end. */
    boolean isDone(String name, Experiment experiment) throws IOException {
        Path commands = commandFile(name);
        return Files.exists(file(name))
                && Files.exists(commands)
                && Files.readString(commands).equals(terms(experiment));
    }

    /** What the result depends on. */
    private String terms(Experiment experiment) throws IOException {
        return new Build().version()
                + built()
                + "\n"
                + String.join("\n", experiment.commands(isQuick))
                + "\n"
                + (experiment.node() == null ? "" : experiment.node() + "\n");
    }

    /** Versions that are being worked on have the same name for a long time. */
    private static String built() throws IOException {
        Path agent = new Build().agent();
        return Files.exists(agent) ? " of " + Files.getLastModifiedTime(agent) : "";
    }

    /** Where an experiment that goes on after a kill keeps what it has measured. */
    private Path singles(String name) {
        return data.resolve(stem(name) + ".jsonl");
    }

    /** Says of what the experiment is that was begun. */
    private Path begunFile(String name) {
        return data.resolve(stem(name) + ".begun");
    }

    private Path commandFile(String name) {
        return data.resolve(stem(name) + ".commands");
    }

    /**
     * Its result: of the run that was made, or of one that is made now.
     *
     * @throws IOException if it fails, or is ended early
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
        // Last: a result counts once this is there.
        Files.writeString(commandFile(name), terms(experiment));
        Files.deleteIfExists(begunFile(name));
    }

    /** What another build has measured, or other commands, is not gone on with. */
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

    /** What the last of its commands prints. */
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

    /** What a command of this program prints. */
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

    /** Paths may have spaces in them, commands have none. */
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

    /** One that was ended by Ctrl-C tells what it has, and that it is not all. */
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
            throw new IOException(
                    name + " was ended before its end; the same command goes on with it");
        return printed;
    }
}
