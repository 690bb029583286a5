// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Records the size of each read. */
final class ReadSizes extends ForwardingDevice {
    private final List<Integer> sizes;

    ReadSizes(BlockDevice device, List<Integer> sizes) {
        super(device);
        this.sizes = sizes;
    }

    @Override
    public void read(long offset, ByteBuffer target) throws IOException {
        sizes.add(target.remaining());
        super.read(offset, target);
    }
}
