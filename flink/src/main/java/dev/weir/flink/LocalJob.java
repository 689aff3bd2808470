package dev.weir.flink;

import java.util.List;

/** {@code weir flink run}: the job on a small cluster inside this process, until it is asked to stop. */
public final class LocalJob {
    private static final int REFUSED = 1;
    private static final int WRONG_USAGE = 2;

    private LocalJob() {}

    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.println("Usage: weir flink run --brokers HOST:PORT,… --db URL [OPTION]…\n\n" + JobOptions.HELP);
            return;
        }
        try {
            FoldJob.main(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(WRONG_USAGE);
        } catch (CannotFold e) {
            System.err.println(e.getMessage());
            System.exit(REFUSED);
        }
    }
}
