package dev.weir.core.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Two runs of a workflow step by step: one that is asked about, and one that went well.
 *
 * @param steps of both, in the order in which they ran
 * @param partsAt the first step that only one of them has, or that ended otherwise; null if there is none
 */
public record RunComparison(List<StepPair> steps, @Nullable String partsAt) {
    public static final String STATUS = "status";
    public static final String DURATION = "duration";
    public static final String ATTEMPTS = "attempts";
    public static final String RESULT = "result";
    public static final String MISSING = "missing";

    /** What is worth a look: half as long again, or half as long, and not by a blink. */
    private static final double CLEARLY_LONGER = 1.5;

    private static final long SHORTEST_DIFFERENCE_MS = 100;

    /** A step in one of the runs. */
    public record StepSide(
            StepStatus status,
            @Nullable Long durationMs,
            int attempts,
            @Nullable String errorMessage) {}

    /** @param differs in what: status, duration, attempts, result, or missing if only one of the runs has it */
    public record StepPair(
            String stepName,
            @Nullable StepSide here,
            @Nullable StepSide there,
            List<String> differs) {

        boolean parts() {
            return differs.contains(MISSING) || differs.contains(STATUS);
        }
    }

    /** @param sameValue whether two results are the same value */
    public static RunComparison of(
            List<WorkflowStep> here, List<WorkflowStep> there, BiPredicate<Json, Json> sameValue) {
        Map<String, WorkflowStep> ours = byName(here);
        Map<String, WorkflowStep> theirs = byName(there);
        List<StepPair> pairs = new ArrayList<>();
        for (String name : merged(ours, theirs)) {
            pairs.add(pair(name, ours.get(name), theirs.get(name), sameValue));
        }
        String partsAt = pairs.stream()
                .filter(StepPair::parts)
                .map(StepPair::stepName)
                .findFirst()
                .orElse(null);
        return new RunComparison(pairs, partsAt);
    }

    private static Map<String, WorkflowStep> byName(List<WorkflowStep> steps) {
        Map<String, WorkflowStep> byName = new LinkedHashMap<>();
        steps.forEach(step -> byName.putIfAbsent(step.stepName(), step));
        return byName;
    }

    /** The order of the run that went well; a step that it does not have comes after the one that it followed here. */
    private static List<String> merged(Map<String, WorkflowStep> ours, Map<String, WorkflowStep> theirs) {
        List<String> order = new ArrayList<>();
        Map<String, List<String>> onlyHere = new HashMap<>();
        List<String> following = order; // what comes before any step of theirs comes first
        for (String name : ours.keySet()) {
            if (theirs.containsKey(name)) {
                following = onlyHere.computeIfAbsent(name, any -> new ArrayList<>());
            } else {
                following.add(name);
            }
        }
        for (String name : theirs.keySet()) {
            order.add(name);
            order.addAll(onlyHere.getOrDefault(name, List.of()));
        }
        return order;
    }

    private static StepPair pair(
            String name, @Nullable WorkflowStep here, @Nullable WorkflowStep there, BiPredicate<Json, Json> sameValue) {
        List<String> differs = new ArrayList<>(2);
        if (here == null || there == null) {
            differs.add(MISSING);
            return new StepPair(name, side(here), side(there), differs);
        }
        if (here.status() != there.status()) {
            differs.add(STATUS);
        }
        if (isClear(duration(here), duration(there))) {
            differs.add(DURATION);
        }
        if (here.currentAttempt() != there.currentAttempt()) {
            differs.add(ATTEMPTS);
        }
        if (!isSame(here.result(), there.result(), sameValue)) {
            differs.add(RESULT);
        }
        return new StepPair(name, side(here), side(there), differs);
    }

    private static boolean isSame(@Nullable Json here, @Nullable Json there, BiPredicate<Json, Json> sameValue) {
        return here == null || there == null ? Objects.equals(here, there) : sameValue.test(here, there);
    }

    private static boolean isClear(@Nullable Long here, @Nullable Long there) {
        if (here == null || there == null) {
            return false;
        }
        long longer = Math.max(here, there);
        long shorter = Math.min(here, there);
        return longer - shorter >= SHORTEST_DIFFERENCE_MS && longer > CLEARLY_LONGER * shorter;
    }

    private static @Nullable Long duration(WorkflowStep step) {
        return step.totalDurationMs() != null ? step.totalDurationMs() : step.durationMs();
    }

    private static @Nullable StepSide side(@Nullable WorkflowStep step) {
        return step == null
                ? null
                : new StepSide(step.status(), duration(step), step.currentAttempt(), step.errorMessage());
    }

    /**
     * What differs, in a sentence.
     *
     * @param good the run that went well, null if none did
     * @param inputDiffers whether they began with different inputs
     */
    public String sentence(Workflow here, @Nullable Workflow good, boolean inputDiffers) {
        if (good == null) {
            return "No run of " + here.workflowName() + " has completed, so there is nothing to compare with.";
        }
        String rest = inputDiffers ? " Their inputs differ." : "";
        if (partsAt == null) {
            return "Every step ended as in " + good.workflowId() + ", which completed" + when(here, good) + "." + rest;
        }
        StepPair pair = steps.stream()
                .filter(step -> step.stepName().equals(partsAt))
                .findFirst()
                .orElseThrow();
        return "It parts from " + good.workflowId() + ", which completed" + when(here, good) + ", at " + partsAt + ": "
                + fate(pair.here()) + " here, " + fate(pair.there()) + " there." + rest;
    }

    private static String when(Workflow here, Workflow good) {
        if (good.completedAt() == null || here.failedAt() == null) {
            return "";
        }
        long ms = here.failedAt().toEpochMilli() - good.completedAt().toEpochMilli();
        return " " + Phrases.duration(Math.abs(ms)) + (ms < 0 ? " after it failed" : " before");
    }

    private static String fate(@Nullable StepSide side) {
        if (side == null) {
            return "never reached";
        }
        String tries = side.attempts() > 1 ? " after " + side.attempts() + " attempts" : "";
        return side.status().label() + tries;
    }
}
