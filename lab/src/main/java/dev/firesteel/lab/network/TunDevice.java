// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import com.sun.jna.LastErrorException;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A network interface in a namespace of its own. Packets that go to it can be read from its
 * descriptor; packets that are written to the descriptor arrive there.
 *
 * @param descriptor of the interface
 * @param namespace a descriptor of its namespace
 * @param counters the kernel's counters of the interfaces of its namespace
 */
record TunDevice(int descriptor, int namespace, RandomAccessFile counters) {
    /** The largest packet, as on Ethernet. */
    static final int MTU = 1500;

    private static final String DEVICE = "/dev/net/tun";
    private static final int NONBLOCK = 0x800;

    /** A {@code struct ifreq}: a name of 16 bytes, then flags. */
    private static final int REQUEST_BYTES = 40;

    private static final int FLAGS_AT = 16;
    private static final short TUN_WITHOUT_HEADER = 0x1001;
    private static final String NAME = "net0";
    private static final String COUNTERS = "/proc/thread-self/net/dev";

    /** The place of the dropped packets among the counters, of those that are sent. */
    private static final int DROPPED_AT = 11;

    /** Makes an interface. Moves the calling thread to its namespace. */
    static TunDevice make(String address) throws IOException, InterruptedException {
        try {
            NetworkCalls.unshareNetwork();
            int descriptor = Libc.open(DEVICE, Libc.O_RDWR | NONBLOCK | Libc.O_CLOEXEC);
            ByteBuffer request =
                    ByteBuffer.allocateDirect(REQUEST_BYTES).order(ByteOrder.nativeOrder());
            request.put(NAME.getBytes(StandardCharsets.US_ASCII));
            request.putShort(FLAGS_AT, TUN_WITHOUT_HEADER);
            NetworkCalls.setInterface(descriptor, request);
            configure(
                    "link set lo up",
                    "addr add %s/24 dev %s".formatted(address, NAME),
                    "link set %s mtu %d txqueuelen 10000 up".formatted(NAME, MTU));
            return new TunDevice(
                    descriptor, Namespace.openPresent(), new RandomAccessFile(COUNTERS, "r"));
        } catch (LastErrorException e) {
            throw new IOException("Cannot make a network interface: " + e.getMessage(), e);
        }
    }

    /** Returns the number of packets that were sent while the queue for the descriptor was full. */
    long overflowed() {
        try {
            counters.seek(0);
            for (String line = counters.readLine(); line != null; line = counters.readLine())
                if (line.strip().startsWith(NAME + ":"))
                    return Long.parseLong(
                            line.substring(line.indexOf(':') + 1)
                                    .strip()
                                    .split(" +", -1)[DROPPED_AT]);
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs commands of {@code ip}. */
    private static void configure(String... commands) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("ip", "-batch", "-").redirectErrorStream(true).start();
        try (var input = process.outputWriter(StandardCharsets.US_ASCII)) {
            for (String command : commands) input.write(command + "\n");
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException("'ip' failed: " + output.strip());
    }
}
