package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Processor time in seconds that processes have used so far, as Linux tells it; not a number elsewhere. */
record CpuTime(double server, double postgres, double client) {
    private static final double TICKS_PER_SECOND = 100; // what Linux shows, whatever its own clock

    /** PostgreSQL's processes are those below the server's. */
    static CpuTime now(ProcessHandle server) {
        return new CpuTime(
                seconds(Stream.of(server), false),
                seconds(server.descendants(), true),
                seconds(Stream.of(ProcessHandle.current()), false));
    }

    CpuTime since(CpuTime before) {
        return new CpuTime(server - before.server, postgres - before.postgres, client - before.client);
    }

    CpuTime plus(CpuTime other) {
        return new CpuTime(server + other.server, postgres + other.postgres, client + other.client);
    }

    static double seconds(Stream<ProcessHandle> processes, boolean withEndedChildren) {
        return processes
                .mapToDouble(process -> seconds(process.pid(), withEndedChildren))
                .sum();
    }

    private static double seconds(long pid, boolean withEndedChildren) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name, in brackets, may hold blanks; after it, user and system time are fields 12 and 13.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            for (int field = 11; field < (withEndedChildren ? 15 : 13); field++) {
                ticks += Long.parseLong(fields[field]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            return Files.isDirectory(Path.of("/proc/self")) ? 0 : Double.NaN; // it has just ended, or this is not Linux
        }
    }
}
