package dev.weir.store;

import dev.weir.core.run.RunRows;
import dev.weir.core.signal.Diagnostics;
import dev.weir.core.signal.NextAction;
import dev.weir.core.signal.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a signal that are JSON, with their fields named as in the specification's examples; what is not known is left out. */
final class SignalJson {
    private SignalJson() {}

    static JsonText outcome(JsonText json, Outcome outcome) {
        json.clear().beginObject();
        json.name("status").string(outcome.status().label());
        json.name("finished_at").string(RunRows.instant(outcome.finishedAt()).toString());
        json.name("workflow_id").string(outcome.workflowId());
        json.name("run_seq").number(outcome.runSeq());
        if (outcome.durationMs() != null) {
            json.name("duration_ms").number(outcome.durationMs());
        }
        return json.endObject();
    }

    static JsonText actions(JsonText json, List<NextAction> actions) {
        json.clear().beginArray();
        for (NextAction action : actions) {
            json.beginObject().name("label").string(action.label());
            json.name("href").string(action.href()).endObject();
        }
        return json.endArray();
    }

    static JsonText diagnostics(JsonText json, Diagnostics diagnostics) {
        json.clear().beginObject();
        text(json, "step", diagnostics.step());
        number(json, "step_number", diagnostics.stepNumber());
        number(json, "attempt", diagnostics.attempt());
        number(json, "max_attempts", diagnostics.maxAttempts());
        json.name("retry_count").number(diagnostics.retryCount());
        number(json, "completed_steps", diagnostics.completedSteps());
        text(json, "error_code", diagnostics.errorCode());
        return json.endObject();
    }

    private static void text(JsonText json, String name, @Nullable String value) {
        if (value != null) {
            json.name(name).string(value);
        }
    }

    private static void number(JsonText json, String name, @Nullable Integer value) {
        if (value != null) {
            json.name(name).number(value.longValue());
        }
    }
}
