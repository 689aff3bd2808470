package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.bench.PacedQuestions.Asking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** How fast the signal of a job is answered, as new and as unchanged, beside a bare SELECT of the same row. */
final class SignalAnswers {
    private static final int PER_SECOND = 1_000;
    private static final int PER_TURN = 1_000;
    private static final int WARM_UP_PER_SECOND = 2_000; // Java compiles what it does often
    private static final double MOST_MS = 10;
    private static final double MOST_OF_BARE = 2;
    private static final double NO_SLOWER = 1.05; // two that are equal differ by as much

    private final WeirProcess weir;
    private final PacedQuestions questions;
    private final List<String> jobs;
    private final String[] tags;
    private final int turns;
    private final Consumer<String> progress;

    /** @param turns of a thousand questions of each kind */
    SignalAnswers(WeirProcess weir, PacedQuestions questions, List<String> jobs, int turns, Consumer<String> progress) {
        this.weir = weir;
        this.questions = questions;
        this.jobs = jobs;
        this.turns = turns;
        this.progress = progress;
        tags = new String[jobs.size()];
    }

    /** One kind of question with what was measured of it. */
    private record Kind(Asking asking, List<long[]> latencies, List<CpuTime> costs) {
        Kind(Asking asking) {
            this(asking, new ArrayList<>(), new ArrayList<>());
        }

        Latencies all() {
            return Latencies.of(latencies);
        }

        /** Of server and database, in microseconds per question. */
        double micros() {
            return costs.stream()
                            .mapToDouble(cost -> cost.server() + cost.postgres())
                            .sum()
                    * 1e6
                    / all().count();
        }
    }

    List<Figure> measure() throws IOException {
        Kind bare = new Kind(new Bare());
        Kind changed = new Kind(new Changed());
        Kind unchanged = new Kind(new Unchanged());
        progress.accept("Warming Weir up");
        questions.ask(changed.asking, 0, jobs.size(), WARM_UP_PER_SECOND);
        for (Kind kind : List.of(bare, unchanged, bare, changed, unchanged)) {
            questions.ask(kind.asking, 0, Math.min(jobs.size(), turns * PER_TURN / 2), WARM_UP_PER_SECOND);
        }
        progress.accept("Asking for signals, 1,000 a second");
        List<Kind> order = new ArrayList<>(List.of(bare, changed, unchanged));
        for (int turn = 0; turn < turns; turn++) {
            for (Kind kind : order) {
                CpuTime before = CpuTime.now(weir.handle());
                kind.latencies.add(questions.ask(kind.asking, turn * PER_TURN, PER_TURN, PER_SECOND));
                kind.costs.add(CpuTime.now(weir.handle()).since(before));
            }
            order.add(order.remove(0)); // each is the first as often as the others
        }
        return figures(bare, changed, unchanged);
    }

    private static List<Figure> figures(Kind bare, Kind changed, Kind unchanged) {
        Latencies least = bare.all();
        Latencies full = changed.all();
        Latencies same = unchanged.all();
        return List.of(
                Figure.of("bareP50", "bare SELECT by key through HTTP, p50", least.ms(0.5), "ms", cost(bare)),
                Figure.of("bareP99", "    p99", least.ms(0.99), "ms", "latency counts from when a request was due"),
                Figure.of("signalP50", "(a) GET signals/{jobId}, p50", full.ms(0.5), "ms", cost(changed)),
                Figure.of("signalP99", "    p99", full.ms(0.99), "ms", "slowest " + slowest(full))
                        .with(Goal.atMost(MOST_MS)),
                ratio("signalOfBareP50", "    of the bare SELECT, p50", full, least, 0.5, MOST_OF_BARE),
                ratio("signalOfBareP99", "    of the bare SELECT, p99", full, least, 0.99, MOST_OF_BARE),
                Figure.of("unchangedP50", "(b) the same as 304, p50", same.ms(0.5), "ms", cost(unchanged)),
                Figure.of("unchangedP99", "    p99", same.ms(0.99), "ms", "slowest " + slowest(same)),
                ratio("unchangedOfChangedP50", "    of 200, p50", same, full, 0.5, NO_SLOWER),
                ratio("unchangedOfChangedP99", "    of 200, p99", same, full, 0.99, NO_SLOWER));
    }

    private static Figure ratio(
            String name, String what, Latencies of, Latencies reference, double quantile, double most) {
        return Figure.of(name, what, of.ms(quantile) / reference.ms(quantile), "", "in turns of a second")
                .with(Goal.atMost(most));
    }

    private static String slowest(Latencies latencies) {
        return String.format(Locale.ROOT, "%.1f ms", latencies.ms(1));
    }

    private static String cost(Kind kind) {
        return String.format(
                Locale.ROOT,
                "%,d requests at %,d a second, %.0f µs of processor time each",
                kind.all().count(),
                PER_SECOND,
                kind.micros());
    }

    private String job(int number) {
        return jobs.get(number % jobs.size());
    }

    private final class Bare implements Asking {
        @Override
        public String path(int number) {
            return "/bench/bare-select/" + job(number);
        }

        @Override
        public int status() {
            return 200;
        }
    }

    /** Remembers by which tag an answer can be asked for again. */
    private final class Changed implements Asking {
        @Override
        public String path(int number) {
            return "/api/v1/signals/" + job(number);
        }

        @Override
        public int status() {
            return 200;
        }

        @Override
        public void take(int number, String answer) {
            int from = answer.indexOf("\r\nETag: ") + "\r\nETag: ".length();
            tags[number % jobs.size()] = answer.substring(from, answer.indexOf("\r\n", from));
        }
    }

    private final class Unchanged implements Asking {
        @Override
        public String path(int number) {
            return "/api/v1/signals/" + job(number);
        }

        @Override
        public String headers(int number) {
            return "If-None-Match: " + tags[number % jobs.size()] + "\r\n";
        }

        @Override
        public int status() {
            return 304;
        }
    }
}
