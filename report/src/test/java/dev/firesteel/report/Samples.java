// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

/** Shortened results as the commands print them. */
final class Samples {
    static final String COMMIT_LOG =
            """
            {"firesteel":"0.1.0","cassandra":"5.0.9",
             "machine":{"processors":2,"kernel":"Linux 6.18","architecture":"amd64","java":"17.0.15"},
             "settings":{"rounds":3,"load":{"seconds":10,"fieldCount":10,"fieldLength":100}},
             "isComplete":true,
             "results":[
              {"mode":"none","clients":64,"workload":"write","loop":"closed","opsPerSecond":13487.4,
               "rounds":[13000.0,13487.4,15000.0],"p50Micros":3741.7,"p99Micros":20316.2,
               "p999Micros":59834.4,"cpuMicrosPerOp":112.6,"contextSwitchesPerOp":2.9,
               "deviceBytesPerOp":null},
              {"mode":"firesteel","clients":64,"workload":"write","loop":"closed",
               "opsPerSecond":17807.2,"rounds":[17000.0,17807.2,19000.0],"p50Micros":2869.0,
               "p99Micros":14508.0,"p999Micros":40000.0,"cpuMicrosPerOp":80.1,
               "contextSwitchesPerOp":2.0,"deviceBytesPerOp":2501.0}],
             "comparisons":[
              {"mode":"firesteel","against":"none","clients":64,"workload":"write","loop":"closed",
               "figure":"opsPerSecond","ratio":1.32,"low":1.12,"high":1.55,"verdict":"ABOVE"},
              {"mode":"firesteel","against":"none","clients":64,"workload":"write","loop":"closed",
               "figure":"p99Micros","ratio":0.7,"low":0.5,"high":0.9,"verdict":"BELOW"}],
             "warnings":["the rate was not steady"]}
            """;

    static final String REPLAY =
            """
            {"cassandra":"5.0.9","firesteel":"0.1.0","isComplete":false,"results":[
              {"mode":"batch","logBytes":1073741824,"mutations":926496,"replaySeconds":25.7,
               "startSeconds":30.1,"peakResidentBytes":3865470566,"rounds":[24.0,25.7,27.0],
               "startRounds":[29.0,30.1,32.0]}],"warnings":[]}
            """;

    static final String ENGINE =
            """
            {"cassandra":"5.0.9","firesteel":"0.1.0","isComplete":true,"results":[
              {"peer":"firesteel","threads":64,"bytes":1024,"appendsPerSecond":190000.0,
               "megabytesPerSecond":194.6,"p50Micros":320.0,"p99Micros":560.0,
               "deviceBytesPerByte":1.09},
              {"peer":"drive","threads":1,"bytes":32768,"requestBytes":32768.0,
               "appendsPerSecond":7800.0,"megabytesPerSecond":255.0,"p50Micros":128.0,
               "p99Micros":206.0,"deviceBytesPerByte":1.0}],
             "leftOut":{"artemis-aio":"there is no libaio"}}
            """;

    static final String YCSB =
            """
            {"at":"2026-11-29T08:00:00Z","firesteel":"0.1.0",
             "machine":{"processors":2,"kernel":"Linux 6.18","architecture":"amd64","java":"17.0.15"},
             "settings":{"consistency":"ONE","rate":"20000.0","readproportion":"0.5",
              "recordcount":"1000","requestdistribution":"zipfian","scanproportion":"0.0",
              "updateproportion":"0.5"},
             "phase":"run","threads":64,"seconds":60.0,"operations":720000,
             "operationsPerSecond":12000.0,"errors":3,"meanMicros":5300.0,"p50Micros":4000.0,
             "p99Micros":20000.0,"p999Micros":60000.0,"maxMicros":90000.0,"busySeconds":3800.0,
             "each":{
              "READ":{"succeeded":360000,"errors":0,"meanMicros":5000.0,"p50Micros":3900.0,
               "p99Micros":18000.0,"p999Micros":50000.0,"maxMicros":80000.0},
              "UPDATE":{"succeeded":359997,"errors":3,"meanMicros":5600.0,"p50Micros":4100.0,
               "p99Micros":22000.0,"p999Micros":60000.0,"maxMicros":90000.0}},
             "firstError":"Operation timed out"}
            """;

    static final String MATRIX =
            """
            {"kind":"matrix-cell","result":{"cell":{"workload":"a","distribution":"uniform","dataToMemory":0.7,"storage":"fast"},"iops":0,"opsPerSecond":9000.0,"readBytesPerOp":10.0}}
            {"kind":"matrix-cell","result":{"cell":{"workload":"a","distribution":"uniform","dataToMemory":0.7,"storage":"slow"},"iops":720,"opsPerSecond":700.0,"readBytesPerOp":4096.0}}
            {"kind":"matrix-cell","result":{"cell":{"workload":"c","distribution":"zipfian","dataToMemory":2.7,"storage":"fast"},"iops":0,"opsPerSecond":8000.0,"readBytesPerOp":2048.0}}
            """;

    static final String SWEEP =
            """
            {"kind":"sweep","at":"2026-11-24T08:00:00Z","firesteel":"0.1.0","cassandra":"5.0.9",
             "machine":{"processors":2,"kernel":"Linux 6.18","architecture":"amd64","java":"17.0.15"},
             "settings":{"workload":"95/5","rows":100000,"consistency":"ONE","seconds":20},
             "result":{"isComplete":false,"curves":[
               {"clients":16,"closedPerSecond":9000.0,"points":[
                 {"offeredPerSecond":900.0,"achievedPerSecond":900.0,"variation":0.01,
                  "meanMicros":500.0,"p50Micros":400.0,"p99Micros":900.0,"p999Micros":2000.0,
                  "errors":0,"kept":true,"stable":true},
                 {"offeredPerSecond":9900.0,"achievedPerSecond":9000.0,"variation":0.2,
                  "meanMicros":500000.0,"p50Micros":400000.0,"p99Micros":900000.0,
                  "p999Micros":1000000.0,"errors":0,"kept":false,"stable":false}],
                "knee":{"byLatency":8900.0,"byThroughput":9000.0,"agreed":true}},
               {"clients":256,"closedPerSecond":11000.0,"points":[],
                "knee":{"byLatency":null,"byThroughput":null,"agreed":false}}]}}
            """;

    static final String SCALE =
            """
            {"kind":"scale","at":"2026-11-24T20:00:00Z","firesteel":"0.1.0","cassandra":"5.0.9",
            "machine":{"processors":2,"kernel":"Linux 6.18","architecture":"amd64","java":"17"},
            "settings":{"nodes":[1,2],"cores":0.2,"clients":8,"workload":"95/5","rows":50000,"rounds":3},
            "result":{"isComplete":true,"law":{"opsPerSecondOfOne":2500.0,"contention":0.04,"coherency":0.0},
            "sizes":[
            {"nodes":1,"clients":8,"opsPerSecond":2500.0,"spread":0.02,"meanMicros":3200.0,"p50Micros":3000.0,
            "p99Micros":9000.0,"p999Micros":12000.0,"nodeMicrosPerOp":80.0,"errors":0,"settledRounds":3,"rounds":3,"machineBusy":0.5,"simulatedWell":true,
            "simulated":{"nodes":1,"clients":8,"opsPerSecond":2490.0,"meanMicros":3210.0}},
            {"nodes":2,"clients":16,"opsPerSecond":4000.0,"spread":0.03,"meanMicros":4000.0,"p50Micros":3500.0,
            "p99Micros":9900.0,"p999Micros":15000.0,"nodeMicrosPerOp":85.0,"errors":7,"settledRounds":2,"rounds":3,"machineBusy":0.99,"simulatedWell":false,
            "simulated":{"nodes":2,"clients":16,"opsPerSecond":4700.0,"meanMicros":3400.0}}],
            "beyond":[{"simulated":{"nodes":17,"clients":136,"opsPerSecond":38000.0,"meanMicros":3580.0},"lawOpsPerSecond":null}],
            "machines":[{"machine":{"name":"server","cores":4.0,"speed":1.0,"price":2159.0},
            "simulated":{"nodes":17,"clients":544,"opsPerSecond":700000.0,"meanMicros":770.0},"opsPerSecondForPrice":19.07}]}}
            """;

    static final String STALENESS =
            """
            {"kind":"staleness","at":"2026-11-25T01:00:00Z","firesteel":"0.1.0","cassandra":"5.0.9",
            "machine":{"processors":2,"kernel":"Linux 6.18","architecture":"amd64","java":"17"},
            "settings":{"n":3,"r":1,"w":1,"contactPoints":[],"nodes":3,"cores":0.25,"mode":"firesteel","clients":4},
            "result":{"writer":"127.0.0.2","reader":"127.0.0.1","isComplete":false,"points":[
            {"delayMillis":0.0,"meanMillis":0.021,"trials":1000,"fresh":0.873,"low":0.851,"high":0.892,"predicted":0.869,"tracedTrials":100,"tracedFresh":0.862},
            {"delayMillis":5.0,"meanMillis":5.12,"trials":990,"fresh":0.995,"low":0.988,"high":0.998,"predicted":0.991}],
            "errorPoints":0.4,"tracedErrorPoints":0.7,"trials":1990,"failures":3,"tracedWrites":220,"tracedReads":221,"incomplete":2}}
            """;

    private static final String TIMES =
            """
            "opsPerSecond":9994.7,"keepsUp":false,
            "readMicros":{"mean":75.1,"p50":50.1,"p90":126.1,"p99":217.6,"p999":310.3,"p9999":408.6},
            "writeMicros":{"mean":null,"p50":null,"p90":null,"p99":null,"p999":null,"p9999":null}""";

    static final String TIMED =
            """
            {%s,"writeAmplification":null,"victim":"greedy","preset":"tlc","channels":8,
             "diesPerChannel":4,"planesPerDie":1,"readNanos":50000,"programNanos":561000,
             "readPart":1.0,"offeredPerSecond":10000,"depth":32}
            """
                    .formatted(TIMES);

    static final String TIMED_WEAR =
            """
            {"driveBytes":1073741824,"spare":0.07,"trim":true,"tracePages":1000,"fillings":[
              {"filling":0.9,"steady":true,"streams":[
                {"placement":"none",%s,"writeAmplification":1.957,"moves":957,"erases":10,"years":null}]}]}
            """
                    .formatted(TIMES);

    static final String WEAR =
            """
            {"driveBytes":1073741824,"spare":0.07,"trim":false,"tracePages":1000,"fillings":[
              {"filling":0.9,"steady":false,"streams":[
                {"placement":"none","writeAmplification":1.957,"moves":957,"erases":10,"years":null},
                {"placement":"linux4","writeAmplification":1.009,"moves":9,"erases":7,"years":3.5}]},
              {"filling":0.6,"steady":true,"streams":[
                {"placement":"none","writeAmplification":1.2,"moves":200,"erases":9,"years":null},
                {"placement":"linux4","writeAmplification":1.0,"moves":0,"erases":7,"years":3.6}]}]}
            """;

    static final String PREDICTION =
            """
            {"consistentAtZero":0.974,"n":3,"r":1,"w":1,"trials":1000000,
             "tVisibilityMillis":{"p50":0.0,"p90":0.0,"p99":0.4,"p999":1.97,"p9999":3.3},
             "readLatencyMillis":{"p50":0.5,"p90":0.6,"p99":0.7,"p999":0.8,"p9999":2.0},
             "writeLatencyMillis":{"p50":0.5,"p90":0.6,"p99":0.7,"p999":0.9,"p9999":2.0}}
            """;

    static final String REPRODUCTION =
            """
            {"kind":"reproduction","at":"2026-11-25T01:00:00Z","firesteel":"0.1.0","cassandra":"5.0.9",
            "machine":{"processors":2,"kernel":"Linux 6.18","architecture":"amd64","java":"17"},
            "settings":{"quick":true},
            "result":{"figures":[{"id":"capi-table-2","source":"CAPI-Flash commit log, Table II","caption":"Rate of inserts","note":"Two processors.",
            "rows":[{"name":"batch","unit":"op/s","published":31111.0,"here":5000.0,"low":4000.0,"high":6000.0,"from":null,"to":null,"verdict":"not judged"},
            {"name":"journal over batch","unit":"times","published":2.094,"here":4.8,"low":4.4,"high":6.2,"from":1.0,"to":null,"verdict":"same direction, larger"},
            {"name":"window of 0 ms","unit":"op/s","published":1393.0,"here":null,"low":null,"high":null,"from":null,"to":null,"verdict":"not measured"}]}]}}
            """;

    static final String DIVISION =
            """
            {"machine":"2 processors","cassandra":"5.0.9","workload":"a, keys zipfian","memtableBytes":134217728,"cacheBytes":1073741824,
            "why":["128MiB more buy nothing."],"withinOnePercent":[1,2],"measured":false,
            "curves":{"reads":{"measured":[{"mebibytes":900.0,"micros":210.0},{"mebibytes":100.0,"micros":480.0}],
            "curve":[{"mebibytes":100.0,"micros":471.0,"low":460.0,"high":490.0},{"mebibytes":900.0,"micros":222.0,"low":200.0,"high":240.0}]},
            "writes":{"measured":[{"mebibytes":64.0,"micros":320.0}],
            "curve":[{"mebibytes":64.0,"micros":310.0,"low":300.0,"high":330.0},{"mebibytes":512.0,"micros":150.0,"low":140.0,"high":160.0}]},
            "objective":[{"mebibytes":64.0,"objective":0.81,"reads":1.0,"writes":0.62,"isMeasured":true},
            {"mebibytes":512.0,"objective":0.93,"reads":0.86,"writes":1.0,"isMeasured":false}]}}
            """;

    static final String COMPARED_DIVISIONS =
            """
            {"kind":"memory-comparison","at":"2026-11-26T01:00:00Z","firesteel":"0.1.0","cassandra":"5.0.9",
            "machine":{"processors":2,"kernel":"Linux 6.18","architecture":"amd64","java":"17"},
            "settings":{"workload":"a, keys zipfian","divisions":[]},
            "result":{"best":"recommended","recommendedToControl":{"rounds":[1.04,1.05,1.06],"median":1.05,"low":1.03,"high":1.08},
            "isComplete":false,"divisions":[
            {"name":"defaults","memtableBytes":268435456,"cacheBytes":536870912,"reads":{"measured":1000.0,"spread":0.05,"expected":1100.0,"off":0.1},
            "writes":{"measured":2000.0,"spread":0.02,"expected":1900.0,"off":-0.05},"objective":{"measured":0.8,"spread":0.03,"expected":0.82},
            "toFirst":{"rounds":[1.0],"median":1.0,"low":null,"high":null},"isCalibrated":false},
            {"name":"recommended","memtableBytes":134217728,"cacheBytes":671088640,"reads":{"measured":1200.0,"spread":0.05,"expected":1210.0,"off":0.008},
            "writes":{"measured":1950.0,"spread":0.02,"expected":1900.0,"off":-0.026},"objective":{"measured":0.88,"spread":0.03,"expected":0.9},
            "toFirst":{"rounds":[1.1,1.11,1.09],"median":1.1,"low":1.07,"high":1.13}}]}}
            """;

    static final String POWER_CUTS =
            """
            {"target":"firesteel","kind":"RAW","lying":false,"seed":11,"nodes":3,"readers":8,"cuts":14,"attempted":52783,
            "acknowledged":50214,"seen":9678,"lost":0,"seenAndGone":0,"phantom":0,"corrupted":0,"restartSecondsMax":18.1,"reported":2,"falseAlarms":1,"unread":1,"silent":0}
            {"target":"periodic","seed":5,"readers":8,"kills":1,"attempted":3048,"acknowledged":2872,"seen":505,"lost":969,
            "seenAndGone":307,"phantom":0,"corrupted":0,"restartSecondsMax":13.5}
            """;

    private Samples() {}
}
