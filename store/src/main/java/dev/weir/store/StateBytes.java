package dev.weir.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.weir.core.run.RunFold;
import dev.weir.core.session.Attribution;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.Chunks;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import dev.weir.store.RunStore.StoredRun;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * What is stored of a key, as bytes: for a host that keeps it elsewhere than in the database or in memory. They say which
 * version of the fold made them; those of another are outdated, as rows are.
 */
public final class StateBytes {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultVisibility(checker -> checker.with(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY)
                    .withCreatorVisibility(Visibility.ANY))
            .addModule(new SimpleModule().addDeserializer(Chunks.class, new ChunksReader(null)))
            .build();

    private StateBytes() {}

    private record KeptRun(int foldVersion, StoredRun run) {}

    private record KeptSession(
            int foldVersion,
            UUID id,
            SessionKey key,
            int org,
            long stamp,
            long runStamp,
            int source,
            @Nullable UUID runId,
            boolean settled,
            @Nullable SessionState state,
            SessionFigures figures,
            @Nullable List<CapabilityFact> facts) {}

    public static byte[] of(StoredRun run) {
        return MAPPER.writeValueAsBytes(new KeptRun(RunFold.VERSION, run));
    }

    public static StoredRun run(byte[] bytes) {
        KeptRun kept = MAPPER.readValue(bytes, KeptRun.class);
        StoredRun run = kept.run;
        return kept.foldVersion == RunFold.VERSION
                ? run
                : new StoredRun(
                        run.seq(), run.status(), run.stamp(), run.workflowName(), run.durationMs(), null, run.role());
    }

    public static byte[] of(StoredSession session, SessionRules rules) {
        return MAPPER.writeValueAsBytes(new KeptSession(
                SessionFold.version(rules),
                session.id(),
                session.key(),
                session.org(),
                session.stamp(),
                session.runStamp(),
                session.source(),
                session.runId(),
                session.settled(),
                session.state(),
                session.figures(),
                session.facts()));
    }

    public static StoredSession session(byte[] bytes, SessionRules rules) {
        KeptSession kept = MAPPER.readValue(bytes, KeptSession.class);
        SessionState state = kept.foldVersion == SessionFold.version(rules) ? kept.state : null;
        return new StoredSession(
                kept.id,
                kept.key,
                kept.org,
                kept.stamp,
                kept.runStamp,
                kept.source,
                kept.runId,
                kept.settled,
                state,
                kept.figures,
                state == null || kept.facts == null ? null : Attribution.of(state, kept.facts, rules));
    }

    /** A list like any other, once it is known of what. */
    private static final class ChunksReader extends ValueDeserializer<Chunks<?>> {
        private final @Nullable JavaType items;

        ChunksReader(@Nullable JavaType items) {
            this.items = items;
        }

        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            return new ChunksReader(context.getContextualType().containedType(0));
        }

        @Override
        public Chunks<?> deserialize(JsonParser parser, DeserializationContext context) {
            JavaType list = context.getTypeFactory().constructCollectionType(List.class, items);
            Chunks<Object> chunks = Chunks.none();
            for (Object item : context.<List<?>>readValue(parser, list)) {
                chunks = chunks.plus(item);
            }
            return chunks;
        }
    }
}
