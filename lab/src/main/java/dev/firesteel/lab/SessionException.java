// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.FrameTooLongException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Thrown when no node lets a client in. The message has the cause in one line. */
public final class SessionException extends IOException {
    private static final long serialVersionUID = 1;
    private static final Pattern REPLY = Pattern.compile("server replied with '(.*)' to");
    private static final String NO_AUTHENTICATOR = "no authenticator configured";

    /** In the message of the JDK for a certificate of another host, by address and by name. */
    private static final Pattern OTHER_HOST =
            Pattern.compile("subject alternative|No name matching", Pattern.CASE_INSENSITIVE);

    private static final String PLAIN = "not an SSL/TLS record";

    /** A node's answer to a client that shows no key, or one that it does not trust. */
    private static final Pattern ALERT =
            Pattern.compile("certificate|handshake_failure", Pattern.CASE_INSENSITIVE);

    private final boolean isAnswered;

    private SessionException(String message, boolean isAnswered, @Nullable Throwable cause) {
        super(message, cause);
        this.isAnswered = isAnswered;
    }

    /** Returns whether a node has answered, if only to refuse. */
    public boolean isAnswered() {
        return isAnswered;
    }

    static SessionException unknownHost(InetSocketAddress node) {
        String host = node.getHostString();
        String advice = host.matches(".*:\\d+") ? " (give its port with --port)" : "";
        return new SessionException("Unknown host '%s'%s".formatted(host, advice), false, null);
    }

    /**
     * Returns the exception for a failed session.
     *
     * @param where the address, for the message
     * @param access the way that was tried
     */
    public static SessionException of(
            AllNodesFailedException failure, String where, ClusterAccess access) {
        List<Throwable> causes = causes(failure);
        if (isSilence(failure))
            return new SessionException("No node answers on " + where, false, failure);
        return new SessionException(
                "The node on %s %s".formatted(where, refusal(causes, access)), true, failure);
    }

    /** Returns the end of a sentence about a node that has answered. */
    private static String refusal(List<Throwable> causes, ClusterAccess access) {
        Optional<AuthenticationException> refused = first(AuthenticationException.class, causes);
        if (refused.isPresent()) return login(refused.get(), access);
        Optional<CertificateException> untrusted = first(CertificateException.class, causes);
        if (untrusted.isPresent()) return certificate(untrusted.get());
        Optional<SSLException> tls = first(SSLException.class, causes);
        if (tls.isPresent()) return handshake(String.valueOf(tls.get().getMessage()));
        if (causes.stream().anyMatch(SessionException::isEnd))
            return access.isEncrypted()
                    ? "ends the TLS handshake: does it need --keystore?"
                    : "ends the connection: does it need TLS (--tls or --truststore)?";
        return "answers, but opens no session: " + causes.get(0).getMessage();
    }

    private static String login(AuthenticationException refused, ClusterAccess access) {
        String message = String.valueOf(refused.getMessage());
        if (message.contains(NO_AUTHENTICATOR))
            return "requires a user and a password: give --user, and --password-file,"
                    + " FIRESTEEL_PASSWORD or --password";
        Matcher reply = REPLY.matcher(message);
        return "refuses "
                + (access.user() == null ? "the user" : "the user '" + access.user() + "'")
                + ": "
                + (reply.find() ? reply.group(1) : message);
    }

    private static String certificate(CertificateException untrusted) {
        String message = String.valueOf(untrusted.getMessage());
        return OTHER_HOST.matcher(message).find()
                ? "has a certificate for another host: give the host that it names, or"
                        + " --no-hostname-check"
                : "has a certificate that is not trusted (%s): give the --truststore of its cluster"
                        .formatted(message);
    }

    private static String handshake(String message) {
        if (message.contains(PLAIN))
            return "answers in plain text: give its port for TLS, or leave --tls, --truststore and"
                    + " --keystore out";
        return "ends the TLS handshake (%s)%s"
                .formatted(
                        message, ALERT.matcher(message).find() ? ": does it need --keystore?" : "");
    }

    /** Returns whether nothing has answered any of the attempts. */
    private static boolean isSilence(AllNodesFailedException failure) {
        return failure.getAllErrors().values().stream()
                .flatMap(Collection::stream)
                .allMatch(each -> chain(each).stream().anyMatch(SessionException::isUnreachable));
    }

    private static boolean isUnreachable(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnresolvedAddressException
                || cause instanceof DriverTimeoutException
                || (cause instanceof SocketException
                        && String.valueOf(cause.getMessage()).contains("unreachable"));
    }

    /** Returns whether the other side has closed the connection, or sent what is no frame. */
    private static boolean isEnd(Throwable cause) {
        return cause instanceof ClosedChannelException
                || cause instanceof ClosedConnectionException
                || cause instanceof FrameTooLongException
                || String.valueOf(cause.getMessage()).contains("reset by peer");
    }

    private static List<Throwable> causes(AllNodesFailedException failure) {
        return failure.getAllErrors().values().stream()
                .flatMap(Collection::stream)
                .flatMap(each -> chain(each).stream())
                .toList();
    }

    /** Returns a failure with its causes, and what was suppressed, as a refused connection is. */
    private static Set<Throwable> chain(Throwable from) {
        Set<Throwable> all = new LinkedHashSet<>();
        collect(from, all);
        return all;
    }

    private static void collect(Throwable from, Set<Throwable> all) {
        if (!all.add(from)) return;
        if (from.getCause() != null) collect(from.getCause(), all);
        for (Throwable each : from.getSuppressed()) collect(each, all);
    }

    private static <T extends Throwable> Optional<T> first(Class<T> type, List<Throwable> causes) {
        return causes.stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
