// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.JsonLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that serves the drives. It survives the node, and all other processes that use the
 * drives.
 *
 * <p>Prints {@link #READY} on its standard output once there is a file system with the drives'
 * files. {@code cut SEED} on its standard input cuts the power: from a request on that the seed
 * determines, none is answered. Once the losses are decided, it prints {@link #CUT} and a report of
 * them. {@code stall MILLIS} is printed again, and delays all answers for that time. {@code report}
 * prints {@link #REPORT} and the {@link LiveReport} of the drives with a model; the first makes
 * them as slow as their models. It ends when its standard input ends, and all waiting requests then
 * fail. No process therefore waits forever for a drive.
 */
public final class DriveProcess {
    static final String READY = "ready";
    static final String CUT = "cut ";
    static final String STALL = "stall ";
    static final String REPORT = "report ";

    private DriveProcess() {}

    /**
     * Serves drives.
     *
     * @param arguments the file with the {@link DriveRunSettings} in JSON
     */
    public static void main(String[] arguments) throws IOException {
        DriveRunSettings settings =
                JsonLine.read(Files.readString(Path.of(arguments[0])), DriveRunSettings.class);
        List<Drive> drives = new ArrayList<>();
        for (DriveSettings drive : settings.drives()) drives.add(new Drive(drive));
        FuseConnection connection = FuseConnection.mount(Path.of(settings.mountPoint()));
        DriveServer server = new DriveServer(connection, drives, System::nanoTime);
        new Thread(() -> serve(server, System.out), "drives").start(); // owns threads
        System.out.println(READY);
        obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), server);
        Runtime.getRuntime().halt(0); // owns exit
    }

    private static void obey(BufferedReader commands, DriveServer server) throws IOException {
        for (String line = commands.readLine(); line != null; line = commands.readLine())
            if (line.equals(REPORT.strip()))
                System.out.println(REPORT + JsonLine.of(server.report().join()));
            else if (line.startsWith(CUT)) server.cut(Long.parseLong(line.substring(CUT.length())));
            else if (line.startsWith(STALL)) {
                server.stall(Duration.ofMillis(Long.parseLong(line.substring(STALL.length()))));
                System.out.println(line);
            }
    }

    private static void serve(DriveServer server, PrintStream out) {
        try {
            CutReport report = server.serve();
            if (report != null) out.println(CUT + JsonLine.of(report));
        } catch (IOException | RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1); // owns exit
        }
    }
}
