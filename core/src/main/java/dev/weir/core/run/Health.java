package dev.weir.core.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an open run fares at a moment, and why.
 *
 * @param reason one sentence
 * @param until when it is expected to go on, or should have
 */
public record Health(
        HealthState state,
        String reason,
        @Nullable Instant until,
        @Nullable Integer attempt,
        @Nullable Integer maxAttempts) {

    /** @return null for a run that has ended */
    public static @Nullable Health of(
            HealthFacts facts, String workflowName, @Nullable Usual usual, HealthRules rules, long nowMicros) {
        return facts.status().isEnded() ? null : new Judgement(facts, workflowName, usual, rules, nowMicros).health();
    }

    private record Judgement(
            HealthFacts facts, String name, @Nullable Usual usual, HealthRules rules, long now) {

        Health health() {
            if (facts.status() == RunStatus.PENDING) {
                return queued();
            }
            if (facts.stepWaits() || facts.pauseReason() == PauseReason.RETRY) {
                return retryAhead();
            }
            if (facts.status() == RunStatus.PAUSED || facts.asleep()) {
                return asleep();
            }
            return atWork();
        }

        private Health queued() {
            long waited = silence();
            return waited > rules.silenceMs()
                    ? plain(HealthState.STALLED, "Queued for " + Phrases.duration(waited) + " and not started.")
                    : plain(HealthState.WAITING, "Queued since " + Phrases.time(facts.lastEventAt(), now) + ".");
        }

        private Health retryAhead() {
            Long due = facts.retryAt() != null ? facts.retryAt() : facts.resumeAt();
            String what = facts.step() == null ? "The run" : facts.step();
            if (due == null) {
                return silence() > rules.silenceMs(usual)
                        ? stalled()
                        : judged(HealthState.RETRYING, what + failed() + ".", null);
            }
            return isPast(due)
                    ? judged(HealthState.OVERDUE, what + " should have been tried again " + ago(due) + " ago.", due)
                    : judged(
                            HealthState.RETRYING,
                            what + failed() + " and is tried again at " + Phrases.time(due, now) + ".",
                            due);
        }

        private Health asleep() {
            Long due = facts.resumeAt() != null ? facts.resumeAt() : facts.sleepUntil();
            boolean sleeps = facts.asleep() || facts.pauseReason() == PauseReason.SLEEP;
            if (due == null) {
                return plain(HealthState.WAITING, (sleeps ? "Sleeping" : "Paused") + " until it is resumed.");
            }
            return isPast(due)
                    ? judged(HealthState.OVERDUE, "Should have resumed " + ago(due) + " ago.", due)
                    : judged(
                            HealthState.WAITING,
                            (sleeps ? "Sleeping" : "Paused") + " until " + Phrases.time(due, now) + ".",
                            due);
        }

        private Health atWork() {
            if (silence() > rules.silenceMs(usual)) {
                return stalled();
            }
            Integer attempt = facts.attempt();
            if (facts.step() == null) {
                return plain(HealthState.OK, "Running.");
            }
            if (attempt != null && facts.isRework()) {
                return judged(HealthState.OK, "Running " + facts.step() + " again, pass " + attempt + ".", null);
            }
            return attempt != null && attempt > 1
                    ? judged(HealthState.RETRYING, facts.step() + " is in attempt " + attempt + of() + ".", null)
                    : judged(HealthState.OK, "Running " + facts.step() + ".", null);
        }

        private Health stalled() {
            String silent = "No event for " + Phrases.duration(silence());
            return judged(
                    HealthState.STALLED,
                    usual == null
                            ? silent + "."
                            : silent + "; " + name + " usually takes " + Phrases.duration(usual.p50Ms()) + ".",
                    null);
        }

        private String failed() {
            return facts.attempt() == null ? " failed" : " failed in attempt " + facts.attempt() + of();
        }

        private String of() {
            return facts.maxAttempts() == null ? "" : " of " + facts.maxAttempts();
        }

        private boolean isPast(long due) {
            return (now - due) / 1000 > rules.graceMs();
        }

        private String ago(long due) {
            return Phrases.duration((now - due) / 1000);
        }

        private long silence() {
            return (now - facts.lastEventAt()) / 1000;
        }

        private static Health plain(HealthState state, String reason) {
            return new Health(state, reason, null, null, null);
        }

        private Health judged(HealthState state, String reason, @Nullable Long until) {
            return new Health(state, reason, RunRows.instant(until), facts.attempt(), facts.maxAttempts());
        }
    }
}
