package dev.weir.core.signal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A value that failures have more often than runs that went well.
 *
 * @param failed how many of the failures have it
 * @param all how many of the runs that went well do
 */
public record OverRepresented(String attribute, String value, long failed, long failedOf, long all, long allOf) {
    private static final int FEWEST = 3;
    private static final double CLEARLY = 0.2;
    private static final double DEVIATIONS = 3;
    private static final int MOST = 12;

    /** What is known of a run; it may have several values of an attribute. */
    public record Trait(String attribute, String value) {}

    /**
     * Those that differ clearly: at least three failures have the value, their share is at least a fifth of all higher
     * than among the others, and so much that chance gives less than three standard deviations of it.
     *
     * @param failed what is known of each failure
     * @param others the same of runs that went well
     * @return those that differ most first; none if there is nothing to compare with
     */
    public static List<OverRepresented> of(List<Set<Trait>> failed, List<Set<Trait>> others) {
        List<OverRepresented> found = new ArrayList<>();
        if (others.isEmpty()) {
            return found;
        }
        Map<Trait, Long> among = counts(others);
        counts(failed).forEach((trait, n) -> {
            OverRepresented one = new OverRepresented(
                    trait.attribute(), trait.value(), n, failed.size(), among.getOrDefault(trait, 0L), others.size());
            if (one.isClear()) {
                found.add(one);
            }
        });
        found.sort(Comparator.comparingDouble(OverRepresented::difference)
                .reversed()
                .thenComparing(OverRepresented::attribute)
                .thenComparing(OverRepresented::value));
        return found.subList(0, Math.min(MOST, found.size()));
    }

    private static Map<Trait, Long> counts(List<Set<Trait>> runs) {
        Map<Trait, Long> counts = new HashMap<>();
        runs.forEach(run -> run.forEach(trait -> counts.merge(trait, 1L, Long::sum)));
        return counts;
    }

    private double difference() {
        return (double) failed / failedOf - (double) all / allOf;
    }

    private boolean isClear() {
        double together = (double) (failed + all) / (failedOf + allOf);
        double deviation = Math.sqrt(together * (1 - together) * (1.0 / failedOf + 1.0 / allOf));
        return failed >= FEWEST && difference() >= CLEARLY && difference() >= DEVIATIONS * deviation;
    }
}
