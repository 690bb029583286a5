// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.firesteel.agent.lifetime.LifetimeRow;
import dev.firesteel.agent.table.JournalTables;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the status of the journal and the lifetimes of files at {@code GET /metrics}, and nothing
 * else. If the endpoint cannot start, the node runs without it.
 */
public final class PrometheusEndpoint {
    private static final Logger logger = LoggerFactory.getLogger(PrometheusEndpoint.class);
    private static final String PATH = "/metrics";
    private static final int OK = 200;
    private static final int NO_BODY = -1;
    private static final byte[] NOTHING = {};

    /** Connections that the kernel keeps until they are accepted. */
    private static final int BACKLOG = 1_024;

    /** The time limit of one request and its reply. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final InetSocketAddress address;
    private final ThreadFactory threads;
    private final Supplier<List<LifetimeRow>> lifetimes;
    private final Duration patience;
    private final ExpositionFormatWriter text =
            PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build();
    private final ExpositionFormatWriter openMetrics =
            OpenMetricsTextFormatWriter.builder().setCreatedTimestampsEnabled(false).build();

    private @Nullable HttpServer server;
    private @Nullable ConnectionThreads executor;

    /**
     * Stores the address; does nothing yet.
     *
     * @param threads creates the threads that serve requests
     * @param lifetimes returns the statistics of files, by class
     */
    public PrometheusEndpoint(
            InetSocketAddress address,
            ThreadFactory threads,
            Supplier<List<LifetimeRow>> lifetimes) {
        this(address, threads, lifetimes, PATIENCE);
    }

    PrometheusEndpoint(
            InetSocketAddress address,
            ThreadFactory threads,
            Supplier<List<LifetimeRow>> lifetimes,
            Duration patience) {
        this.address = address;
        this.threads = threads;
        this.lifetimes = lifetimes;
        this.patience = patience;
    }

    /** Starts to listen; logs a failure. */
    public synchronized void start(JournalTables journal) {
        try {
            HttpServer created = HttpServer.create(address, BACKLOG);
            ConnectionThreads connections = new ConnectionThreads(threads, patience);
            created.setExecutor(connections);
            created.createContext(
                    "/",
                    exchange -> {
                        connections.waitsForClient(false);
                        answer(exchange, journal, connections);
                    });
            executor = connections;
            created.start();
            server = created;
            logger.info("Firesteel: metrics at http://{}{}", shown(created.getAddress()), PATH);
        } catch (IOException e) {
            logger.error("Firesteel: no metrics at {}: {}", shown(address), e.getMessage());
        }
    }

    private static String shown(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private void answer(HttpExchange exchange, JournalTables journal, ConnectionThreads connections)
            throws IOException {
        try (exchange) {
            int status = status(exchange);
            byte[] page = status == OK ? page(exchange, journal) : NOTHING;
            connections.waitsForClient(true);
            // Requests that follow on the connection would cost a page each, read or not.
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(status, status == OK ? page.length : NO_BODY);
            if (status == OK) exchange.getResponseBody().write(page);
        } catch (RuntimeException e) {
            logger.warn("Firesteel: metrics could not be sent: {}", e.toString());
        }
    }

    private static int status(HttpExchange exchange) {
        if (!exchange.getRequestURI().getPath().equals(PATH)) return 404;
        return exchange.getRequestMethod().equals("GET") ? OK : 405;
    }

    /** One page at a time, so that scrapes never take more than a processor. */
    private synchronized byte[] page(HttpExchange exchange, JournalTables journal)
            throws IOException {
        String accepted = exchange.getRequestHeaders().getFirst("Accept");
        ExpositionFormatWriter format = openMetrics.accepts(accepted) ? openMetrics : text;
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        MetricSnapshots.Builder metrics = MetricSnapshots.builder();
        JournalPage.add(metrics, journal);
        LifetimesPage.add(metrics, lifetimes.get());
        format.write(page, metrics.build());
        exchange.getResponseHeaders().set("Content-Type", format.getContentType());
        return page.toByteArray();
    }

    /** Returns the port; -1 if the endpoint does not listen. */
    synchronized int port() {
        return server == null ? -1 : server.getAddress().getPort();
    }

    /** Stops listening. */
    public synchronized void stop() {
        if (server != null) server.stop(0);
        if (executor != null) executor.close();
        server = null;
    }
}
