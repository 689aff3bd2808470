package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * How long it takes until the rows of 1,000 open sessions show what a snapshot tells that comes late, while the same
 * sessions send samples. The first snapshot tells who their orchestrators are; each one after it is nearer to them, has
 * other GPUs, and so touches all of them again.
 */
final class LateSnapshots {
    private static final int SESSIONS = 1_000;
    private static final int ENDLESS = 1_000_000;
    private static final int OPENING_EVENTS = 8;
    private static final int REQUESTS_PER_SECOND = 20;
    private static final int WARM_UP_TIMES = 2;
    private static final long QUIET_MS = 1_000;
    private static final double MOST_MS = 2_000;
    private static final String UNKNOWN = """
            SELECT id FROM fact_workflow_sessions
            WHERE orchestrator_url LIKE 'https://late-%' AND gpu_attribution_method = 'none' AND closed_ts IS NULL
            """;
    private static final String SHOWN =
            "SELECT count(*) FROM fact_workflow_sessions WHERE id = ANY(?) AND gpu_id LIKE ?";

    private final WeirProcess weir;
    private final int times;
    private final SplittableRandom random = new SplittableRandom(36);
    private final Fleet fleet = new Fleet("late", random);
    private final List<StreamScript> sessions = new ArrayList<>();
    private final long begin = System.currentTimeMillis();
    private long now = begin;
    private int next;

    /** @param times how often it is measured, after two that do not count */
    LateSnapshots(WeirProcess weir, int times) {
        this.weir = weir;
        this.times = times;
        for (int i = 0; i < SESSIONS; i++) {
            sessions.add(new StreamScript(random, fleet, ENDLESS));
        }
    }

    /** One snapshot: until all rows showed it, and for how long nothing was acknowledged meanwhile and before. */
    private record Once(double ms, double gapMs, double quietGapMs) {}

    List<Figure> measure() throws IOException, SQLException {
        try (IngestConnection samples = new IngestConnection(weir.url(), Destination.NETWORK_EVENTS)) {
            for (int i = 0; i < OPENING_EVENTS * SESSIONS / Corpus.BATCH; i++) {
                samples.post(batch(), Corpus.BATCH);
            }
            try (SteadyTraffic traffic = new SteadyTraffic(samples, REQUESTS_PER_SECOND, this::batch)) {
                return figures(measure(traffic));
            }
        }
    }

    private List<Once> measure(SteadyTraffic traffic) throws IOException, SQLException {
        List<Once> all = new ArrayList<>();
        try (IngestConnection snapshots = new IngestConnection(weir.url(), Destination.NETWORK_EVENTS);
                Connection connection = DriverManager.getConnection(weir.jdbcUrl());
                PreparedStatement shown = connection.prepareStatement(SHOWN)) {
            shown.setArray(1, connection.createArrayOf("uuid", unknown(connection)));
            for (int i = 0; i < WARM_UP_TIMES + times; i++) {
                long quiet = System.nanoTime();
                Load.await(quiet + TimeUnit.MILLISECONDS.toNanos(QUIET_MS));
                long began = System.nanoTime();
                send(snapshots, i, shown);
                long ended = System.nanoTime();
                all.add(new Once(
                        (ended - began) / 1e6, traffic.longestGapMs(began, ended), traffic.longestGapMs(quiet, began)));
            }
        }
        return all.subList(WARM_UP_TIMES, all.size());
    }

    /** Of sessions that differ, in turn; each later than the last one of the same sessions. */
    private byte[] batch() {
        now = Math.max(now + 1, System.currentTimeMillis());
        StringBuilder body = new StringBuilder(Corpus.BATCH * 1024);
        for (int i = 0; i < Corpus.BATCH; i++) {
            StreamScript session = sessions.get(next++ % SESSIONS);
            body.append(i == 0 ? '[' : ',').append(session.next(now).json(random));
        }
        return body.append(']').toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Object[] unknown(Connection connection) throws SQLException, IOException {
        List<UUID> ids = new ArrayList<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(UNKNOWN)) {
            while (row.next()) {
                ids.add(row.getObject(1, UUID.class));
            }
        }
        if (ids.size() != SESSIONS) {
            throw new IOException("There are " + ids.size() + " sessions that wait for a snapshot, and not " + SESSIONS
                    + " as there should be.");
        }
        return ids.toArray();
    }

    /** Returns when all rows show it. */
    private void send(IngestConnection snapshots, int number, PreparedStatement shown)
            throws IOException, SQLException {
        String generation = "GPU-" + number;
        long at = begin - TimeUnit.HOURS.toMillis(2) + TimeUnit.MINUTES.toMillis(number);
        Envelope snapshot = new Envelope("network_capabilities", at, "live-video-sea", fleet.snapshot(generation));
        snapshots.post(snapshot.json(new SplittableRandom(at)).getBytes(StandardCharsets.ISO_8859_1), 1);
        shown.setString(2, generation + "-%");
        Await.until("all sessions showed what a snapshot tells", () -> {
            try (ResultSet row = shown.executeQuery()) {
                return row.next() && row.getInt(1) == SESSIONS;
            }
        });
    }

    private List<Figure> figures(List<Once> all) {
        double[] ms = all.stream().mapToDouble(Once::ms).sorted().toArray();
        double gap = all.stream().mapToDouble(Once::gapMs).max().orElseThrow();
        double quietGap = all.stream().mapToDouble(Once::quietGapMs).max().orElseThrow();
        String how = String.format(
                Locale.ROOT,
                "of %d snapshots, while the sessions send %,d samples/s",
                times,
                REQUESTS_PER_SECOND * Corpus.BATCH);
        String gaps = String.format(
                Locale.ROOT,
                "one request every %d ms; without a snapshot %.0f ms",
                1_000 / REQUESTS_PER_SECOND,
                quietGap);
        return List.of(
                Figure.of("lateP50", "late snapshot until 1,000 sessions show it, p50", ms[times / 2], "ms", how),
                Figure.of("lateP95", "    p95", ms[(int) Math.ceil(times * 0.95) - 1], "ms", how)
                        .with(Goal.atMost(MOST_MS)),
                Figure.of("lateSlowest", "    slowest", ms[times - 1], "ms", how)
                        .with(Goal.atMost(MOST_MS)),
                Figure.of("lateGap", "    longest time without an acknowledgement meanwhile", gap, "ms", gaps));
    }
}
