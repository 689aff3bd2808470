package dev.weir.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.Consumer;

/** What sessions cost: the fold alone, ingest with it beside ingest without it, and what a late snapshot corrects. */
final class SessionsBench {
    static final int EVENTS_AT_FULL_SCALE = 10_000_000;
    private static final int SNAPSHOTS = 20;
    private static final int FEW_SNAPSHOTS = 5;
    private static final double ENOUGH_SCALE = 0.05;

    private final Workplace workplace;
    private final double scale;
    private final Consumer<String> progress;
    private final double loadBefore =
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();

    SessionsBench(Workplace workplace, double scale, Consumer<String> progress) {
        this.workplace = workplace;
        this.scale = scale;
        this.progress = progress;
    }

    Report run() throws IOException, SQLException {
        int events = (int) (EVENTS_AT_FULL_SCALE * scale / 2);
        Report report = new Report(String.format(
                Locale.ROOT,
                "%,d events of live-video sessions, and the same without a fold, %d processors, load average %.1f before it"
                        + " began",
                events,
                Runtime.getRuntime().availableProcessors(),
                loadBefore));
        progress.accept("Measuring the fold alone");
        new SessionFoldRate().measure().forEach(report::add);
        progress.accept("Preparing events");
        try (NetworkCorpus corpus = NetworkCorpus.write(workplace.directory(), events)) {
            progress.accept("Starting Weir on a fresh database");
            WeirProcess weir = WeirProcess.start(workplace);
            new SessionIngest(weir, corpus, progress).measure(report);
            progress.accept("Measuring late snapshots");
            new LateSnapshots(weir, scale < ENOUGH_SCALE ? FEW_SNAPSHOTS : SNAPSHOTS)
                    .measure()
                    .forEach(report::add);
        }
        return report;
    }
}
