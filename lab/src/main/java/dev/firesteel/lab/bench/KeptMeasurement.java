// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A measurement as it is kept in the file of results, which several comparisons may share.
 *
 * @param began when the comparison began that it belongs to, ISO 8601
 * @param measurement what was measured, whose fields follow
 */
record KeptMeasurement<M>(String began, @JsonUnwrapped M measurement) {}
