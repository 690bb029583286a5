// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

class FaultyBlockDeviceTest extends BlockDeviceContract {
    @Override
    BlockDevice device() {
        return new FaultyBlockDevice(512, MIN_BYTES, true, 1);
    }
}
