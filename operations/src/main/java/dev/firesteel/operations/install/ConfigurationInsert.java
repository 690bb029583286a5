// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.operations.home.TextDiff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Plans the installation of Firesteel in a Cassandra.
 *
 * @param layout the paths of Cassandra's parts
 * @param cassandra Cassandra's settings
 * @param marks the agent's files in the commit log directory
 * @param options the node's JVM options
 */
record ConfigurationInsert(
        Layout layout, CassandraSettings cassandra, AgentFiles marks, JvmOptions options) {
    /** Characters that a shell splits or expands, or that end the jar's path for the JVM. */
    private static final Pattern NO_WORD = Pattern.compile(".*[\\s*?\\[\\]\\\\=\"'].*");

    List<Plan.Step> steps(Path agent, Path journal, long journalBytes, boolean inMemory)
            throws IOException {
        requireInstallable(agent);
        Path yaml = layout.firesteelYaml();
        boolean isAllowed = Files.exists(yaml) ? FiresteelYaml.allowsMemory(yaml) : inMemory;
        if (inMemory && !isAllowed)
            throw new InstallException(
                    "%s exists and does not ask for storage in memory: add %s to it"
                            .formatted(yaml, FiresteelYaml.ALLOWING_MEMORY));
        new JournalPlace(journal).requireDevice();
        if (isInstalled() && Files.notExists(journal)) requireNoneForgotten(journal);
        List<Plan.Step> steps = new ArrayList<>();
        // Steps that may fail come first; the one that activates Firesteel comes last.
        new JournalTarget(journal, journalBytes, isAllowed, cassandra, marks)
                .step()
                .ifPresent(steps::add);
        addAgent(agent, steps);
        addYaml(journal, steps);
        if (options.named().isEmpty()) steps.add(options.addition());
        return steps;
    }

    private boolean isInstalled() throws IOException {
        return !options.named().isEmpty() && Files.exists(layout.firesteelYaml());
    }

    /** Refuses a new journal where the node's own, and all that is known of it, are missing. */
    private void requireNoneForgotten(Path journal) throws IOException {
        if (marks.owner() != null || !FiresteelYaml.journal(layout.firesteelYaml()).equals(journal))
            return;
        throw new InstallException(
                ("the journal %s of this installation does not exist, and may hold writes that are in"
                                + " no SSTable (%s is missing, too): mount its drive. If the node"
                                + " never started with it, or to give its writes up, delete %s"
                                + " first")
                        .formatted(journal, marks.identity(), layout.firesteelYaml()));
    }

    private void requireInstallable(Path agent) throws IOException {
        layout.cassandra().requireSupported();
        if (!Files.isRegularFile(agent))
            throw new InstallException("the agent is not built: there is no " + agent);
        if (NO_WORD.matcher(layout.agent().toString()).matches())
            throw new InstallException(
                    ("a JVM option cannot contain the path %s: cassandra.in.sh misreads blanks, ="
                                    + " and * in it. Use a directory without them")
                            .formatted(layout.agent()));
        cassandra.requireAcceptable();
        options.requireNothingElsewhere();
        List<JvmOptions.Named> named = options.named();
        for (JvmOptions.Named each : named)
            if (!options.isOurs(each))
                throw new InstallException(
                        "%s loads an agent of Firesteel already, %s: remove that option first"
                                .formatted(each.place(), each.mention().jar()));
        if (named.size() > 1)
            throw new InstallException(
                    "%s loads the agent again: remove one of the options"
                            .formatted(named.get(1).place()));
    }

    private void addAgent(Path agent, List<Plan.Step> steps) throws IOException {
        Path jar = layout.agent();
        boolean isThere = Files.isRegularFile(jar);
        if (isThere && Files.mismatch(agent, jar) < 0) return;
        String version = CassandraJar.implementationVersion(agent);
        String change =
                isThere
                        ? "replace the agent %s, %s, by version %s"
                                .formatted(jar, state(jar), version)
                        : "copy the agent, version %s, to %s".formatted(version, jar);
        steps.add(
                new Plan.Step(
                        List.of(change),
                        (files, progress) -> {
                            files.createDirectory(layout.agentDirectory(), layout.lib());
                            // A link may lead to a file that others use.
                            files.put(jar, Files.readAllBytes(agent), layout.cassandra().file());
                        }));
    }

    private static String state(Path jar) throws IOException {
        Optional<String> damage = CassandraJar.damage(jar);
        String state =
                damage.isPresent()
                        ? "which is damaged (%s)".formatted(damage.get())
                        : "version " + CassandraJar.implementationVersion(jar);
        return Files.isSymbolicLink(jar)
                ? "%s, a link to %s, which stays".formatted(state, jar.toRealPath())
                : state;
    }

    private void addYaml(Path journal, List<Plan.Step> steps) throws IOException {
        Path file = layout.firesteelYaml();
        if (Files.exists(file)) {
            Path there = FiresteelYaml.journal(file);
            if (!there.equals(journal))
                throw new InstallException(
                        ("%s names another journal, %s: give that one; or, after a drain, write the"
                                        + " new path into the file")
                                .formatted(file, there));
            FiresteelYaml.requireKnownKeys(file);
            return;
        }
        boolean isInMemory = new JournalPlace(journal).storageInMemory().isPresent();
        String text = FiresteelYaml.text(journal, isInMemory);
        steps.add(
                new Plan.Step(
                        TextDiff.of(file.toString(), "", text),
                        (files, progress) ->
                                files.write(
                                        file,
                                        text.getBytes(StandardCharsets.UTF_8),
                                        // With its permissions: the same users must read both.
                                        layout.yaml())));
    }
}
