package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.Seeds;
import dev.weir.testkit.db.TestDatabase;
import dev.weir.wire.EventFamily;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The law of hosts: what a server makes of events, the job makes of them, too, also if it breaks down on the way. */
class HostsAgreeTest {
    @TempDir
    Path savepoints;

    @Test
    void theJobMakesTheRowsOfTheServer() {
        Seeds.each(1, 10, seed -> {
            List<Sent> traffic = Traffic.of(Math.floorMod(seed, 1_000_000), 12);
            try (TestDatabase ofServer = new TestDatabase();
                    TestDatabase ofJob = new TestDatabase()) {
                serve(ofServer, traffic, new Random(seed));
                fold(ofJob, traffic, new Random(seed));
                Map<String, List<String>> expected = DerivedRows.of(ofServer);
                Map<String, List<String>> made = DerivedRows.of(ofJob);
                for (Map.Entry<String, List<String>> table : expected.entrySet()) {
                    assertThat(table.getValue())
                            .as("%s has rows", table.getKey())
                            .isNotEmpty();
                    assertThat(made.get(table.getKey())).as(table.getKey()).containsExactlyElementsOf(table.getValue());
                }
                assertThat(new Rebuild(ofJob.dataSource())
                                .run(true, progress -> {})
                                .firstDifferences())
                        .isEmpty();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void serve(TestDatabase database, List<Sent> traffic, Random random) throws Exception {
        try (RealServer server = new RealServer(database, Map.of())) {
            for (int from = 0; from < traffic.size(); ) {
                int to = Math.min(traffic.size(), from + 1 + random.nextInt(100));
                Map<String, List<Sent>> requests =
                        traffic.subList(from, to).stream().collect(Collectors.groupingBy(Sent::path));
                for (Map.Entry<String, List<Sent>> request : requests.entrySet()) {
                    send(server, request.getKey(), request.getValue());
                }
                from = to;
            }
            while (!RunningJob.isTrue(database, RunningJob.NOTHING_WAITS)) {
                Thread.onSpinWait();
            }
        }
    }

    /** A signal is told alone. */
    private static void send(RealServer server, String path, List<Sent> events) throws Exception {
        boolean alone = events.get(0).family() == EventFamily.SIGNAL;
        List<String> bodies = alone
                ? events.stream().map(Sent::json).toList()
                : List.of(events.stream().map(Sent::json).collect(Collectors.joining(",", "[", "]")));
        for (String body : bodies) {
            HttpResponse<String> answer = server.send(alone ? "PUT" : "POST", path, body);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
    }

    private void fold(TestDatabase database, List<Sent> traffic, Random random) throws Exception {
        RunningJob.migrate(database);
        List<List<Arrival>> partitions = RunningJob.spread("law", traffic, random);
        try (RunningJob job =
                RunningJob.start(database, Partitions.of("law", partitions, 2), RunningJob.options(database))) {
            job.await(traffic.size(), savepoints);
        }
    }
}
