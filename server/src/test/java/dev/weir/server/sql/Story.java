package dev.weir.server.sql;

import dev.weir.core.event.EventType;
import dev.weir.core.event.RunKey;
import dev.weir.server.access.Scope;
import dev.weir.testkit.EventDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The events of one workflow id, told one after the other. */
final class Story {
    private static final long FROM =
            Instant.parse("2025-06-01T12:00:00.000999Z").getEpochSecond() * 1_000_000 + 999;
    private static final long STEP = 1_234_567;

    private final RunKey key;
    private final String workflowName;
    private final List<Told> told = new ArrayList<>();
    private long at = FROM;

    Story(String workflowId) {
        this(workflowId, "test", workflowId, "order");
    }

    Story(String workflowId, String env, String service, String workflowName) {
        key = new RunKey(Scope.LOCAL_ORG, env, service, workflowId);
        this.workflowName = workflowName;
    }

    RunKey key() {
        return key;
    }

    void tell(EventType type, Consumer<EventDraft> details) {
        tell(type, details, null, null);
    }

    void tell(EventType type, Consumer<EventDraft> details, @Nullable String value) {
        tell(type, details, value, null);
    }

    void tell(EventType type, Consumer<EventDraft> details, @Nullable String value, @Nullable String stack) {
        at += STEP;
        atOnce(type, details, value, stack);
    }

    /** In the same microsecond as the event before, and after it by its id. */
    void atOnce(EventType type, Consumer<EventDraft> details) {
        atOnce(type, details, null, null);
    }

    private void atOnce(EventType type, Consumer<EventDraft> details, @Nullable String value, @Nullable String stack) {
        EventDraft draft = new EventDraft(type, at).workflowName(workflowName);
        details.accept(draft);
        UUID id = new UUID(
                at / 1000 << 16 | 0x7000 | told.size() & 0xfff, key.id().getLeastSignificantBits());
        told.add(Told.of(id.toString(), key, draft, value, stack));
    }

    List<Told> told() {
        return List.copyOf(told);
    }

    Folded folded() {
        return Folded.of(told);
    }

    /** All events in batches of this size, the last few of them one by one. */
    List<List<Told>> batchesOf(int size, int single) {
        int many = told.size() - single;
        List<List<Told>> batches = new ArrayList<>();
        for (int from = 0; from < many; from += size) {
            batches.add(told.subList(from, Math.min(from + size, many)));
        }
        told.subList(many, told.size()).forEach(last -> batches.add(List.of(last)));
        return batches;
    }

    List<List<Told>> batchesOf(int size) {
        return batchesOf(size, 0);
    }
}
