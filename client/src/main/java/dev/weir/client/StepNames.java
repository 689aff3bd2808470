package dev.weir.client;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The steps that a run has completed, in that order. Bounded, because a run may have any number of them: those beyond
 * are left out, as the server knows each from its own event anyway.
 */
final class StepNames {

    private static final int MAX_NAMES = 1_000;
    private static final int MAX_CHARACTERS = 32_000;

    private final Set<String> names = new LinkedHashSet<>();
    private int characters;

    synchronized void add(String name) {
        if (names.size() < MAX_NAMES && characters + name.length() <= MAX_CHARACTERS && names.add(name)) {
            characters += name.length();
        }
    }

    synchronized List<String> inOrder() {
        return List.copyOf(names);
    }
}
