package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.bench.Load.Measured;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How fast the events of sessions go in, beside the same events that are only stored: on the same way, of the same size,
 * by turns, so that whatever else the machine does meanwhile slows both.
 */
final class SessionIngest {
    private static final int LEAST_TURNS = 10;
    private static final int WARM_UP_SECONDS = 90;
    private static final int WARM_UP_STEP = 10_000;
    private static final int MOST_PER_TURN = 20_000;
    private static final double LEAST_SHARE = 0.6;
    private static final String STORED = """
            SELECT count(*), avg(pg_column_size(l)) FROM event_log l WHERE (type = upper(type)) = %s
            """;

    private final WeirProcess weir;
    private final NetworkCorpus corpus;
    private final Consumer<String> progress;

    SessionIngest(WeirProcess weir, NetworkCorpus corpus, Consumer<String> progress) {
        this.weir = weir;
        this.corpus = corpus;
        this.progress = progress;
    }

    /** One of the two ways to send the same events, and what it took so far. */
    private static final class Way {
        private final Load load;
        private final List<Double> rates = new ArrayList<>();
        private double events;
        private double seconds;
        private CpuTime cpu = new CpuTime(0, 0, 0);

        private Way(Load load) {
            this.load = load;
        }

        private void add(Measured measured, CpuTime used) {
            rates.add(measured.rate());
            events += measured.events();
            seconds += measured.seconds();
            cpu = cpu.plus(used);
        }

        private double rate() {
            return events / seconds;
        }

        private String processorTime() {
            return String.format(
                    Locale.ROOT,
                    "µs/event: server %.0f, PostgreSQL %.0f, client %.0f",
                    cpu.server() * 1e6 / events,
                    cpu.postgres() * 1e6 / events,
                    cpu.client() * 1e6 / events);
        }
    }

    void measure(Report report) throws IOException, SQLException {
        try (DatabaseCosts costs = new DatabaseCosts(weir.jdbcUrl());
                Load folded = new Load(weir.url(), Destination.NETWORK_EVENTS, corpus.folded());
                Load unfolded = new Load(weir.url(), Destination.NETWORK_EVENTS_UNFOLDED, corpus.unfolded())) {
            progress.accept("Warming Weir up");
            warmUp(folded, unfolded);
            progress.accept("Measuring Weir, with and without the fold by turns");
            Way with = new Way(folded);
            Way without = new Way(unfolded);
            int perTurn = Math.min(MOST_PER_TURN, folded.leftEvents() / (LEAST_TURNS + 1));
            while (folded.leftEvents() >= 3 * perTurn) { // two turns, and one that is left for what comes after
                // The first of two may find the disk still busy with what was before: each is the first as often.
                measure(with, perTurn);
                measure(without, perTurn);
                measure(without, perTurn);
                measure(with, perTurn);
            }
            addRates(report, with, without);
            addSizes(report, folded.sentEvents(), unfolded.sentEvents());
            costs.begin();
            int events = folded.asFastAsAnswered(perTurn).events();
            report.add(costs.statements(), events);
        }
    }

    private static void warmUp(Load folded, Load unfolded) throws IOException {
        int events = folded.leftEvents() * 2 / 5;
        int step = Math.min(WARM_UP_STEP, events / 4);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS);
        while (System.nanoTime() < end && folded.sentEvents() < events) {
            folded.asFastAsAnswered(step);
            unfolded.asFastAsAnswered(step);
        }
    }

    private void measure(Way way, int events) throws IOException, SQLException {
        awaitAttributions();
        CpuTime before = CpuTime.now(weir.handle());
        Measured measured = way.load.asFastAsAnswered(events);
        way.add(measured, CpuTime.now(weir.handle()).since(before));
    }

    /** What the last snapshot left behind must not be done at the expense of events without a fold. */
    private void awaitAttributions() throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(weir.jdbcUrl());
                Statement statement = connection.createStatement()) {
            Await.until("attributions are done", () -> {
                try (ResultSet row = statement.executeQuery("SELECT NOT EXISTS (SELECT FROM pending_attributions)")) {
                    return row.next() && row.getBoolean(1);
                }
            });
        }
    }

    private static void addRates(Report report, Way with, Way without) {
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int i = 0; i < with.rates.size(); i++) {
            double share = with.rates.get(i) / without.rates.get(i);
            least = Math.min(least, share);
            most = Math.max(most, share);
        }
        report.add(Figure.of(
                "rate", "(a) Weir over HTTP, durable and folded", with.rate(), "events/s", with.processorTime()));
        report.add(Figure.of(
                "rateUnfolded",
                "(b) the same events, stored without a fold",
                without.rate(),
                "events/s",
                without.processorTime()));
        report.add(Figure.of(
                        "ofUnfolded",
                        "    (a) / (b)",
                        with.rate() / without.rate(),
                        "",
                        String.format(
                                Locale.ROOT,
                                "%d turns of %,.0f events each; %.2f to %.2f by turns",
                                with.rates.size(),
                                with.events / with.rates.size(),
                                least,
                                most))
                .with(Goal.atLeast(LEAST_SHARE)));
    }

    /** Two ways can be compared only if the log has the same of both. */
    private void addSizes(Report report, int folded, int unfolded) throws SQLException, IOException {
        report.add(Figure.of(
                "rowSize",
                "    a row of the log",
                rowSize(false, folded),
                "B",
                String.format(
                        Locale.ROOT, "without a fold %.0f B: it has no key of a session", rowSize(true, unfolded))));
    }

    private double rowSize(boolean unfolded, int sent) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(weir.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(String.format(Locale.ROOT, STORED, unfolded))) {
            row.next();
            if (row.getLong(1) != sent) {
                throw new IOException("Weir took " + sent + " events, but its log has " + row.getLong(1) + " of them.");
            }
            return row.getDouble(2);
        }
    }
}
