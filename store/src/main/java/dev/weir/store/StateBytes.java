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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
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
 * What is stored of a key, as bytes: for a host that keeps it elsewhere than in the database or in memory. They begin with
 * their layout and with the version of the fold that made them. Those of another are not even read: the row is there.
 */
public final class StateBytes {
    /** To be raised when a record that is kept changes without its fold; a test knows what they look like. */
    public static final int LAYOUT = 2;

    private static final int HEAD = 2 * Integer.BYTES;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultVisibility(checker -> checker.with(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY)
                    .withCreatorVisibility(Visibility.ANY))
            .addModule(new SimpleModule().addDeserializer(Chunks.class, new ChunksReader(null)))
            .build();

    private StateBytes() {}

    /** A session without what is made of the rest. */
    private record KeptSession(
            UUID id,
            SessionKey key,
            int org,
            long stamp,
            long runStamp,
            int source,
            @Nullable UUID runId,
            boolean settled,
            SessionState state,
            SessionFigures figures,
            @Nullable List<CapabilityFact> facts) {}

    public static byte[] of(StoredRun run) {
        return write(RunFold.VERSION, run);
    }

    /** Null if another version kept it. */
    public static @Nullable StoredRun run(byte[] bytes) {
        return isOf(RunFold.VERSION, bytes) ? read(bytes, StoredRun.class) : null;
    }

    /** Of one whose state is known. */
    public static byte[] of(StoredSession session, SessionRules rules) {
        return write(
                SessionFold.version(rules),
                new KeptSession(
                        session.id(),
                        session.key(),
                        session.org(),
                        session.stamp(),
                        session.runStamp(),
                        session.source(),
                        session.runId(),
                        session.settled(),
                        Objects.requireNonNull(session.state()),
                        session.figures(),
                        session.facts()));
    }

    /** Null if another version kept it, or the rules were others. */
    public static @Nullable StoredSession session(byte[] bytes, SessionRules rules) {
        if (!isOf(SessionFold.version(rules), bytes)) {
            return null;
        }
        KeptSession kept = read(bytes, KeptSession.class);
        return new StoredSession(
                kept.id,
                kept.key,
                kept.org,
                kept.stamp,
                kept.runStamp,
                kept.source,
                kept.runId,
                kept.settled,
                kept.state,
                kept.figures,
                kept.facts == null ? null : Attribution.of(kept.state, kept.facts, rules));
    }

    private static byte[] write(int version, Object kept) {
        byte[] json = MAPPER.writeValueAsBytes(kept);
        return ByteBuffer.allocate(HEAD + json.length)
                .putInt(LAYOUT)
                .putInt(version)
                .put(json)
                .array();
    }

    private static boolean isOf(int version, byte[] bytes) {
        ByteBuffer head = ByteBuffer.wrap(bytes);
        return head.getInt() == LAYOUT && head.getInt() == version;
    }

    private static <T> T read(byte[] bytes, Class<T> type) {
        return MAPPER.readValue(bytes, HEAD, bytes.length - HEAD, type);
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
