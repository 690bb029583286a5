// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.lab.ClusterAccess;
import dev.firesteel.lab.ClusterAccess.Tls;
import dev.firesteel.lab.StoreFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the password and the TLS of a cluster that already runs. */
public final class AccessOptions {
    private static final String USER = "FIRESTEEL_USER";
    private static final String PASSWORD = "FIRESTEEL_PASSWORD";
    private static final String TRUSTSTORE_PASSWORD = "FIRESTEEL_TRUSTSTORE_PASSWORD";
    private static final String KEYSTORE_PASSWORD = "FIRESTEEL_KEYSTORE_PASSWORD";

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "User of the cluster (default: the variable " + USER + ").")
    @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description =
                    "File with the user's password alone (default: the variable " + PASSWORD + ").")
    @Nullable Path passwordFile;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            arity = "0..1",
            interactive = true,
            description =
                    "Ask for the password. With a value, other users of this machine can read it.")
    char @Nullable [] password;

    @Option(
            names = "--tls",
            description = "Encrypt, and trust the certificates that the JVM trusts.")
    boolean isEncrypted;

    @Option(
            names = "--truststore",
            paramLabel = "FILE",
            description =
                    "Encrypt, and trust the certificates in FILE (PKCS12 or JKS). Its password is"
                            + " in --truststore-password-file, or the variable "
                            + TRUSTSTORE_PASSWORD
                            + ".")
    @Nullable Path truststore;

    @Option(
            names = "--truststore-password-file",
            paramLabel = "FILE",
            description = "File with the truststore's password alone.")
    @Nullable Path truststorePasswordFile;

    @Option(
            names = "--keystore",
            paramLabel = "FILE",
            description =
                    "Encrypt, and show the nodes the key in FILE (PKCS12 or JKS). Its password is"
                            + " in --keystore-password-file, or the variable "
                            + KEYSTORE_PASSWORD
                            + ".")
    @Nullable Path keystore;

    @Option(
            names = "--keystore-password-file",
            paramLabel = "FILE",
            description = "File with the keystore's password alone.")
    @Nullable Path keystorePasswordFile;

    @Option(
            names = "--no-hostname-check",
            description = "With TLS, accept a trusted certificate of another host.")
    boolean acceptsAnyHost;

    @Option(
            names = "--driver-config",
            paramLabel = "FILE",
            description =
                    "Configuration file of the DataStax driver for Java. The options above, and"
                            + " --address or --cluster, override it.")
    @Nullable Path driverConfig;

    private final UnaryOperator<@Nullable String> environment;

    /** Creates options with the environment of this process. */
    public AccessOptions() {
        this(System::getenv);
    }

    /**
     * Creates the options.
     *
     * @param environment returns the value of an environment variable, or null
     */
    public AccessOptions(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    /** Returns whether one of the options is given. */
    public boolean isGiven() {
        return user != null
                || passwordFile != null
                || password != null
                || isTls()
                || truststorePasswordFile != null
                || keystorePasswordFile != null
                || acceptsAnyHost
                || driverConfig != null;
    }

    /**
     * Reads the files and variables.
     *
     * @throws ParameterException if an option lacks another one
     * @throws IOException if a file cannot be read
     */
    public ClusterAccess read(Console console) throws IOException {
        ClusterAccess access = ClusterAccess.PLAIN;
        if (driverConfig != null) access = access.with(driverConfig);
        if (isTls()) access = access.over(tls(console));
        else if (truststorePasswordFile != null || keystorePasswordFile != null || acceptsAnyHost)
            throw wrong(
                    console,
                    "%s needs --tls, --truststore or --keystore"
                            .formatted(
                                    truststorePasswordFile != null
                                            ? "--truststore-password-file"
                                            : keystorePasswordFile != null
                                                    ? "--keystore-password-file"
                                                    : "--no-hostname-check"));
        String name = user == null ? environment.apply(USER) : user;
        if (name != null) return access.as(name, password(name, console));
        if (password != null || passwordFile != null)
            throw wrong(console, "a password needs --user");
        return access;
    }

    private boolean isTls() {
        return isEncrypted || truststore != null || keystore != null;
    }

    private Tls tls(Console console) throws IOException {
        return new Tls(
                store(
                        "--truststore",
                        truststore,
                        truststorePasswordFile,
                        TRUSTSTORE_PASSWORD,
                        console),
                store("--keystore", keystore, keystorePasswordFile, KEYSTORE_PASSWORD, console),
                !acceptsAnyHost);
    }

    private @Nullable StoreFile store(
            String option,
            @Nullable Path file,
            @Nullable Path passwordFile,
            String variable,
            Console console)
            throws IOException {
        if (file == null) {
            if (passwordFile == null) return null;
            throw wrong(console, "%s-password-file needs %s".formatted(option, option));
        }
        String secret =
                passwordFile == null
                        ? environment.apply(variable)
                        : secret(option + "-password-file", passwordFile);
        return new StoreFile(option, file, secret);
    }

    private String password(String name, Console console) throws IOException {
        if (password != null && passwordFile != null)
            throw wrong(console, "--password and --password-file exclude each other");
        if (password != null) return new String(password);
        if (passwordFile != null) return secret("--password-file", passwordFile);
        String variable = environment.apply(PASSWORD);
        if (variable != null) return variable;
        throw wrong(
                console,
                "the user '%s' needs --password-file, the variable %s, or --password"
                        .formatted(name, PASSWORD));
    }

    /** Reads the only line of a file. Messages never contain it. */
    private static String secret(String option, Path file) throws IOException {
        String text;
        if (Files.isDirectory(file))
            throw new IOException("%s: %s is a directory".formatted(option, file));
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new IOException(option + ": " + FailureText.of(e), e);
        }
        String line = text.replaceFirst("^\uFEFF", "").replaceFirst("\\R\\z", "");
        if (line.isEmpty() || line.lines().count() > 1)
            throw new IOException(
                    "%s %s: the file must hold the password in one line, not %d lines"
                            .formatted(option, file, line.lines().count()));
        return line;
    }

    private static ParameterException wrong(Console console, String problem) {
        return new ParameterException(console.command(), problem);
    }
}
