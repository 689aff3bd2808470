package dev.weir.core.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The steps and attempts of a run while a fold works on it. Only what an event touches is taken apart and built again:
 * the rest of the state is passed on as it is, so that a run of ten thousand steps costs little per event, and whoever
 * stores it sees by identity what did not change.
 */
final class OpenSteps {
    private static final int FEW_SEARCHES = 16;

    private final List<StepState> oldSteps;
    private final List<AttemptState> oldAttempts;
    private final Map<String, OpenStep> touched = new HashMap<>(4);
    private final List<OpenStep> newSteps = new ArrayList<>(2);
    private final List<OpenAttempt> newAttempts = new ArrayList<>(2);
    private final Map<Integer, OpenAttempt> touchedAttempts = new HashMap<>(4);
    private final Set<OpenAttempt> dropped = new HashSet<>(0);
    private Map<String, Integer> indexByName = Map.of();
    private int searches;

    OpenSteps(List<StepState> steps, List<AttemptState> attempts) {
        oldSteps = steps;
        oldAttempts = attempts;
    }

    OpenStep get(String name, long at) {
        OpenStep step = touched.get(name);
        if (step == null) {
            int index = oldIndexOf(name);
            step = index < 0 ? create(name, at) : thaw(index);
            touched.put(name, step);
        }
        return step;
    }

    /** @return its place among the steps, negative if there is none of this name */
    int indexOf(String name) {
        OpenStep step = touched.get(name);
        return step == null ? oldIndexOf(name) : step.index;
    }

    String name(int index) {
        return index < oldSteps.size() ? oldSteps.get(index).name() : newSteps.get(index - oldSteps.size()).name;
    }

    void drop(List<OpenAttempt> phantoms) {
        dropped.addAll(phantoms);
    }

    private OpenStep create(String name, long at) {
        OpenStep step = new OpenStep(oldSteps.size() + newSteps.size(), name, at, newAttempts);
        newSteps.add(step);
        return step;
    }

    private OpenStep thaw(int index) {
        OpenStep step = new OpenStep(index, oldSteps.get(index), newAttempts);
        for (int i = 0; i < oldAttempts.size(); i++) {
            if (oldAttempts.get(i).step() == index) {
                OpenAttempt attempt = new OpenAttempt(oldAttempts.get(i));
                touchedAttempts.put(i, attempt);
                step.restore(attempt);
            }
        }
        return step;
    }

    /** A map of all names costs more than a few searches, and most batches ask for a few steps, mostly late ones. */
    private int oldIndexOf(String name) {
        if (++searches > FEW_SEARCHES && indexByName.isEmpty()) {
            indexByName = new HashMap<>(oldSteps.size() * 2);
            for (int i = 0; i < oldSteps.size(); i++) {
                indexByName.put(oldSteps.get(i).name(), i);
            }
        }
        if (!indexByName.isEmpty()) {
            return indexByName.getOrDefault(name, -1);
        }
        int index = oldSteps.size() - 1;
        while (index >= 0 && !oldSteps.get(index).name().equals(name)) {
            index--;
        }
        return index;
    }

    List<StepState> steps() {
        if (touched.isEmpty()) {
            return oldSteps;
        }
        List<StepState> steps = new ArrayList<>(oldSteps.size() + newSteps.size());
        steps.addAll(oldSteps);
        newSteps.forEach(step -> steps.add(step.state()));
        for (OpenStep step : touched.values()) {
            if (step.index < oldSteps.size()) {
                StepState now = step.state();
                steps.set(step.index, now.equals(oldSteps.get(step.index)) ? oldSteps.get(step.index) : now);
            }
        }
        return Collections.unmodifiableList(steps);
    }

    List<AttemptState> attempts() {
        if (touched.isEmpty()) {
            return oldAttempts;
        }
        List<AttemptState> attempts = new ArrayList<>(oldAttempts.size() + newAttempts.size());
        attempts.addAll(oldAttempts);
        List<AttemptState> phantoms = new ArrayList<>(0);
        touchedAttempts.forEach((i, attempt) -> {
            AttemptState old = oldAttempts.get(i);
            AttemptState now = attempt.state();
            if (dropped.contains(attempt)) {
                phantoms.add(old);
            } else if (!now.equals(old)) {
                attempts.set(i, now);
            }
        });
        if (!phantoms.isEmpty()) {
            attempts.removeAll(phantoms);
        }
        for (OpenAttempt attempt : newAttempts) {
            if (!dropped.contains(attempt)) {
                attempts.add(attempt.state());
            }
        }
        return Collections.unmodifiableList(attempts);
    }
}
