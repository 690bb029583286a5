// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

/** Results from before the field for a replay in progress. */
final class OldResults {
    /** A result with a second kill before the end of the replay. */
    static final String KILL =
            "{\"target\":\"firesteel\",\"campaignSeed\":2101,\"kill\":1,\"seed\":-7046029254386351030,\"fault\":\"replay\",\"effect\":\"killed 8.0 s into its start, before it had replayed\",\"loadSeconds\":2.825571141,\"startUpKill\":true,\"startUpSeconds\":8.004901933,\"cutReplay\":true,\"attempted\":4972,\"acknowledged\":4908,\"refused\":0,\"rows\":1703,\"lost\":0,\"phantom\":0,\"corrupted\":0,\"restartSeconds\":11.542047199,\"findings\":[]}";

    private OldResults() {}
}
