// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.benchmarks;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's write-ahead log: a put with {@code sync}. A thread writes to one key again and again,
 * so that what is flushed is next to nothing; and log files are used again, as it likes them best.
 */
final class RocksDbPeer implements Peer {
    private static final int RECYCLED_LOGS = 4;

    private final Options options;
    private final WriteOptions durable;
    private final RocksDB database;
    private final AtomicInteger threads = new AtomicInteger();

    /** Opens a new one. */
    RocksDbPeer(Path directory) throws RocksDBException {
        RocksDB.loadLibrary();
        options = new Options().setCreateIfMissing(true).setRecycleLogFileNum(RECYCLED_LOGS);
        durable = new WriteOptions().setSync(true);
        database = RocksDB.open(options, directory.toString());
    }

    @Override
    public Appender appender(byte[] payload) {
        byte[] key = ByteBuffer.allocate(Integer.BYTES).putInt(threads.incrementAndGet()).array();
        return () -> database.put(durable, key, payload);
    }

    @Override
    public void close() {
        database.close();
        durable.close();
        options.close();
    }
}
