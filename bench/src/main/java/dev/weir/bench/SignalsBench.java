package dev.weir.bench;

import dev.weir.server.bench.BareSelectConfiguration;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** What whoever waits for a job waits for Weir: answers, changes on the stream, and what is known of a failure. */
final class SignalsBench {
    static final int SNAPSHOTS_AT_FULL_SCALE = 1_000_000;
    private static final int OPEN_OF = 10; // one in so many jobs goes on
    private static final int MOST_JOBS = 20_000;

    /** Without those that fall silent while they are asked for: their answers change. */
    private static final String JOBS = """
            SELECT job_id FROM scheduler.first_signal_snapshots
            WHERE since NOT BETWEEN now() - interval '61 minutes' AND now() - interval '30 minutes'
            ORDER BY md5(job_id::text) LIMIT ?
            """;

    private final Workplace workplace;
    private final Amounts amounts;
    private final Consumer<String> progress;
    private final double loadBefore =
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();

    SignalsBench(Workplace workplace, Amounts amounts, Consumer<String> progress) {
        this.workplace = workplace;
        this.amounts = amounts;
        this.progress = progress;
    }

    /**
     * How much is measured.
     *
     * @param turns of questions of each kind
     * @param changes that the stream tells of
     * @param warmUpEvents that are sent before
     */
    record Amounts(int snapshots, int turns, int changes, int warmUpEvents) {
        private static final double ENOUGH_SCALE = 0.05;

        static Amounts of(double scale) {
            int snapshots = (int) (SNAPSHOTS_AT_FULL_SCALE * scale);
            return scale >= ENOUGH_SCALE
                    ? new Amounts(snapshots, 20, 200, 40_000)
                    : new Amounts(snapshots, 6, 60, 40_000);
        }
    }

    Report run() throws IOException, SQLException {
        Report report = new Report(String.format(
                Locale.ROOT,
                "%,d snapshots of first signals, a tenth of them of jobs that go on, %,d signatures, %d processors, load average"
                        + " %.1f before it began",
                amounts.snapshots,
                KnownFailures.SIGNATURES,
                Runtime.getRuntime().availableProcessors(),
                loadBefore));
        progress.accept("Starting Weir on a fresh database");
        WeirProcess weir = WeirProcess.startWith(workplace, BareSelectConfiguration.WANTED);
        progress.accept(String.format(Locale.ROOT, "Storing %,d runs with their signals", amounts.snapshots));
        List<String> jobs = store(weir);
        try (PacedQuestions questions = new PacedQuestions(weir.url())) {
            new SignalAnswers(weir, questions, jobs, amounts.turns, progress)
                    .measure()
                    .forEach(report::add);
            progress.accept("Matching failures against signatures");
            new SignatureMatches(weir, questions, amounts.turns).measure().forEach(report::add);
        }
        new StreamedSignals(workplace, weir, amounts, progress).measure().forEach(report::add);
        return report;
    }

    /** @return some of the jobs, in no order */
    private List<String> store(WeirProcess weir) throws SQLException {
        long now = System.currentTimeMillis() * 1000;
        try (StoredRunLoader loader = new StoredRunLoader(weir.jdbcUrl(), now, amounts.snapshots / OPEN_OF)) {
            loader.load(0, amounts.snapshots);
        }
        List<String> jobs = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(weir.jdbcUrl())) {
            KnownFailures.store(connection);
            try (PreparedStatement select = connection.prepareStatement(JOBS)) {
                select.setInt(1, MOST_JOBS);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        jobs.add(row.getString(1));
                    }
                }
            }
        }
        return jobs;
    }
}
