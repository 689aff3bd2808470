package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.demo.DemoEvent;
import dev.weir.cli.demo.Family;
import dev.weir.cli.demo.Story;
import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DemoFeedTest {
    private static final Duration HISTORY = Duration.ofMinutes(20);

    private final Instant begin = Instant.parse("2026-03-04T10:20:30.400Z");

    private static void feed(RealServer server, Instant now) throws InterruptedException {
        DemoFeed feed = new DemoFeed(URI.create(server.url()), Clock.fixed(now, ZoneOffset.UTC), HISTORY);
        feed.sendHappened(feed.playback());
    }

    private static List<JsonNode> runs(RealServer server) {
        return new Api(URI.create(server.url()), Optional.empty())
                .items("/api/v1/workflows", List.of(), Integer.MAX_VALUE);
    }

    private Set<String> surfaces(RealServer server) {
        List<Map.Entry<String, String>> range =
                List.of(Map.entry("from", begin.minus(HISTORY).toString()), Map.entry("to", begin.toString()));
        Set<String> surfaces = new TreeSet<>();
        new Api(URI.create(server.url()), Optional.empty())
                .get("/api/v1/ttfs/daily", range)
                .path("items")
                .forEach(item -> surfaces.add(item.path("surface").asString()));
        return surfaces;
    }

    /** Whatever a restart did, each run has to be as far as its story is. */
    private static void assertAllAreAsFarAsTheirStories(RealServer server, Instant now) {
        for (JsonNode run : runs(server)) {
            Story story = Stream.of("executionId", "workflowId")
                    .map(id -> run.path(id).asString(""))
                    .flatMap(id -> Family.ALL.stream().flatMap(family -> family.marked(id).stream()))
                    .findFirst()
                    .orElseThrow();
            DemoEvent last = story.events().stream()
                    .filter(event -> event.atMs() <= now.toEpochMilli())
                    .reduce((before, after) -> after)
                    .orElseThrow();
            assertThat(run.path("lastEventId").asString()).as(run.toString()).isEqualTo(last.id());
        }
    }

    @Test
    void goesOnWhereAnEarlierOneStopped() throws InterruptedException {
        try (TestDatabase database = new TestDatabase();
                RealServer server = new RealServer(database, 0)) {
            feed(server, begin);
            int first = runs(server).size();
            assertThat(first).isGreaterThan(400);
            assertAllAreAsFarAsTheirStories(server, begin);
            assertThat(surfaces(server)).containsExactlyInAnyOrder("ui", "cli", "ci");

            Instant soon = begin.plus(Duration.ofMinutes(5));
            feed(server, soon);
            int second = runs(server).size();
            assertThat(second).isGreaterThan(first + 100);
            assertAllAreAsFarAsTheirStories(server, soon);

            Instant later = begin.plus(Duration.ofHours(8));
            feed(server, later);
            assertThat(runs(server)).hasSizeGreaterThan(second + 400);
            assertAllAreAsFarAsTheirStories(server, later);
        }
    }
}
