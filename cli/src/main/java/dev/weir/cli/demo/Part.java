package dev.weir.cli.demo;

import java.util.List;

/** A part of a workflow: a step, several at once, or a rest. */
sealed interface Part {
    /** What a step depends on, and so what can befall it. */
    enum Needs {
        NOTHING,
        PAYMENTS,
        WORKER
    }

    /**
     * @param typicalMs how long an attempt takes
     * @param failing the share of attempts that fail
     * @param timeoutMs 0 for none
     * @param faults in which ways it fails
     */
    record Step(
            String name,
            long typicalMs,
            double failing,
            int maxAttempts,
            long timeoutMs,
            Needs needs,
            List<Fault> faults)
            implements Part {
        static Step of(String name, long typicalMs) {
            return new Step(name, typicalMs, 0.003, 3, 0, Needs.NOTHING, List.of(Faults.RESET));
        }

        Step failing(double share, Fault... ways) {
            return new Step(name, typicalMs, share, maxAttempts, timeoutMs, needs, List.of(ways));
        }

        Step attempts(int most) {
            return new Step(name, typicalMs, failing, most, timeoutMs, needs, faults);
        }

        Step timeout(long ms) {
            return new Step(name, typicalMs, failing, maxAttempts, ms, needs, faults);
        }

        Step needs(Needs what) {
            return new Step(name, typicalMs, failing, maxAttempts, timeoutMs, what, faults);
        }
    }

    record AtOnce(List<Step> steps) implements Part {}

    record Rest(long leastMs, long mostMs) implements Part {}
}
