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
    private final List<StepState> oldSteps;
    private final List<AttemptState> oldAttempts;
    private final Map<String, OpenStep> touched = new HashMap<>(4);
    private final List<OpenStep> newSteps = new ArrayList<>(2);
    private final List<OpenAttempt> newAttempts = new ArrayList<>(2);
    private final Map<Integer, OpenAttempt> touchedAttempts = new HashMap<>(4);
    private final Set<OpenAttempt> dropped = new HashSet<>(0);
    private Map<String, Integer> indexByName = Map.of();

    OpenSteps(List<StepState> steps, List<AttemptState> attempts) {
        oldSteps = steps;
        oldAttempts = attempts;
    }

    OpenStep get(String name, long at) {
        OpenStep step = touched.get(name);
        if (step == null) {
            int index = indexOf(name);
            step = index < 0 ? create(name, at) : thaw(index);
            touched.put(name, step);
        }
        return step;
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

    private int indexOf(String name) {
        if (oldSteps.size() > 32 && indexByName.isEmpty()) {
            indexByName = new HashMap<>(oldSteps.size() * 2);
            for (int i = 0; i < oldSteps.size(); i++) {
                indexByName.put(oldSteps.get(i).name(), i);
            }
        }
        if (!indexByName.isEmpty()) {
            return indexByName.getOrDefault(name, -1);
        }
        for (int i = 0; i < oldSteps.size(); i++) {
            if (oldSteps.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
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
        for (int i = 0; i < oldAttempts.size(); i++) {
            OpenAttempt attempt = touchedAttempts.get(i);
            if (attempt == null) {
                attempts.add(oldAttempts.get(i));
            } else if (!dropped.contains(attempt)) {
                AttemptState now = attempt.state();
                attempts.add(now.equals(oldAttempts.get(i)) ? oldAttempts.get(i) : now);
            }
        }
        for (OpenAttempt attempt : newAttempts) {
            if (!dropped.contains(attempt)) {
                attempts.add(attempt.state());
            }
        }
        return Collections.unmodifiableList(attempts);
    }
}
