package dev.weir.cli;

import dev.weir.cli.SignalApi.Seen;
import dev.weir.cli.SignalStream.News;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Watches one run until it ends or the time is up: asks once, then listens, and asks again where listening is not enough. */
final class SignalWatch {
    /** The stream does not tell of silence, so even who listens has to ask now and then. */
    private static final Duration BETWEEN_LOOKS_WHILE_LISTENING = Duration.ofSeconds(15);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LOOKS_FOR_A_RUN = Duration.ofMillis(250);
    private static final Duration TICK = Duration.ofMillis(250);

    /** Failures are learned from behind the commits, which takes a moment. */
    private static final Duration LONGEST_LEARNING = Duration.ofSeconds(3);

    private final RunName name;
    private final SignalApi signals;
    private final WatchView view;
    private final SignalTelemetry telemetry;
    private final boolean quiet;
    private final long deadline; // of System.nanoTime: clocks are set, also while one waits

    private String jobId;
    private Optional<JsonNode> run = Optional.empty();
    private int usualSteps;
    private @Nullable FirstSignal last;
    private Instant nextLook = Instant.MIN;
    private boolean serverWasThere;
    private boolean serverIsAway;
    private boolean listening;

    /**
     * @param likelyJobId what the run will have if it comes to be, as far as that is known; else empty
     * @param quiet shows the end alone
     */
    SignalWatch(
            RunName name,
            SignalApi signals,
            WatchView view,
            SignalTelemetry telemetry,
            String likelyJobId,
            boolean quiet,
            Duration longest) {
        this.name = name;
        this.signals = signals;
        this.view = view;
        this.telemetry = telemetry;
        this.quiet = quiet;
        deadline = System.nanoTime() + longest.toNanos();
        jobId = likelyJobId;
    }

    /** The exit code. */
    int watch(Api api) throws InterruptedException {
        try {
            return findRun() && follow(api) ? end() : timedOut();
        } catch (Refusal refusal) {
            if (last == null) {
                telemetry.failed(jobId, refusal);
            }
            throw refusal;
        }
    }

    private boolean findRun() throws InterruptedException {
        run = ask(signals::run);
        if (run.isEmpty()) {
            view.note("There is no run " + name + " yet; waiting for it.");
        }
        while (run.isEmpty() && isTimeLeft()) {
            Thread.sleep(BETWEEN_LOOKS_FOR_A_RUN.toMillis());
            run = ask(signals::run);
        }
        run.ifPresent(found -> {
            jobId = found.path("id").asString("");
            telemetry.of(name);
        });
        telemetry.started(jobId);
        return run.isPresent();
    }

    /** @return whether the run has ended; else the time is up */
    private boolean follow(Api api) throws InterruptedException {
        look();
        if (!hasEnded()) {
            learnWhatIsUsual();
            try (SignalStream stream = new SignalStream(api, name, jobId)) {
                while (!hasEnded() && isTimeLeft()) {
                    stream.next(TICK).ifPresent(this::take);
                    if (!Instant.now().isBefore(nextLook)) {
                        look();
                    }
                    view.tick(Instant.now());
                }
            }
        }
        return hasEnded();
    }

    private void take(News news) {
        listening = !(news instanceof News.Lost);
        if (news instanceof News.Told told && last != null) {
            accept(told.signal());
        } else {
            look(); // the first signal, too, as only an answer says where it came from
        }
    }

    private void look() {
        Optional<Seen> seen = ask(() -> signals.look(jobId));
        boolean first = last == null;
        seen.ifPresent(answer -> accept(answer.signal()));
        if (first) {
            seen.ifPresent(answer -> telemetry.rendered(jobId, answer));
        }
        nextLook = Instant.now().plus(listening && !serverIsAway ? BETWEEN_LOOKS_WHILE_LISTENING : BETWEEN_LOOKS);
    }

    private void accept(FirstSignal signal) {
        FirstSignal before = last;
        if (before != null && signal.isOlderThan(before)) {
            return;
        }
        last = signal;
        if (before != null && !before.runId().equals(signal.runId())) {
            view.note("A newer run of this id has begun.");
        }
        if (!quiet) {
            tell(before, signal);
        }
    }

    private void tell(@Nullable FirstSignal before, FirstSignal signal) {
        if (before == null) {
            view.show(progress(signal));
        } else if (signal.saysTheSameAs(before)) {
            view.update(progress(signal));
        } else {
            run = ask(signals::run).or(() -> run);
            view.show(progress(signal));
        }
    }

    private WatchProgress progress(FirstSignal signal) {
        int done = run.map(found -> found.path("completedSteps").size()).orElse(0);
        return new WatchProgress(signal, startedAt(), done, usualSteps, Instant.now());
    }

    private Optional<Instant> startedAt() {
        return run.flatMap(found -> RunItem.time(found, "startedAt"));
    }

    /** After the first signal is shown: it may take a while, and nothing depends on it. */
    private void learnWhatIsUsual() {
        String workflowName =
                run.map(found -> found.path("workflowName").asString("")).orElse("");
        usualSteps = ask(() -> Optional.of(signals.usualSteps(workflowName))).orElse(0);
        if (last != null && !quiet) {
            view.update(progress(last));
        }
    }

    private int end() throws InterruptedException {
        FirstSignal end = recognised();
        if (quiet) {
            view.show(progress(end));
        }
        view.end(end);
        return end.hasSucceeded() ? Weir.FINE : Weir.NO;
    }

    /** The end, with what is known of such a failure if that comes in time. */
    private FirstSignal recognised() throws InterruptedException {
        FirstSignal end = lastSeen();
        Instant longest = Instant.now().plus(LONGEST_LEARNING);
        while (end.hasFailed() && !end.isRecognised() && Instant.now().isBefore(longest)) {
            Thread.sleep(BETWEEN_LOOKS_FOR_A_RUN.toMillis());
            String runId = end.runId();
            end = ask(() -> signals.look(jobId))
                    .map(Seen::signal)
                    .filter(signal -> signal.runId().equals(runId) && signal.hasFailed())
                    .orElse(end);
        }
        return end;
    }

    private FirstSignal lastSeen() {
        if (last == null) {
            throw new IllegalStateException("A run of which nothing was seen has not ended");
        }
        return last;
    }

    private int timedOut() {
        if (serverIsAway) {
            throw new Refusal(Weir.UNREACHABLE, "The time is up, and the server is still away.");
        }
        if (last == null) {
            telemetry.timedOut(jobId);
        }
        view.note("The time is up, and " + name + (last == null ? " has said nothing." : " has not ended."));
        return Weir.NO;
    }

    /** A server that was never there is a mistake; one that was there may come back. */
    private <T> Optional<T> ask(Supplier<Optional<T>> question) {
        try {
            Optional<T> answer = question.get();
            serverWasThere = true;
            serverIsAway = false;
            return answer;
        } catch (Refusal refusal) {
            if (!serverWasThere || refusal.exitCode() != Weir.UNREACHABLE) {
                throw refusal;
            }
            if (!serverIsAway) {
                view.note("The server went away; waiting for it.");
            }
            serverIsAway = true;
            return Optional.empty();
        }
    }

    private boolean hasEnded() {
        return last != null && last.hasEnded();
    }

    private boolean isTimeLeft() {
        return System.nanoTime() - deadline < 0;
    }
}
