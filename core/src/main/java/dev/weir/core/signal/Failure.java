package dev.weir.core.signal;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One failure of a run: one sample of its signature.
 *
 * @param jobId of its workflow id
 * @param failedAt in microseconds since 1970
 * @param code of {@link Fingerprint#codeOf}
 */
public record Failure(
        UUID jobId,
        int runSeq,
        long failedAt,
        String code,
        SignalPhase phase,
        @Nullable String step) {

    /**
     * @param texts as {@link SignalFold#textEvents} announces
     * @return null of a run that has not failed
     */
    public static @Nullable Failure of(RunKey key, RunState run, Phases phases, Function<UUID, LoggedText> texts) {
        if (run.status() != RunStatus.FAILED || run.endedAt() == null) {
            return null;
        }
        FailureText text = FailureText.of(run, phases, texts);
        return new Failure(key.id(), run.seq(), run.endedAt(), Fingerprint.codeOf(text), text.phase(), text.step());
    }
}
