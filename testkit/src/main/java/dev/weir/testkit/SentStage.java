package dev.weir.testkit;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunRows;
import dev.weir.core.stage.StageEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event of a stage as an emitter sends it, with the key that the fold of one key does not see. */
public record SentStage(RunKey key, StageEvent event) {

    public static List<SentStage> of(RunKey key, List<StageEvent> events) {
        return events.stream().map(event -> new SentStage(key, event)).toList();
    }

    /** Its wire form. */
    public String json() {
        List<String> fields = new ArrayList<>();
        add(fields, "eventId", event.id().toString());
        add(fields, "type", event.type().wireName());
        add(fields, "timestamp", RunRows.instant(event.at()).toString());
        add(fields, "env", key.env());
        add(fields, "serviceKey", key.serviceKey());
        add(fields, "workflowId", key.workflowId());
        add(fields, "workflowName", event.workflowName());
        add(fields, "workflowStage", event.stage());
        add(
                fields,
                "slaDueTimestamp",
                event.slaDue() == null
                        ? null
                        : RunRows.instant(event.slaDue().longValue()).toString());
        return "{" + String.join(",", fields) + "}";
    }

    private static void add(List<String> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.add(EventJson.quoted(name) + ":" + EventJson.quoted(value));
        }
    }
}
