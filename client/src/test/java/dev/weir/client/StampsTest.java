package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class StampsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456Z");

    private Instant now = NOON;

    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };

    @Test
    void anIdCarriesVersionVariantAndMillisecond() {
        UUID id = new Stamps(clock).next().id();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOON.toEpochMilli());
    }

    @Test
    void aTimestampIsTheClockToTheMicrosecond() {
        Stamps stamps = new Stamps(clock);
        for (int micros = 0; micros < 1_000; micros++) {
            now = Instant.parse("2026-03-01T12:00:01Z").plusNanos(micros * 1_000L + 999);
            assertThat(new Stamps(clock).next().timestamp())
                    .isEqualTo(String.format("2026-03-01T12:00:01.%06dZ", micros));
        }
        now = Instant.parse("2026-03-01T12:00:02Z");
        assertThat(stamps.next().timestamp()).isEqualTo("2026-03-01T12:00:02.000000Z");
    }

    @Test
    void idsRiseWhileTheClockStandsStill() {
        Stamps stamps = new Stamps(clock);
        String last = "";
        for (int i = 0; i < 10_000; i++) {
            String id = stamps.next().id().toString();
            assertThat(id).isGreaterThan(last);
            last = id;
        }
    }

    @Test
    void aSmallStepBackKeepsIdsAndTimestampsInOrder() {
        Stamps stamps = new Stamps(clock);
        Stamp before = stamps.next();
        now = NOON.minusMillis(900);
        Stamp after = stamps.next();

        assertThat(after.id().toString()).isGreaterThan(before.id().toString());
        assertThat(after.time()).isEqualTo(before.time());
    }

    @Test
    void afterALargeStepBackIdsStillRiseAndTimestampsFollowTheClock() {
        Stamps stamps = new Stamps(clock);
        Stamp before = stamps.next();
        now = NOON.minusSeconds(3_600);
        Stamp after = stamps.next();

        assertThat(after.id().toString()).isGreaterThan(before.id().toString());
        assertThat(after.time()).isEqualTo(now);
    }

    @Test
    void idsAreUniqueAcrossThreadsAndRiseInEach() throws Exception {
        Stamps stamps = new Stamps(Clock.systemUTC());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<List<UUID>>> runs = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            runs.add(threads.submit(() -> {
                List<UUID> ids = new ArrayList<>();
                for (int i = 0; i < 20_000; i++) {
                    ids.add(stamps.next().id());
                }
                return ids;
            }));
        }
        Set<Long> timeHalves = new HashSet<>();
        for (Future<List<UUID>> run : runs) {
            List<UUID> ids = run.get();
            for (int i = 1; i < ids.size(); i++) {
                assertThat(ids.get(i).toString()).isGreaterThan(ids.get(i - 1).toString());
            }
            ids.forEach(id -> timeHalves.add(id.getMostSignificantBits()));
        }
        threads.shutdown();
        assertThat(timeHalves).as("unique even without the random half").hasSize(160_000);
    }
}
