package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.flink.cluster.ClusterRest;
import dev.weir.flink.cluster.LocalCluster;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How fast events go from Kafka through the job into rows. Three jobs are there at the same time, each with a topic and a
 * database of its own, and take turns: one with the folds, one with identity in their place, one that only appends. Then a
 * fourth, with the folds on two TaskManagers, takes turns with the first.
 */
final class FlinkBench {
    static final int EVENTS_AT_FULL_SCALE = 10_000_000;
    private static final int JOBS = 5; // three that take turns, then two
    private static final int SLOTS = 2; // of each job on one TaskManager
    private static final int WARM_UP_STEPS = 8;
    private static final int WARM_UP_SECONDS = 90;
    private static final double LEAST_SHARE = 0.7;

    private final Workplace workplace;
    private final LocalCluster local;
    private final Amounts amounts;
    private final Consumer<String> progress;
    private final double loadBefore =
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();

    FlinkBench(Workplace workplace, LocalCluster local, Amounts amounts, Consumer<String> progress) {
        this.workplace = workplace;
        this.local = local;
        this.amounts = amounts;
        this.progress = progress;
    }

    /**
     * How much is measured.
     *
     * @param warmUp events of each job, before it is measured
     * @param pairs of turns, so that each job is the first as often as the others
     * @param shown events whose rows are waited for
     */
    record Amounts(int warmUp, int perTurn, int pairs, int shown) {
        private static final int PAIRS = 3;
        private static final int MOST_PER_TURN = 50_000;
        private static final double ENOUGH_SCALE = 0.05;

        static Amounts of(double scale) {
            int each = (int) (EVENTS_AT_FULL_SCALE * scale / JOBS);
            int warmUp = each * 2 / 5;
            int perTurn = Math.min(MOST_PER_TURN, (each - warmUp) / (2 * PAIRS));
            return new Amounts(warmUp, perTurn, PAIRS, scale >= ENOUGH_SCALE ? 200 : 60);
        }

        /** What one job gets at most. */
        long events() {
            return 2L * warmUp + 4L * pairs * perTurn;
        }
    }

    Report run() throws IOException, SQLException {
        Report report = new Report(String.format(
                Locale.ROOT,
                "Kafka, JobManager, TaskManagers and PostgreSQL as processes on %d processors, checkpoints of 1 s, load"
                        + " average %.1f before it began",
                Runtime.getRuntime().availableProcessors(),
                loadBefore));
        progress.accept("Starting a broker, a cluster and a fresh database");
        FlinkProcesses processes = FlinkProcesses.start(workplace, local);
        processes.addTaskManager(3 * SLOTS);
        try (LoadedJob folds = job(processes, "folds", FoldingWay.FOLDS, SLOTS)) {
            besideIdentity(processes, folds, report);
            progress.accept("Starting a second TaskManager");
            processes.addTaskManager(SLOTS);
            try (LoadedJob two = job(processes, "two", FoldingWay.FOLDS, 2 * SLOTS)) {
                besideOne(two, folds, report);
            }
        }
        return report;
    }

    private LoadedJob job(FlinkProcesses processes, String name, FoldingWay way, int slots)
            throws IOException, SQLException {
        return new LoadedJob(processes, name, way, slots, amounts.events());
    }

    private void besideIdentity(FlinkProcesses processes, LoadedJob folds, Report report)
            throws IOException, SQLException {
        try (LoadedJob identity = job(processes, "identity", FoldingWay.IDENTITY, SLOTS);
                LoadedJob nothing = job(processes, "nothing", FoldingWay.NOTHING, SLOTS)) {
            progress.accept("Warming three jobs up");
            warmUp(folds, identity, nothing);
            progress.accept("Measuring them by turns");
            Turns[] turns = takeTurns(folds, identity, nothing);
            addRates(report, turns[0], turns[1], turns[2]);
            addCheckpoints(report, folds);
            progress.accept("Waiting for rows at half of that rate");
            new RowLatency(folds, turns[0].rate() / 2, amounts.shown).measure().forEach(report::add);
            identity.cancel();
            nothing.cancel();
        }
    }

    private void besideOne(LoadedJob two, LoadedJob one, Report report) throws IOException, SQLException {
        progress.accept("Warming the job on two TaskManagers up");
        warmUp(two);
        progress.accept("Measuring it and that on one by turns");
        Turns[] turns = takeTurns(two, one);
        report.add(Figure.of(
                "rateTwo",
                "(d) the whole job on two TaskManagers, twice the slots",
                turns[0].rate(),
                "events/s",
                turns[0].processorTime()));
        report.add(Figure.of(
                "rateOne", "    on one, in the same turns", turns[1].rate(), "events/s", turns[1].processorTime()));
        report.add(Figure.of("twoOfOne", "    two / one", turns[0].of(turns[1]), "", turns[0].sharesOf(turns[1])));
    }

    private void warmUp(LoadedJob... jobs) throws IOException, SQLException {
        for (LoadedJob job : jobs) {
            job.warmUp(amounts.warmUp, amounts.warmUp / WARM_UP_STEPS, WARM_UP_SECONDS);
        }
    }

    /** There and back, so that each comes after each other as often. */
    private Turns[] takeTurns(LoadedJob... jobs) throws IOException, SQLException {
        Turns[] turns = new Turns[jobs.length];
        for (int i = 0; i < jobs.length; i++) {
            turns[i] = new Turns();
        }
        for (int pair = 0; pair < amounts.pairs; pair++) {
            for (int i = 0; i < jobs.length; i++) {
                jobs[i].turn(amounts.perTurn, turns[i]);
            }
            for (int i = jobs.length - 1; i >= 0; i--) {
                jobs[i].turn(amounts.perTurn, turns[i]);
            }
        }
        return turns;
    }

    private static void addRates(Report report, Turns folds, Turns identity, Turns nothing) {
        report.add(
                Figure.of("rate", "(a) the whole job, Kafka to rows", folds.rate(), "events/s", folds.processorTime()));
        report.add(Figure.of(
                "rateIdentity",
                "(b) identity in place of the folds: a row is the last event",
                identity.rate(),
                "events/s",
                identity.processorTime()));
        report.add(Figure.of("ofIdentity", "    (a) / (b)", folds.of(identity), "", folds.sharesOf(identity))
                .with(Goal.atLeast(LEAST_SHARE)));
        report.add(Figure.of(
                "rateLog", "(c) the log alone, no rows", nothing.rate(), "events/s", nothing.processorTime()));
        report.add(Figure.of("ofLog", "    (a) / (c)", folds.of(nothing), "", folds.sharesOf(nothing)));
    }

    private static void addCheckpoints(Report report, LoadedJob folds) throws IOException, SQLException {
        ClusterRest.Job status = folds.status();
        long runs = folds.number("SELECT count(*) FROM runs");
        report.add(Figure.of(
                "stateSize",
                "    state in a checkpoint",
                (double) status.stateBytes() / runs,
                "B/run",
                String.format(Locale.ROOT, "%,d runs, %,d checkpoints so far", runs, status.completedCheckpoints())));
        report.add(Figure.of(
                "checkpoint", "    how long the last checkpoint took", status.checkpointMs(), "ms", "every second"));
    }
}
