// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The way into a cluster of the user: user and password, TLS, and a configuration file of the
 * driver. Never prints a password.
 */
public final class ClusterAccess {
    /** Without a password and in plain text. */
    public static final ClusterAccess PLAIN = new ClusterAccess(null, null, null, null);

    private final @Nullable String user;
    private final @Nullable String password;
    private final @Nullable Tls tls;
    private final @Nullable Path driverConfig;

    private ClusterAccess(
            @Nullable String user,
            @Nullable String password,
            @Nullable Tls tls,
            @Nullable Path driverConfig) {
        this.user = user;
        this.password = password;
        this.tls = tls;
        this.driverConfig = driverConfig;
    }

    /**
     * Encryption of connections.
     *
     * @param trusted the certificates to trust; null for those of the JVM
     * @param own the client's key; null for none
     * @param checksHosts whether a node's certificate must name its host
     */
    public record Tls(@Nullable StoreFile trusted, @Nullable StoreFile own, boolean checksHosts) {
        private ProgrammaticSslEngineFactory factory() throws IOException {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(
                        own == null ? null : own.keys(),
                        trusted == null ? null : trusted.trusted(),
                        null);
                return new ProgrammaticSslEngineFactory(context, null, checksHosts);
            } catch (GeneralSecurityException e) {
                throw new IOException("TLS is not possible here: " + e.getMessage(), e);
            }
        }
    }

    /** Returns the same with a user. */
    public ClusterAccess as(String newUser, String newPassword) {
        return new ClusterAccess(newUser, newPassword, tls, driverConfig);
    }

    /** Returns the same with encryption. */
    public ClusterAccess over(Tls newTls) {
        return new ClusterAccess(user, password, newTls, driverConfig);
    }

    /** Returns the same with a configuration file of the driver, which the others override. */
    public ClusterAccess with(Path newDriverConfig) {
        return new ClusterAccess(user, password, tls, newDriverConfig);
    }

    /** Returns the user; null for none. */
    @Nullable String user() {
        return user;
    }

    /** Returns whether connections are encrypted. */
    boolean isEncrypted() {
        return tls != null;
    }

    /**
     * Returns whether the driver's configuration file names nodes to connect to.
     *
     * @throws IOException if it cannot be read
     */
    public boolean hasContactPoints() throws IOException {
        return driverConfig != null && DriverOptions.hasContactPoints(driverConfig);
    }

    /**
     * Connects to the first of the nodes that lets it in; the session discovers the others.
     *
     * @param contactPoints empty for those of the driver's configuration file
     * @throws SessionException if none does; the message has the cause
     * @throws IOException if a file cannot be read
     */
    public CqlSession open(List<InetSocketAddress> contactPoints) throws IOException {
        if (contactPoints.isEmpty()) return open((InetSocketAddress) null);
        SessionException worst = null;
        for (InetSocketAddress each : contactPoints) {
            try {
                return open(each);
            } catch (SessionException e) {
                if (worst == null || !worst.isAnswered()) worst = e;
            }
        }
        throw Objects.requireNonNull(worst);
    }

    /** Returns the text for contact points in messages. */
    public String where(List<InetSocketAddress> contactPoints) {
        return contactPoints.isEmpty()
                ? "the contact points of " + driverConfig
                : contactPoints.stream()
                        .map(each -> each.getHostString() + ":" + each.getPort())
                        .collect(Collectors.joining(", "));
    }

    private CqlSession open(@Nullable InetSocketAddress node) throws IOException {
        String where = where(node == null ? List.of() : List.of(node));
        if (node != null && node.isUnresolved()) throw SessionException.unknownHost(node);
        try {
            return builder(node).build();
        } catch (AllNodesFailedException e) {
            throw SessionException.of(e, where, this);
        } catch (IllegalArgumentException | IllegalStateException e) {
            if (driverConfig == null) throw e;
            throw DriverOptions.wrong(driverConfig, e);
        }
    }

    private CqlSessionBuilder builder(@Nullable InetSocketAddress node) throws IOException {
        CqlSessionBuilder builder =
                CqlSession.builder()
                        .withConfigLoader(DriverOptions.loader(driverConfig, node != null));
        if (node != null) builder.addContactPoint(node);
        if (user != null && password != null) builder.withAuthCredentials(user, password);
        if (tls != null) builder.withSslEngineFactory(tls.factory());
        return builder;
    }
}
