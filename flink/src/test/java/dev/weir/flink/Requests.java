package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.wire.EventFamily;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Events on their way to a server, in requests of any size. */
final class Requests {
    private static final int MOST_AT_ONCE = 100;

    private Requests() {}

    /** @param status that each of them has to be answered with */
    static void send(RealServer server, List<Sent> traffic, Random random, int status) throws Exception {
        for (int from = 0; from < traffic.size(); ) {
            int to = Math.min(traffic.size(), from + 1 + random.nextInt(MOST_AT_ONCE));
            Map<String, List<Sent>> requests =
                    traffic.subList(from, to).stream().collect(Collectors.groupingBy(Sent::path));
            for (Map.Entry<String, List<Sent>> request : requests.entrySet()) {
                send(server, request.getKey(), request.getValue(), status);
            }
            from = to;
        }
    }

    /** A signal is told alone. */
    private static void send(RealServer server, String path, List<Sent> events, int status) throws Exception {
        boolean alone = events.get(0).family() == EventFamily.SIGNAL;
        List<String> bodies = alone
                ? events.stream().map(Sent::json).toList()
                : List.of(events.stream().map(Sent::json).collect(Collectors.joining(",", "[", "]")));
        for (String body : bodies) {
            HttpResponse<String> answer = server.send(alone ? "PUT" : "POST", path, body);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        }
    }
}
