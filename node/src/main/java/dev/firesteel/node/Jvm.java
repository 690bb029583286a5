// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The options that Cassandra 5.0 needs on JVM 17, and our tuning of that JVM. */
public final class Jvm {
    /** Packages that Cassandra or its libraries call although the module does not export them. */
    private static final Map<String, List<String>> EXPORTS =
            Map.of(
                    "java.base", List.of("java.lang.ref", "jdk.internal.misc", "sun.nio.ch"),
                    "java.management.rmi", List.of("com.sun.jmx.remote.internal.rmi"),
                    "java.rmi", List.of("sun.rmi.registry", "sun.rmi.server"),
                    "java.sql", List.of("java.sql"),
                    "jdk.unsupported", List.of("sun.misc"));

    /** Packages that they access by reflection: buffers, file descriptors, module internals. */
    private static final Map<String, List<String>> OPENS =
            Map.of(
                    "java.base",
                    List.of(
                            "java.io",
                            "java.lang",
                            "java.lang.module",
                            "java.lang.reflect",
                            "java.math",
                            "java.net",
                            "java.nio",
                            "java.util",
                            "java.util.concurrent",
                            "java.util.concurrent.atomic",
                            "jdk.internal.loader",
                            "jdk.internal.math",
                            "jdk.internal.module",
                            "jdk.internal.ref",
                            "jdk.internal.reflect",
                            "jdk.internal.util.jar",
                            "sun.nio.ch"),
                    "jdk.compiler",
                    List.of("com.sun.tools.javac.file"),
                    "jdk.management",
                    List.of("com.sun.management.internal"));

    private static final List<String> TUNING =
            List.of(
                    "-ea",
                    "-Xss512k",
                    "-XX:+UseG1GC",
                    "-XX:+ParallelRefProcEnabled",
                    "-XX:MaxGCPauseMillis=300",
                    "-XX:InitiatingHeapOccupancyPercent=70",
                    "-XX:+PerfDisableSharedMem",
                    "-XX:+HeapDumpOnOutOfMemoryError",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:+UseThreadPriorities");

    /**
     * Options that halve the processor time until a node is up, and slow it later: for short runs.
     */
    static final List<String> SHORT_LIFE =
            List.of("-XX:-UseG1GC", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** Options for class-data sharing in a JVM with agents, as every node has. */
    static final List<String> CLASS_SHARING =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent");

    private static final List<String> PROPERTIES =
            List.of(
                    "-Djava.net.preferIPv4Stack=true",
                    "-Djdk.attach.allowAttachSelf=true",
                    "-Dio.netty.tryReflectionSetAccessible=true",
                    "-Dchronicle.analytics.disable=true",
                    "-Dcassandra-foreground=yes");

    private Jvm() {}

    /** Returns all options that are equal on every node. */
    static List<String> options() {
        List<String> options = new ArrayList<>(TUNING);
        options.addAll(PROPERTIES);
        options.addAll(moduleOptions());
        return options;
    }

    /** Returns the options of any program that calls Cassandra's classes. */
    public static List<String> moduleOptions() {
        List<String> options = new ArrayList<>();
        add("--add-exports", EXPORTS, options);
        add("--add-opens", OPENS, options);
        return options;
    }

    private static void add(String flag, Map<String, List<String>> packages, List<String> to) {
        new TreeMap<>(packages)
                .forEach(
                        (module, names) ->
                                names.forEach(
                                        name ->
                                                to.add(
                                                        flag
                                                                + "="
                                                                + module
                                                                + "/"
                                                                + name
                                                                + "=ALL-UNNAMED")));
    }
}
