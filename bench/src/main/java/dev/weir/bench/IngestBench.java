package dev.weir.bench;

import dev.weir.bench.BareCopy.Speed;
import dev.weir.bench.DatabaseCosts.Counters;
import dev.weir.bench.DatabaseCosts.Sizes;
import dev.weir.bench.Figure.Goal;
import dev.weir.bench.Load.Measured;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How fast events go in. Everything is measured one after the other on the same fresh database: the two references, Weir
 * at its top rate, at half of it, and again when many events are stored, and then the references once more, because a
 * machine is not equally fast all the time: measured only before, they would flatter or wrong whatever comes after.
 */
final class IngestBench {
    static final int EVENTS_AT_FULL_SCALE = 10_000_000;
    private static final int LIMIT_ROWS = 5_000;
    private static final int SMALL_ROWS = 400;
    private static final int MOST_SPECIFICATION_EVENTS = 30_000;
    private static final double REFERENCE_SECONDS = 8;
    private static final double LATENCY_SECONDS = 20;
    /** On two processors Java compiles that long under load before it is as fast as it gets. */
    private static final int WARM_UP_SECONDS = 90;

    private static final int WARM_UP_STEP = 20_000;
    private static final int MOST_WINDOW = 300_000;

    private final Workplace workplace;
    private final int events;
    private final Consumer<String> progress;
    /** Of others: a machine that was busy before makes every rate doubtful, and the table must show it. */
    private final double loadBefore =
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();

    IngestBench(Workplace workplace, double scale, Consumer<String> progress) {
        this.workplace = workplace;
        this.events = (int) (EVENTS_AT_FULL_SCALE * scale);
        this.progress = progress;
    }

    /** @param cpu used while it was measured @param cost what the database counted meanwhile */
    private record TopRate(Measured measured, CpuTime cpu, Counters cost) {}

    Report run() throws IOException, SQLException {
        progress.accept("Preparing " + count(events) + " events");
        try (Corpus corpus = Corpus.write(workplace.directory(), events)) {
            progress.accept("Starting Weir on a fresh database");
            return measure(corpus, WeirProcess.start(workplace));
        }
    }

    private Report measure(Corpus corpus, WeirProcess weir) throws IOException, SQLException {
        BareCopy limit = new BareCopy(weir, corpus.rows());
        progress.accept("Measuring the limit");
        limit.measure(LIMIT_ROWS, 1); // this side of it needs warming up, too
        Speed small = limit.measure(SMALL_ROWS, REFERENCE_SECONDS / 2);
        Speed limitBefore = limit.measure(LIMIT_ROWS, REFERENCE_SECONDS);
        progress.accept("Measuring the specification's own processor");
        SpecificationProcessor specification =
                SpecificationProcessor.of(weir.jdbcUrl(), corpus.bodies(), MOST_SPECIFICATION_EVENTS);
        double specificationBefore = specification.measure(REFERENCE_SECONDS);
        try (DatabaseCosts costs = new DatabaseCosts(weir.jdbcUrl());
                Load load = new Load(weir.url(), Destination.EVENTS, corpus.bodies());
                MemoryWatch memory = new MemoryWatch(weir.url(), weir.handle().pid())) {
            Report report = new Report(setting(costs.version()));
            progress.accept("Warming Weir up");
            warmUp(load);
            progress.accept("Measuring Weir");
            TopRate top = topRate(weir, costs, load);
            report.add(costs.statements(), top.measured().events());
            progress.accept(String.format(
                    Locale.ROOT,
                    "Measuring at half of %,.0f events per second",
                    top.measured().rate()));
            Measured half = halfRate(load, top.measured().rate());
            progress.accept("Filling the database");
            load.asFastAsAnswered(load.leftEvents() - window());
            int stored = load.sentEvents();
            Measured full = load.asFastAsAnswered(load.leftEvents());
            Sizes sizes = costs.sizes();
            progress.accept("Measuring the references again");
            Speed limitAfter = limit.measure(LIMIT_ROWS, REFERENCE_SECONDS);
            double limitRate = (limitBefore.rate() + limitAfter.rate()) / 2;
            double specificationAfter = specification.measure(REFERENCE_SECONDS);
            double specificationRate = (specificationBefore + specificationAfter) / 2;

            addReferences(report, limitRate, limitBefore, limitAfter, small.rate());
            addSpecification(report, specificationRate, specificationBefore, specificationAfter);
            addRates(report, top.measured(), limitRate, specificationRate, full, stored);
            addLatencies(report, half);
            addMemory(report, memory);
            addCosts(report, top, sizes);
            return report;
        }
    }

    private void warmUp(Load load) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS);
        while (System.nanoTime() < end && load.sentEvents() < events * 2 / 5) {
            load.asFastAsAnswered(WARM_UP_STEP);
        }
    }

    private int window() {
        return Math.min(MOST_WINDOW, events / 5);
    }

    private TopRate topRate(WeirProcess weir, DatabaseCosts costs, Load load) throws IOException, SQLException {
        costs.begin();
        Counters before = costs.counters();
        CpuTime cpuBefore = CpuTime.now(weir.handle());
        Measured measured = load.asFastAsAnswered(window());
        CpuTime cpu = CpuTime.now(weir.handle()).since(cpuBefore);
        return new TopRate(measured, cpu, costs.counters().since(before));
    }

    private Measured halfRate(Load load, double topRate) throws IOException {
        int most = Math.min((int) (topRate / 2 * LATENCY_SECONDS), load.leftEvents() - window());
        return load.atRate(most, topRate / 2);
    }

    private static void addReferences(Report report, double limit, Speed before, Speed after, double small) {
        report.add(Figure.of(
                "limit",
                "(a) the limit: bare COPY, 5,000 rows a transaction",
                limit,
                "rows/s",
                "before " + count(before.rate()) + ", after " + count(after.rate())));
        report.add(Figure.of(
                "limitCpu",
                "    processor time of PostgreSQL",
                (before.cpuMicros() + after.cpuMicros()) / 2,
                "µs/row",
                "before and after, averaged"));
        report.add(Figure.of("limitSmall", "    bare COPY, 400 rows a transaction", small, "rows/s", "as context"));
    }

    private static void addSpecification(Report report, double rate, double before, double after) {
        report.add(Figure.of(
                "specification",
                "(b) the specification's own processor",
                rate,
                "events/s",
                String.format(Locale.ROOT, "before %,.0f, after %,.0f", before, after)));
    }

    private static void addRates(
            Report report, Measured top, double limit, double specification, Measured full, int stored) {
        report.add(Figure.of(
                "rate",
                "(c) Weir over HTTP, durable and folded",
                top.rate(),
                "events/s",
                "batches of 100, 4 connections, " + count(top.events()) + " events"));
        report.add(Figure.of("ofLimit", "    of the limit", top.rate() / limit, "", "(c) / (a)")
                .with(Goal.atLeast(0.5)));
        report.add(Figure.of(
                        "ofSpecification",
                        "    times the specification's processor",
                        top.rate() / specification,
                        "",
                        "(c) / (b)")
                .with(Goal.atLeast(30)));
        report.add(Figure.of(
                "rateWhenFull",
                "    Weir after " + count(stored) + " events",
                full.rate(),
                "events/s",
                "the next " + count(full.events()) + " events"));
        report.add(Figure.of(
                        "whenFull",
                        "    of its rate on the empty database",
                        full.rate() / top.rate(),
                        "",
                        "after the warm-up")
                .with(Goal.atLeast(0.9)));
    }

    private static void addLatencies(Report report, Measured half) {
        String how = String.format(
                Locale.ROOT, "%,.0f events/s for %.0f s, from when it was due", half.rate(), half.seconds());
        report.add(Figure.of("p50", "    acknowledged at half of that rate, p50", half.latencyMs(0.5), "ms", how));
        report.add(Figure.of("p99", "    p99", half.latencyMs(0.99), "ms", how).with(Goal.atMost(50)));
        report.add(Figure.of("slowest", "    slowest", half.latencyMs(1), "ms", how));
    }

    private static void addMemory(Report report, MemoryWatch memory) {
        report.add(Figure.of("heap", "    server heap, at most", memory.peakHeapMb(), "MB", "-Xmx512m")
                .with(Goal.atMost(512)));
        report.add(Figure.of("heapAfterGc", "    of it after a collection", memory.heapAfterCollectionMb(), "MB", ""));
        report.add(Figure.of("resident", "    server process, at most", memory.peakResidentMb(), "MB", "resident"));
    }

    private static void addCosts(Report report, TopRate top, Sizes sizes) {
        double events = top.measured().events();
        CpuTime cpu = top.cpu();
        Counters cost = top.cost();
        report.add(Figure.of(
                "cpuServer",
                "    processor time of the server",
                cpu.server() * 1e6 / events,
                "µs/event",
                "at the top rate"));
        report.add(Figure.of("cpuPostgres", "    of PostgreSQL", cpu.postgres() * 1e6 / events, "µs/event", ""));
        report.add(Figure.of("cpuClient", "    of this client", cpu.client() * 1e6 / events, "µs/event", ""));
        report.add(Figure.of(
                "perCommit",
                "    events in a commit",
                cost.events() / cost.commits(),
                "",
                "four requests of 100 at most"));
        report.add(Figure.of("wal", "    write-ahead log", cost.walBytes() / events, "B/event", ""));
        report.add(Figure.of(
                "updates", "    rows of runs written", (cost.updates() + cost.runs()) / events, "per event", ""));
        report.add(Figure.of(
                "hot",
                "    of the updates, without touching an index",
                cost.hotUpdates() / cost.updates(),
                "",
                "heap-only tuples"));
        report.add(Figure.of("logSize", "    log on disk", sizes.log() / sizes.events(), "B/event", "the table"));
        report.add(Figure.of("logIndexSize", "    its indexes", sizes.logIndexes() / sizes.events(), "B/event", ""));
        report.add(Figure.of(
                "runSize",
                "    runs on disk",
                sizes.runs() / sizes.runCount(),
                "B/run",
                count(sizes.runCount()) + " runs"));
        report.add(Figure.of("runIndexSize", "    their indexes", sizes.runIndexes() / sizes.runCount(), "B/run", ""));
    }

    private String setting(String postgresVersion) {
        return "weir bench ingest: " + count(events) + " events, PostgreSQL " + postgresVersion + ", Java "
                + Runtime.version().feature() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch")
                + String.format(Locale.ROOT, ", load average %.1f before it began", loadBefore);
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
