package dev.weir.core.stage;

import java.util.Collection;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How long stages take: to be asked of the rows of one stage, or of any others that belong together.
 *
 * @param firstPass from the first start to the first completion
 * @param perPass each pass by itself
 * @param span from the first start to the last completion
 * @param invertedFirstPasses left out of the first, because the completion precedes the start
 * @param invertedPasses left out of the second, for the same reason
 * @param passesWithoutStart left out of the second, because only their end was seen
 */
public record CycleTime(
        DurationStats firstPass,
        DurationStats perPass,
        DurationStats span,
        long invertedFirstPasses,
        long invertedPasses,
        long passesWithoutStart) {

    public static CycleTime of(Collection<StageRow> rows) {
        return new CycleTime(
                stats(rows, StageRow::firstPassMs),
                DurationStats.of(passes(rows)
                        .map(StagePass::durationMs)
                        .filter(Objects::nonNull)
                        .mapToLong(Long::longValue)
                        .toArray()),
                stats(rows, StageRow::spanMs),
                rows.stream().filter(StageRow::isInverted).count(),
                passes(rows).filter(StagePass::isInverted).count(),
                passes(rows).filter(pass -> pass.startedAt() == null).count());
    }

    private static Stream<StagePass> passes(Collection<StageRow> rows) {
        return rows.stream().flatMap(row -> row.passes().stream());
    }

    private static DurationStats stats(Collection<StageRow> rows, Function<StageRow, @Nullable Long> duration) {
        LongStream.Builder durations = LongStream.builder();
        for (StageRow row : rows) {
            Long ms = duration.apply(row);
            if (ms != null) {
                durations.add(ms);
            }
        }
        return DurationStats.of(durations.build().toArray());
    }
}
