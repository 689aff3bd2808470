package dev.weir.core.stage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stages of a workflow while a fold works on them. */
final class OpenStages {
    private static final int FEW_SEARCHES = 16;

    private final List<StageTimes> stages;
    private Map<String, Integer> indexByName = Map.of();
    private int searches;

    OpenStages(List<StageTimes> known) {
        stages = new ArrayList<>(known.size() + 1);
        stages.addAll(known);
    }

    void apply(StageEvent event) {
        int index = indexOf(event.stage());
        if (index >= 0) {
            stages.set(index, stages.get(index).with(event));
        } else {
            add(StageTimes.of(event.stage()).with(event));
        }
    }

    private void add(StageTimes stage) {
        if (!indexByName.isEmpty()) {
            indexByName.put(stage.name(), stages.size());
        }
        stages.add(stage);
    }

    /** A map of all names costs more than a few searches, and most batches ask for a few stages, mostly late ones. */
    private int indexOf(String name) {
        if (++searches > FEW_SEARCHES && indexByName.isEmpty()) {
            indexByName = new HashMap<>(stages.size() * 2);
            for (int i = 0; i < stages.size(); i++) {
                indexByName.put(stages.get(i).name(), i);
            }
        }
        if (!indexByName.isEmpty()) {
            return indexByName.getOrDefault(name, -1);
        }
        int index = stages.size() - 1;
        while (index >= 0 && !stages.get(index).name().equals(name)) {
            index--;
        }
        return index;
    }

    List<StageTimes> stages() {
        return Collections.unmodifiableList(stages);
    }
}
