package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.core.event.RunKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** From handing an event to Kafka until a query shows the row of its run, one event at a time, while others are sent. */
final class RowLatency {
    private static final int WARM_UP_TIMES = 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_S = 60;
    private static final double MOST_MS = 2_000;
    private static final String VISIBLE = "SELECT EXISTS (SELECT FROM runs WHERE id = ?)";

    private final LoadedJob job;
    private final double rate;
    private final int times;
    private final long begin = System.nanoTime();
    private long others;

    /** @param rate of other events, per second */
    RowLatency(LoadedJob job, double rate, int times) {
        this.job = job;
        this.rate = rate;
        this.times = times;
    }

    List<Figure> measure() throws IOException, SQLException {
        long[] took = new long[times];
        try (PreparedStatement visible = job.connection().prepareStatement(VISIBLE)) {
            for (int i = -WARM_UP_TIMES; i < times; i++) {
                long nanos = one(visible);
                if (i >= 0) {
                    took[i] = nanos;
                }
            }
        }
        job.topic().flush();
        return figures(Latencies.of(List.of(took)));
    }

    private long one(PreparedStatement visible) throws IOException, SQLException {
        GeneratedEvent started = started();
        visible.setObject(1, started.key());
        long sent = System.nanoTime();
        job.topic().send(started);
        while (true) {
            sendOthers();
            try (ResultSet row = visible.executeQuery()) {
                row.next();
                if (row.getBoolean(1)) {
                    return System.nanoTime() - sent;
                }
            }
            if (System.nanoTime() - sent > TimeUnit.SECONDS.toNanos(LONGEST_S)) {
                throw new IOException("A run's row did not show within " + LONGEST_S + " s.");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static GeneratedEvent started() {
        UUID id = UUID.randomUUID();
        Instant now = Instant.now();
        UUID key = new RunKey(StoredRunLoader.ORG, "production", "watched", id.toString()).id();
        String json = """
                {"eventId":"%s","type":"workflow.started","timestamp":"%s","env":"production","serviceKey":"watched",\
                "workflowId":"%s","workflowName":"build"}""".formatted(UUID.randomUUID(), now, id);
        return new GeneratedEvent(
                now.toEpochMilli() * 1000, id, key, "workflow.started", json.getBytes(StandardCharsets.UTF_8));
    }

    /** Those that are due by now. */
    private void sendOthers() {
        long due = (long) ((System.nanoTime() - begin) / 1e9 * rate);
        job.topic().sendNext((int) (due - others));
        others = due;
    }

    private List<Figure> figures(Latencies latencies) {
        String how = String.format(
                Locale.ROOT, "%d runs, with %,.0f other events a second, checkpoints of 1 s", latencies.count(), rate);
        return List.of(
                Figure.of("rowP50", "    Kafka until the row shows, p50", latencies.ms(0.5), "ms", how),
                Figure.of("rowP95", "    p95", latencies.ms(0.95), "ms", how).with(Goal.atMost(MOST_MS)),
                Figure.of("rowSlowest", "    slowest", latencies.ms(1), "ms", how));
    }
}
