// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A flaw planted in this module's source, to check that the tests find it.
 *
 * @param flaw a description of the flaw
 * @param type the class that gets it: its path, or its name in the journal's package
 * @param original a piece of its source that occurs once
 * @param flawed the replacement
 */
record SimMutant(String flaw, String type, String original, String flawed) {
    private static final Path SOURCES = Path.of("src/main/java");

    private String path() {
        return type.contains("/") ? type : "dev/firesteel/journal/" + type;
    }

    /** Returns a loader whose engine has the flaw. */
    SimLoader world() throws IOException {
        return new SimLoader(classes());
    }

    /** Returns the class path of this JVM, with the flawed class before the engine. */
    String classPath(Path directory) throws IOException {
        for (Map.Entry<String, byte[]> each : classes().entrySet()) {
            Path file = directory.resolve(each.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        return directory
                + File.pathSeparator
                + System.getProperty("java.class.path"); // owns settings
    }

    /** Returns the class with the flaw and its nested classes, by binary name. */
    private Map<String, byte[]> classes() throws IOException {
        String source = Files.readString(SOURCES.resolve(path() + ".java"));
        int at = source.indexOf(original);
        if (at < 0 || source.indexOf(original, at + 1) >= 0)
            throw new AssertionError(flaw + ": not exactly once in " + type + ": " + original);
        return compile(source.replace(original, flawed));
    }

    private Map<String, byte[]> compile(String source) throws IOException {
        JavaCompiler compiler =
                requireNonNull(ToolProvider.getSystemJavaCompiler(), "this JVM is not a JDK");
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Map<String, byte[]> classes = new HashMap<>();
        try (JavaFileManager files =
                new InMemory(compiler.getStandardFileManager(null, null, null), classes)) {
            boolean compiled =
                    compiler.getTask(
                                    null,
                                    files,
                                    problems,
                                    List.of("-proc:none", "-nowarn", "--release", "17"),
                                    null,
                                    List.of(new Source(path(), source)))
                            .call();
            if (!compiled) throw new AssertionError(flaw + ": " + problems.getDiagnostics());
        }
        return classes;
    }

    @Override
    public String toString() {
        return flaw;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        private Source(String path, String text) {
            super(URI.create("string:///" + path + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> classes;

        private InMemory(JavaFileManager files, Map<String, byte[]> classes) {
            super(files);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {
                        @Override
                        public void close() {
                            classes.put(name, toByteArray());
                        }
                    };
                }
            };
        }
    }
}
