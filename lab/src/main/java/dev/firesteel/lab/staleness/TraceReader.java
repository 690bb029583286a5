// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads nodes' traces of requests. */
final class TraceReader {
    private final PreparedStatement duration;
    private final PreparedStatement events;
    private final CqlSession session;

    TraceReader(CqlSession session) {
        this.session = session;
        duration =
                session.prepare(
                        fromAll(
                                "SELECT duration FROM system_traces.sessions WHERE session_id = ?"));
        events =
                session.prepare(
                        fromAll(
                                "SELECT activity, source, source_elapsed FROM system_traces.events"
                                        + " WHERE session_id = ?"));
    }

    /** Reads from all replicas, because one may not have the whole trace yet. */
    private static SimpleStatement fromAll(String query) {
        return SimpleStatement.newInstance(query).setConsistencyLevel(DefaultConsistencyLevel.ALL);
    }

    /**
     * Reads a request's trace.
     *
     * @param coordinator the address of the client's coordinator
     * @param clientMillis the client's latency
     * @return empty if it is missing or incomplete
     */
    Optional<Trace> read(UUID request, String coordinator, double clientMillis) {
        try {
            Row row = session.execute(duration.bind(request)).one();
            if (row == null || row.isNull(0)) return Optional.empty();
            double totalMillis = row.getInt(0) / 1e3;
            List<TraceEvent> all = new ArrayList<>();
            for (Row event : session.execute(events.bind(request))) all.add(event(event));
            return Optional.of(new Trace(all, coordinator, totalMillis, clientMillis));
        } catch (DriverException e) {
            return Optional.empty();
        }
    }

    private static TraceEvent event(Row row) {
        InetAddress source = row.getInetAddress("source");
        return new TraceEvent(
                String.valueOf(row.getString("activity")),
                source == null ? "" : source.getHostAddress(),
                row.isNull("source_elapsed") ? -1 : row.getInt("source_elapsed"));
    }
}
