package dev.weir.flink;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** {@code weir flink run}: the job on a small cluster inside this process, until it is asked to stop. */
public final class LocalJob {
    private static final int REFUSED = 1;
    private static final int WRONG_USAGE = 2;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private LocalJob() {}

    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.println("Usage: weir flink run --brokers HOST:PORT,… --db URL [OPTION]…\n\n" + JobOptions.HELP);
            return;
        }
        try {
            JobOptions options =
                    options(Arguments.of(List.of(arguments), System.getenv(), JobOptions.NAMES, JobOptions.FLAGS));
            awaitWhatItNeeds(options);
            System.out.println("The job folds what comes to " + String.join(" and ", options.topics()) + " at "
                    + options.brokers() + ", until it is interrupted.");
            FoldJob.environment(options).execute();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(WRONG_USAGE);
        } catch (CannotFold e) {
            System.err.println(e.getMessage());
            System.exit(REFUSED);
        }
    }

    /** Memory has room for checkpoints of a few megabytes only. */
    static JobOptions options(Arguments given) throws IOException {
        JobOptions options = JobOptions.of(given);
        return options.checkpoints() != null
                ? options
                : options.withCheckpoints(
                        RunDirectory.below(given.data()).toUri().toString());
    }

    /** What may well come is waited for, ever more patiently. */
    private static void awaitWhatItNeeds(JobOptions options) throws InterruptedException {
        for (Duration pause = FIRST_PAUSE; ; pause = longer(pause)) {
            try {
                FoldJob.check(options);
                return;
            } catch (CannotFold e) {
                if (e.isForGood()) {
                    throw e;
                }
                System.err.println(e.getMessage() + " The job tries again in " + pause.toSeconds() + " s.");
                Thread.sleep(pause.toMillis());
            }
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }
}
