// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes every write to the journal fail from a random moment on, under each commit_failure_policy
 * in turn. Writes must be refused or cut off, and none may be acknowledged after the first refusal.
 *
 * <p>The error is EFBIG, from a limit on file sizes that is set on the running process. Without a
 * special device, this is the only way to get write errors on a real file.
 */
final class WriteErrorFault implements Fault {
    private static final String DIE = "die";
    private static final List<String> POLICIES = List.of("stop", "stop_commit", DIE, "ignore");

    /** An offset before all segments, for any journal size. */
    private static final long LIMIT_BYTES = 1 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration AFTERWARDS = Duration.ofSeconds(2);
    private static final Duration END = Duration.ofSeconds(10);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private String policy = "";

    @Override
    public String name() {
        return "write-error";
    }

    @Override
    public boolean needsJournal() {
        return true;
    }

    @Override
    public void require(FaultTargets targets) throws IOException {
        Path journal = targets.requireJournal(this);
        if (Files.exists(journal) && !Files.isRegularFile(journal))
            throw new FaultException(
                    "The fault %s needs a journal in a file, and %s is none"
                            .formatted(name(), journal));
        Command.of("prlimit", "--version").run();
    }

    @Override
    public boolean arm(
            NodeSettings settings, FaultTargets targets, int turn, SplittableRandom random) {
        policy = POLICIES.get(turn % POLICIES.size());
        settings.setting("commit_failure_policy", policy);
        return true;
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        CassandraNode node = context.node();
        context.load().last(context.chooseLoad());
        Command.of("prlimit", "--pid", Long.toString(node.pid()), "--fsize=" + LIMIT_BYTES).run();
        String fate = fate(context.load(), node.logFile());
        if (policy.equals(DIE) && !Exit.within(node, PATIENCE.toMillis()))
            throw new FindingException(
                    "The policy is die, and the node did not end within %d s; see %s"
                            .formatted(PATIENCE.toSeconds(), node.logFile()));
        boolean goesOn = context.load().goesOn(MOMENT);
        context.note(
                "policy %s: writes were %s, the node %s"
                        .formatted(policy, fate, state(node, goesOn)));
        node.kill();
    }

    /** Returns the outcome of writes after the journal's failure. */
    static String fate(Load load, Path log) throws FindingException, InterruptedException {
        boolean refused = load.isRefused(PATIENCE);
        if (load.resumes(AFTERWARDS))
            throw new FindingException(
                    "A write was acknowledged after the journal had failed; see " + log);
        // Writers that were cut off end soon.
        if (!refused && load.goesOn(END))
            throw new FindingException(
                    ("No write to the journal could succeed, and none was refused"
                                    + " within %d s; see %s")
                            .formatted(PATIENCE.toSeconds(), log));
        return refused ? "refused" : "cut off";
    }

    /** Returns the policy of the node that was armed last. */
    String policy() {
        return policy;
    }

    private static String state(CassandraNode node, boolean goesOn) {
        if (!node.isAlive()) return "ended with exit code " + node.exitCode();
        return goesOn ? "stayed" : "did not answer its clients";
    }
}
