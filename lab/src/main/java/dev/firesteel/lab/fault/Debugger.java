// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Stops a node at a line of its code, where it can be killed. Production code thus needs no hooks.
 */
final class Debugger implements AutoCloseable {
    private static final int POLL_MILLIS = 100;
    private static final int ATTACH_TRIES = 300;

    /** The threads that stop at a breakpoint. */
    enum Stop {
        EVERYBODY(EventRequest.SUSPEND_ALL),
        /** Other threads go on. */
        ONE_THREAD(EventRequest.SUSPEND_EVENT_THREAD);

        private final int policy;

        Stop(int policy) {
            this.policy = policy;
        }
    }

    /**
     * A place to stop a node.
     *
     * @param random determines the line in the method
     * @param hits the number of times the line must be reached
     */
    record Breakpoint(CrashPoint point, SplittableRandom random, int hits, Stop stop) {}

    private final VirtualMachine machine;
    private final LongSupplier nanos;

    private Debugger(VirtualMachine machine, LongSupplier nanos) {
        this.machine = machine;
        this.nanos = nanos;
    }

    /**
     * Makes a node debuggable.
     *
     * @param waits whether it waits for the debugger before it does anything
     * @return the debugger's port
     */
    static int allow(NodeSettings settings, boolean waits) throws IOException {
        int port;
        try (ServerSocket free =
                new ServerSocket(0, 1, InetAddress.getByName(settings.address()))) {
            port = free.getLocalPort();
        }
        settings.jvmOption(
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=%s,quiet=y,address=%s:%d"
                        .formatted(waits ? "y" : "n", settings.address(), port));
        return port;
    }

    /**
     * Attaches to a node, as soon as it listens.
     *
     * @param when the moment in words, for the error if the node ends by itself before
     */
    static Debugger attach(CassandraNode node, int port, LongSupplier nanos, String when)
            throws IOException, InterruptedException {
        AttachingConnector connector =
                Bootstrap.virtualMachineManager().attachingConnectors().stream()
                        .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                        .findFirst()
                        .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        Objects.requireNonNull(arguments.get("hostname")).setValue(node.settings().address());
        Objects.requireNonNull(arguments.get("port")).setValue(Integer.toString(port));
        for (int i = 1; ; i++) {
            try {
                return new Debugger(connector.attach(arguments), nanos);
            } catch (IllegalConnectorArgumentsException e) {
                throw new IllegalStateException(e);
            } catch (IOException e) {
                if (Exit.within(node, POLL_MILLIS)) throw Exit.of(node, when);
                if (i == ATTACH_TRIES) throw e;
            }
        }
    }

    /**
     * Resumes the node until it reaches one of the breakpoints.
     *
     * @return the line, or nothing if the node did not reach one in time, or has ended
     */
    Optional<String> runTo(List<Breakpoint> breakpoints, Duration patience)
            throws IOException, InterruptedException {
        try {
            for (Breakpoint each : breakpoints) set(each);
            machine.resume();
            Optional<String> line = await(breakpoints, patience);
            if (line.isEmpty()) machine.eventRequestManager().deleteAllBreakpoints();
            return line;
        } catch (VMDisconnectedException e) {
            return Optional.empty();
        }
    }

    private void set(Breakpoint breakpoint) throws FaultException {
        List<ReferenceType> loaded = machine.classesByName(breakpoint.point.className());
        if (!loaded.isEmpty()) set(breakpoint, loaded.get(0));
        else {
            ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
            request.addClassFilter(breakpoint.point.className());
            request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
            request.enable();
        }
    }

    private void set(Breakpoint breakpoint, ReferenceType type) throws FaultException {
        List<Location> lines =
                type.methodsByName(breakpoint.point.method()).stream()
                        .flatMap(method -> lines(method).stream())
                        .toList();
        if (lines.isEmpty())
            throw new FaultException("There is no code of " + breakpoint.point + " in the node");
        Location line =
                breakpoint.stop == Stop.ONE_THREAD
                        ? lines.get(0)
                        : lines.get(breakpoint.random.nextInt(lines.size()));
        BreakpointRequest request = machine.eventRequestManager().createBreakpointRequest(line);
        request.setSuspendPolicy(breakpoint.stop.policy);
        request.addCountFilter(breakpoint.hits);
        request.enable();
    }

    private static List<Location> lines(Method method) {
        try {
            return method.allLineLocations();
        } catch (AbsentInformationException e) {
            return List.of(); // abstract, or without lines
        }
    }

    private Optional<String> await(List<Breakpoint> breakpoints, Duration patience)
            throws IOException, InterruptedException {
        long end = nanos.getAsLong() + patience.toNanos();
        while (nanos.getAsLong() < end) {
            EventSet events = machine.eventQueue().remove(POLL_MILLIS);
            if (events == null) continue;
            for (Event event : events) {
                if (event instanceof BreakpointEvent reached)
                    return Optional.of(text(reached.location()));
                if (event instanceof ClassPrepareEvent prepared)
                    for (Breakpoint each : breakpoints)
                        if (each.point.className().equals(prepared.referenceType().name()))
                            set(each, prepared.referenceType());
                if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent)
                    return Optional.empty();
            }
            events.resume();
        }
        return Optional.empty();
    }

    private static String text(Location line) {
        CrashPoint point = new CrashPoint(line.declaringType().name(), line.method().name());
        return point + ", line " + line.lineNumber();
    }

    /** Detaches from the node, which goes on if it is still alive. */
    @Override
    public void close() {
        try {
            machine.dispose();
        } catch (VMDisconnectedException e) {
            // The node has ended, as intended.
        }
    }
}
