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

/** Reads what nodes have written down of traced requests. */
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

    /** One replica of a trace may not have all of it yet. */
    private static SimpleStatement fromAll(String query) {
        return SimpleStatement.newInstance(query).setConsistencyLevel(DefaultConsistencyLevel.ALL);
    }

    /**
     * A request's trace.
     *
     * @param coordinator the address of the node that the client asked
     * @param clientMillis how long it took the client
     * @return empty if it is not there, or not whole
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
