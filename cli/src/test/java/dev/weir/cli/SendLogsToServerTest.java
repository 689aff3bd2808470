package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of an event log is what a server takes, and knows when it comes again. */
class SendLogsToServerTest {
    @TempDir
    private Path directory;

    @Test
    void aServerTakesALogOnce() throws IOException {
        String interval =
                "w1,\"QC \"\"é\"\"\",2026-01-01T10:00:00.123456Z,2026-01-01T11:00:00Z,2026-01-01T10:30:00Z,x\n";
        Path csv = Files.writeString(
                directory.resolve("a.csv"), "workflow,stage,start,end,sla,other\n" + interval.repeat(2));
        Path xes = Files.writeString(directory.resolve("a.xes"), """
                <log><trace><string key="concept:name" value="w2"/>
                <event><string key="concept:name" value="QC"/><string key="lifecycle:transition" value="schedule"/>
                <date key="time:timestamp" value="2026-01-01T10:00:00+01:00"/></event>
                <event><string key="concept:name" value="QC"/><string key="lifecycle:transition" value="start"/>
                <date key="time:timestamp" value="1950-01-01T10:00:00+01:00"/></event>
                </trace></log>
                """);
        try (TestDatabase database = new TestDatabase();
                RealServer server = new RealServer(database, 0)) {
            String[] send = {"send", "--url", server.url(), csv.toString(), xes.toString()};
            assertThat(CommandRun.of(send).out().lines().toList())
                    .satisfiesExactly(
                            line -> assertThat(line).matches("6 received = . accepted \\+ 0 duplicates.* 1 rejected"),
                            line -> assertThat(line).startsWith("  " + xes + ", line 4 (event 1): out_of_range: "));
            assertThat(CommandRun.of(send).out())
                    .startsWith("6 received = 0 accepted + 5 duplicates + 0 ignored + 1 rejected\n");
        }
    }
}
