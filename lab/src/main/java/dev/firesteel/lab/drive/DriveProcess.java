// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.fuse.FuseConnection;
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
import org.jspecify.annotations.Nullable;

/**
 * The process that serves the drives. It survives the node, and all other processes that use the
 * drives.
 *
 * <p>Prints {@link #READY} on its standard output once the files of the drives are there. Each line
 * of its standard input is a command, whose answer begins with the same word:
 *
 * <ul>
 *   <li>{@code start} makes drives with a model as slow as it.
 *   <li>{@code report} is answered with the {@link LiveReport} of the drives with a model.
 *   <li>{@code cut SEED} cuts the power of the block devices: from a request on that the seed
 *       determines, none is answered. The answer, once the losses are decided, is the {@link
 *       CutReport}.
 *   <li>{@code stall MILLIS} delays all answers of the block devices for that time.
 * </ul>
 *
 * <p>It ends when its standard input ends, and all waiting requests then fail. No process therefore
 * waits forever for a drive.
 */
public final class DriveProcess {
    static final String READY = "ready";
    static final String START = "start";
    static final String CUT = "cut ";
    static final String STALL = "stall ";
    static final String REPORT = "report ";

    private final List<Server> servers = new ArrayList<>();
    private final @Nullable DriveServer blockDevices;

    private DriveProcess(DriveRunSettings settings) throws IOException {
        for (FileDriveSettings drive : settings.fileDrives())
            servers.add(serving(new FileServer(drive, System::nanoTime)));
        if (settings.drives().isEmpty()) {
            blockDevices = null;
            return;
        }
        List<Drive> drives = new ArrayList<>();
        for (DriveSettings drive : settings.drives()) drives.add(new Drive(drive));
        FuseConnection connection = FuseConnection.mount(Path.of(settings.mountPoint()));
        blockDevices = serving(new DriveServer(connection, drives, System::nanoTime));
        servers.add(blockDevices);
    }

    private static <T extends Server> T serving(T server) {
        new Thread(() -> serve(server, System.out), "drives").start(); // owns threads
        return server;
    }

    /**
     * Serves drives.
     *
     * @param arguments the file with the {@link DriveRunSettings} in JSON
     */
    public static void main(String[] arguments) throws IOException {
        DriveRunSettings settings =
                JsonLine.read(Files.readString(Path.of(arguments[0])), DriveRunSettings.class);
        int status = 0;
        try {
            DriveProcess process = new DriveProcess(settings);
            System.out.println(READY);
            process.obey(
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        } catch (IOException | RuntimeException e) {
            System.err.println(e.getMessage());
            status = 1;
        }
        Runtime.getRuntime().halt(status); // owns exit
    }

    private void obey(BufferedReader commands) throws IOException {
        for (String line = commands.readLine(); line != null; line = commands.readLine())
            if (line.equals(START)) {
                servers.forEach(Server::startClocks);
                System.out.println(START);
            } else if (line.equals(REPORT.strip())) {
                List<LiveReport.Live> drives =
                        servers.stream().flatMap(each -> each.report().stream()).toList();
                System.out.println(REPORT + JsonLine.of(new LiveReport(drives)));
            } else if (blockDevices != null) obey(line, blockDevices);
    }

    private static void obey(String line, DriveServer blockDevices) {
        if (line.startsWith(CUT)) blockDevices.cut(Long.parseLong(line.substring(CUT.length())));
        else if (line.startsWith(STALL)) {
            long millis = Long.parseLong(line.substring(STALL.length()));
            blockDevices.stall(Duration.ofMillis(millis));
            System.out.println(line);
        }
    }

    private static void serve(Server server, PrintStream out) {
        try {
            CutReport report = server.serve();
            if (report != null) out.println(CUT + JsonLine.of(report));
        } catch (IOException | RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1); // owns exit
        }
    }
}
