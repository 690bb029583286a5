// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures a network. Each kind of link is measured between one pair of stations: round trips of
 * small UDP packets, the packets that do not come back, and the rate of large ones.
 */
final class NetworkCheck {
    private static final int MOST_PAIRS = 16;
    private static final int PORT = 9;
    private static final int ROUND_TRIPS = 500;
    private static final int WARM_UP = 10_000;

    /** With jitter, when they have to be further apart. */
    private static final int FEW_ROUND_TRIPS = 100;

    private static final int MOST_PACKETS = 20_000;

    private static final int LOST_PACKETS = 100;
    private static final long GAP_NANOS = 2_000_000;
    private static final long SHORT_GAP_NANOS = 250_000;

    /** Packets that are so far apart, in jitters, do not wait for each other. */
    private static final int APART = 5;

    /** The part of a bandwidth that small packets use at most. */
    private static final double LIGHT = 0.2;

    /** The time for which late packets are awaited, beyond the round trip asked for. */
    private static final long LATEST_MILLIS = 500;

    private static final int PATIENCE_MILLIS = 5_000;
    private static final int SMALL_BYTES = 64;
    private static final int LARGE_BYTES = TunDevice.MTU - 28;
    private static final int HEADER_BYTES = 28;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** The rate of sending, relative to the bandwidth. */
    private static final double EXCESS = 1.15;

    private static final int BUFFER_BYTES = 1 << 22;
    private static final int TCP_BYTES = 1 << 16;
    private static final double NANOS_A_MICRO = 1e3;
    private static final int DIGITS = 3;

    private final Network network;
    private final NetworkPlan plan;

    NetworkCheck(Network network) {
        this.network = network;
        this.plan = network.plan();
    }

    /** Measures a pair for each kind of link. */
    NetworkFigures run(String asked) throws IOException, InterruptedException {
        List<int[]> kinds = kinds();
        int from = kinds.get(0)[0];
        int to = kinds.get(0)[1];
        Echo unused = echo(from, to, WARM_UP, gap(from, to, SHORT_GAP_NANOS)); // compiles
        double within = micros(echo(from, from, ROUND_TRIPS, GAP_NANOS).roundTrips, 50);
        List<NetworkFigures.Pair> pairs = new ArrayList<>();
        for (int[] pair : kinds) pairs.add(measure(pair[0], pair[1]));
        return NetworkFigures.of(asked, within, pairs);
    }

    /** Returns a pair of stations for each kind of link, two nodes first. */
    private List<int[]> kinds() {
        Map<String, int[]> kinds = new LinkedHashMap<>();
        for (int from = 0; from < plan.stations(); from++)
            for (int to = from + 1; to < plan.stations(); to++) {
                Route route = plan.route(from, to);
                String kind =
                        "%d %d %s %s %s"
                                .formatted(
                                        route.delayNanos(),
                                        route.jitterNanos(),
                                        route.loss(),
                                        plan.bytesPerSecond(from, to),
                                        roundTripNanos(from, to));
                kinds.putIfAbsent(kind, new int[] {from, to});
            }
        return kinds.values().stream().limit(MOST_PAIRS).toList();
    }

    private NetworkFigures.Pair measure(int from, int to) throws IOException, InterruptedException {
        double loss = plan.route(from, to).loss();
        boolean hasJitter = jitter(from, to) > 0;
        int packets = hasJitter ? FEW_ROUND_TRIPS : ROUND_TRIPS;
        Echo echo =
                echo(
                        from,
                        to,
                        packets,
                        gap(from, to, Math.max(GAP_NANOS, APART * jitter(from, to))));
        long arrived = echo.arrived;
        if (loss > 0) {
            packets = (int) Math.min(MOST_PACKETS, Math.max(ROUND_TRIPS, LOST_PACKETS / loss));
            arrived = echo(from, to, packets, gap(from, to, SHORT_GAP_NANOS)).arrived;
        }
        double bandwidth = plan.bytesPerSecond(from, to);
        double rate = bandwidth == 0 ? tcpRate(from, to) : udpRate(from, to, bandwidth);
        return new NetworkFigures.Pair(
                name(from),
                name(to),
                roundTripNanos(from, to) / NANOS_A_MICRO,
                micros(echo.roundTrips, 50),
                micros(echo.roundTrips, 99),
                bandwidth,
                rate,
                loss,
                1 - (double) arrived / packets,
                packets);
    }

    private long jitter(int from, int to) {
        return Math.max(plan.route(from, to).jitterNanos(), plan.route(to, from).jitterNanos());
    }

    private long roundTripNanos(int from, int to) {
        return plan.roundTripNanos(from, to, SMALL_BYTES + HEADER_BYTES);
    }

    /** Returns a gap between small packets that leaves the bandwidth nearly unused. */
    private long gap(int from, int to, long least) {
        double rate = plan.bytesPerSecond(from, to);
        double back = plan.bytesPerSecond(to, from);
        double slower = rate == 0 ? back : back == 0 ? rate : Math.min(rate, back);
        if (slower == 0) return least;
        return Math.max(
                least, (long) ((SMALL_BYTES + HEADER_BYTES) / (LIGHT * slower) * SECOND_NANOS));
    }

    private static double micros(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / NANOS_A_MICRO;
    }

    private String name(int station) {
        return station == plan.stations() - 1 ? "client" : "node " + (station + 1);
    }

    /** Round trips in nanoseconds, and the number of packets that arrived at the other end. */
    private record Echo(Histogram roundTrips, long arrived) {}

    private Echo echo(int from, int to, int packets, long gap)
            throws IOException, InterruptedException {
        try (DatagramSocket far = socket(to, PORT);
                DatagramSocket near = socket(from, 0)) {
            Future<Long> arrived = started(() -> reply(far));
            Histogram roundTrips = new Histogram(DIGITS);
            Future<Long> returned = started(() -> receive(near, roundTrips));
            sendAll(near, to, packets, gap);
            TimeUnit.NANOSECONDS.sleep(2 * roundTripNanos(from, to));
            TimeUnit.MILLISECONDS.sleep(LATEST_MILLIS);
            near.close();
            far.close();
            await(returned);
            return new Echo(roundTrips, await(arrived));
        }
    }

    private void sendAll(DatagramSocket near, int to, int packets, long gap) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(SMALL_BYTES);
        DatagramPacket packet = new DatagramPacket(content.array(), SMALL_BYTES, end(to));
        long next = now();
        for (int i = 0; i < packets; i++) {
            pause(next);
            content.putLong(0, now());
            near.send(packet);
            next += gap;
        }
    }

    /** Sends packets back until the socket is closed. Returns their number. */
    private static long reply(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[SMALL_BYTES], SMALL_BYTES);
        long count = 0;
        while (true) {
            try {
                socket.receive(packet);
                count++;
                socket.send(packet);
            } catch (SocketException e) {
                return count;
            }
        }
    }

    private static long receive(DatagramSocket socket, Histogram roundTrips) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(SMALL_BYTES);
        DatagramPacket packet = new DatagramPacket(content.array(), SMALL_BYTES);
        while (true) {
            try {
                socket.receive(packet);
                roundTrips.recordValue(now() - content.getLong(0));
            } catch (SocketException e) {
                return roundTrips.getTotalCount();
            }
        }
    }

    /** Returns the rate of large UDP packets that arrive, if somewhat more are sent. */
    private double udpRate(int from, int to, double bandwidth)
            throws IOException, InterruptedException {
        try (DatagramSocket far = socket(to, PORT);
                DatagramSocket near = socket(from, 0)) {
            far.setReceiveBufferSize(BUFFER_BYTES);
            Future<Double> rate = started(() -> rate(far));
            double nanosEach = (LARGE_BYTES + HEADER_BYTES) / (bandwidth * EXCESS) * SECOND_NANOS;
            DatagramPacket packet = new DatagramPacket(new byte[LARGE_BYTES], LARGE_BYTES, end(to));
            long begun = now();
            for (long sent = 0; now() - begun < 2 * SECOND_NANOS; sent++) {
                pause(begun + (long) (sent * nanosEach));
                near.send(packet);
            }
            TimeUnit.NANOSECONDS.sleep(2 * roundTripNanos(from, to));
            TimeUnit.MILLISECONDS.sleep(LATEST_MILLIS);
            far.close();
            return await(rate);
        }
    }

    /** Returns the bytes a second of packets, from the first to the last. */
    private static double rate(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[TunDevice.MTU], TunDevice.MTU);
        long count = 0;
        long first = 0;
        long last = 0;
        while (true) {
            try {
                socket.receive(packet);
                last = now();
                if (count++ == 0) first = last;
            } catch (SocketException e) {
                double bytes = (count - 1.0) * (LARGE_BYTES + HEADER_BYTES);
                return count < 2 ? 0 : bytes / (last - first) * SECOND_NANOS;
            }
        }
    }

    /** Returns the rate of one TCP connection; 0 if none came about. */
    private double tcpRate(int from, int to) throws IOException, InterruptedException {
        try (ServerSocket server = server(to);
                Socket near = unconnected(from)) {
            Future<Double> rate = started(() -> tcpRate(server));
            try {
                near.connect(end(to), PATIENCE_MILLIS);
            } catch (SocketTimeoutException e) {
                return 0;
            }
            Future<Long> unused = started(() -> send(near));
            double result = await(rate);
            near.setSoLinger(true, 0);
            return result;
        }
    }

    private ServerSocket server(int station) throws IOException {
        try (Namespace namespace = Namespace.enter(network.namespace(station))) {
            ServerSocket server = new ServerSocket();
            server.bind(end(station));
            server.setSoTimeout(2 * PATIENCE_MILLIS);
            return server;
        }
    }

    /** Returns a socket of a station. It has its port, and with it the kernel's socket, at once. */
    private Socket unconnected(int station) throws IOException {
        try (Namespace namespace = Namespace.enter(network.namespace(station))) {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getByName(Network.address(station)), 0));
            return socket;
        }
    }

    /** Sends until the other end, or this one, is closed. */
    private static long send(Socket socket) {
        byte[] content = new byte[TCP_BYTES];
        long count = 0;
        try {
            while (true) {
                socket.getOutputStream().write(content);
                count += content.length;
            }
        } catch (IOException e) {
            return count;
        }
    }

    /** Returns the bytes a second that arrive in a second, or 0 if none do. */
    private static double tcpRate(ServerSocket server) throws IOException {
        try (Socket socket = server.accept()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            InputStream in = socket.getInputStream();
            byte[] content = new byte[TCP_BYTES];
            long begun = now();
            long bytes = 0;
            while (now() - begun < SECOND_NANOS) bytes += Math.max(0, in.read(content));
            return (double) bytes / (now() - begun) * SECOND_NANOS;
        } catch (SocketTimeoutException e) {
            return 0;
        }
    }

    private DatagramSocket socket(int station, int port) throws IOException {
        try (Namespace namespace = Namespace.enter(network.namespace(station))) {
            return new DatagramSocket(port, InetAddress.getByName(Network.address(station)));
        }
    }

    private static InetSocketAddress end(int station) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(Network.address(station)), PORT);
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> Future<T> started(Work<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread =
                new Thread( // owns threads
                        () -> {
                            try {
                                result.complete(work.run());
                            } catch (IOException | RuntimeException e) {
                                result.completeExceptionally(e);
                            }
                        },
                        "network check");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    private static <T> T await(Future<T> result) throws IOException, InterruptedException {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw new IOException("Cannot measure the network: " + e.getCause(), e);
        }
    }

    private static void pause(long until) {
        for (long left = until - now(); left > 0; left = until - now()) LockSupport.parkNanos(left);
    }

    private static long now() {
        return System.nanoTime(); // owns clock
    }
}
