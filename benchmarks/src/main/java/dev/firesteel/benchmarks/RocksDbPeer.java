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
 * RocksDB's write-ahead log: a put with {@code sync}. Each thread overwrites one key, so that
 * flushes write almost nothing. Log files are recycled, which suits RocksDB best.
 */
final class RocksDbPeer implements Peer {
    private static final int RECYCLED_LOGS = 4;

    private final Options options;
    private final WriteOptions durable;
    private final RocksDB database;
    private final AtomicInteger threads = new AtomicInteger();

    /** Opens a new database. */
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
