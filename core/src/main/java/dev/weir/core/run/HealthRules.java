package dev.weir.core.run;

import org.jspecify.annotations.Nullable;

/**
 * When an open run stops being well.
 *
 * @param graceMs how late a resumption or a retry may be
 * @param leastSilenceMs nothing stalls sooner, however quick it usually is
 * @param silenceMs how long a run may say nothing where it is not known what is usual
 */
public record HealthRules(long graceMs, long leastSilenceMs, long silenceMs) {

    long silenceMs(@Nullable Usual usual) {
        return usual == null ? silenceMs : Math.max(usual.p95Ms(), leastSilenceMs);
    }
}
