package dev.weir.cli;

import dev.weir.core.stage.StageEventType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the transitions of event logs mean. */
final class Lifecycle {
    private Lifecycle() {}

    /**
     * The type of event that a transition becomes. Without one it is a completion. One that neither starts nor completes a
     * stage becomes a type of its own, which a server keeps although no fold knows it yet.
     */
    static String eventType(@Nullable String transition) {
        String word = transition == null ? "" : transition.strip().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "start", "started", "begin", "stage_started" -> StageEventType.STARTED.wireName();
            case "", "complete", "completed", "end", "finish", "finished", "stage_completed" ->
                StageEventType.COMPLETED.wireName();
            case "schedule", "scheduled" -> "stage_scheduled";
            default -> "stage_" + word.replaceAll("[^a-z0-9]+", "_");
        };
    }
}
