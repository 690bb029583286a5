// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fuse;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A mounted FUSE file system with this process as its server: requests in, replies out. When the
 * process ends, the kernel fails all pending and later requests.
 *
 * <p>For one thread.
 */
public final class FuseConnection {
    /** Maximum size of one write. */
    static final int MAX_WRITE_BYTES = 1 << 20;

    /** The source of the file system in the kernel's tables. */
    public static final String SOURCE = "firesteel-drives";

    private static final String DEVICE = "/dev/fuse";
    private static final int REPLY_HEADER_BYTES = 16;
    private static final int PAGE_BYTES = 4096;

    private final int descriptor;
    private final Libc.Waiter requests;
    private final ByteBuffer in = buffer(MAX_WRITE_BYTES + PAGE_BYTES);
    private final ByteBuffer out = buffer(MAX_WRITE_BYTES + PAGE_BYTES);
    private boolean unmounted;

    private FuseConnection(int descriptor) {
        this.descriptor = descriptor;
        this.requests = new Libc.Waiter(descriptor);
    }

    /** Mounts a file system over an empty directory. It must be served at once. */
    public static FuseConnection mount(Path directory) throws IOException {
        try {
            int descriptor = Libc.open(DEVICE, Libc.O_RDWR | Libc.O_NONBLOCK | Libc.O_CLOEXEC);
            Libc.mount(
                    SOURCE,
                    directory.toString(),
                    "fuse",
                    Libc.MS_NOSUID | Libc.MS_NODEV,
                    "fd=" + descriptor + ",rootmode=40000,user_id=0,group_id=0");
            return new FuseConnection(descriptor);
        } catch (LastErrorException e) {
            throw new IOException(
                    "Cannot mount a FUSE file system on " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether there will be no more requests. */
    public boolean isUnmounted() {
        return unmounted;
    }

    /**
     * Returns the next request, or null if none came in time.
     *
     * @param nanos the longest wait, at least 0
     */
    public @Nullable FuseRequest next(long nanos) throws IOException {
        if (unmounted) return null;
        try {
            if (!requests.await(nanos)) return null;
            int bytes = Libc.read(descriptor, in);
            return new FuseRequest(in.clear().limit(bytes));
        } catch (LastErrorException e) {
            // ENOENT: the request was withdrawn between poll and read.
            int error = e.getErrorCode();
            unmounted = error == Libc.ENODEV;
            if (unmounted || error == Libc.EAGAIN || error == Libc.EINTR || error == Libc.ENOENT)
                return null;
            throw new IOException("The file system is gone: " + e.getMessage(), e);
        }
    }

    /** Replies with the content that the callback writes into the buffer. */
    public void reply(FuseRequest request, Consumer<ByteBuffer> body) throws IOException {
        out.clear().position(REPLY_HEADER_BYTES);
        body.accept(out);
        send(request, 0);
    }

    /** Replies with an error number. */
    public void fail(FuseRequest request, int error) throws IOException {
        out.clear().position(REPLY_HEADER_BYTES);
        send(request, -error);
    }

    private void send(FuseRequest request, int error) throws IOException {
        int bytes = out.position();
        out.putInt(0, bytes).putInt(4, error).putLong(8, request.unique());
        try {
            Libc.write(descriptor, out, bytes);
        } catch (LastErrorException e) {
            // ENOENT: the requesting process was killed meanwhile.
            if (e.getErrorCode() != Libc.ENOENT)
                throw new IOException("The file system accepts no reply: " + e.getMessage(), e);
        }
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
