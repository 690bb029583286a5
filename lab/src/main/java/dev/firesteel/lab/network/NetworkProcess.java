// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.fuse.Libc;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The process of a network, apart from the processes that use it, whose pauses would delay packets.
 *
 * <p>Prints {@link #READY} and the descriptors of the stations' namespaces on its standard output.
 * Each line of its standard input asks for a {@link RelayReport}, which it prints. It ends when its
 * standard input ends. Interfaces end with it, and namespaces with the last process in them.
 */
public final class NetworkProcess {
    static final String READY = "ready ";

    private NetworkProcess() {}

    /**
     * Carries packets.
     *
     * @param arguments the topology, the number of nodes, and the seed of random numbers
     */
    public static void main(String[] arguments) {
        try {
            int nodes = Integer.parseInt(arguments[1]);
            NetworkPlan plan = Topology.parse(arguments[0]).plan(nodes);
            List<TunDevice> stations = new ArrayList<>();
            for (int i = 0; i < plan.stations(); i++)
                stations.add(TunDevice.make(Network.address(i)));
            Relay relay = new Relay(stations, plan, System::nanoTime, Long.parseLong(arguments[2]));
            Thread carrier = new Thread(() -> carry(relay), "relay"); // owns threads
            carrier.start();
            System.out.println(READY + namespaces(stations));
            answer(relay);
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().halt(1); // owns exit
        }
        Runtime.getRuntime().halt(0); // owns exit
    }

    private static String namespaces(List<TunDevice> stations) {
        return stations.stream()
                .map(station -> Integer.toString(station.namespace()))
                .collect(Collectors.joining(","));
    }

    private static void carry(Relay relay) {
        try {
            Libc.wakePunctually();
            NetworkCalls.runFirst();
            relay.carry();
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1); // owns exit
        }
    }

    private static void answer(Relay relay) throws IOException {
        BufferedReader questions =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (questions.readLine() != null) System.out.println(JsonLine.of(relay.awaitReport()));
    }
}
