// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.nio.file.Path;

/**
 * What Cassandra asks of its commit log.
 *
 * @param commitLogDirectory our own small files lie there, too
 * @param nodeName what other nodes that find this journal are told
 * @param contentVersion the version of Cassandra's commit log, which says how mutations are written
 * @param identifierFloor the highest identifier of a stock commit log file, or 0
 * @param maxMutationBytes the largest mutation, with the overhead of an entry
 * @param totalSpaceBytes how much the commit log may occupy
 */
record CassandraLimits(
        Path commitLogDirectory,
        String nodeName,
        int contentVersion,
        long identifierFloor,
        int maxMutationBytes,
        long totalSpaceBytes) {}
