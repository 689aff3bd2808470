package dev.weir.flink;

import dev.weir.core.session.SessionRules;
import dev.weir.host.KnownStates;
import dev.weir.host.StateCache;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.StateBytes;
import dev.weir.store.StoredSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.jspecify.annotations.Nullable;

/** What is known of keys, as Flink keeps it: in its state backend and its checkpoints, until a key has been quiet for long. */
final class KeyedStates {
    /** A key's timer is set anew only when this part of its time has passed: not with every event. */
    private static final int PARTS = 8;

    /** Kept as they are, too: to read one back costs more than to fold an event. */
    private static final int DECODED = 4_000;

    private final FoldOperator operator;
    private final InternalTimerService<VoidNamespace> timers;
    private final ValueState<Long> expiresAt;
    private final Known<StoredRun> runs;
    private final Known<StoredSession> sessions;
    private final long keepMs;

    KeyedStates(FoldOperator operator, Duration keep, SessionRules rules) {
        this.operator = operator;
        this.keepMs = keep.toMillis();
        this.timers = operator.getInternalTimerService("expiry", VoidNamespaceSerializer.INSTANCE, operator);
        this.expiresAt = operator.getRuntimeContext().getState(new ValueStateDescriptor<>("expiresAt", Types.LONG));
        this.runs = new Known<>("run", StateCache.ofRuns(DECODED), StateBytes::of, StateBytes::run);
        this.sessions = new Known<>(
                "session",
                new StateCache<>(DECODED, StoredSession::weight),
                session -> StateBytes.of(session, rules),
                bytes -> StateBytes.session(bytes, rules));
    }

    KnownStates<StoredRun> runs() {
        return runs;
    }

    KnownStates<StoredSession> sessions() {
        return sessions;
    }

    /** The timer of a key: nothing is left of it, unless it was heard of since. */
    void expire(String key, long at) {
        operator.setCurrentKey(key);
        try {
            Long due = expiresAt.value();
            if (due == null || due <= at) {
                clear(UUID.fromString(key));
            } else {
                timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, due);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void clear(UUID key) {
        runs.forget(List.of(key));
        sessions.forget(List.of(key));
        expiresAt.clear();
    }

    private void touch() throws IOException {
        long due = timers.currentProcessingTime() + keepMs;
        Long known = expiresAt.value();
        if (known == null) {
            timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, due);
        }
        if (known == null || due - known > keepMs / PARTS) {
            expiresAt.update(due);
        }
    }

    /** One kind of state. What is decoded is always what Flink has, or it is not there. */
    private final class Known<T> implements KnownStates<T> {
        private final ValueState<byte[]> bytes;
        private final StateCache<T> decoded;
        private final Function<T, byte[]> writing;
        private final Function<byte[], @Nullable T> reading;

        Known(String name, StateCache<T> decoded, Function<T, byte[]> writing, Function<byte[], @Nullable T> reading) {
            this.bytes = operator.getRuntimeContext()
                    .getState(new ValueStateDescriptor<>(name, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
            this.decoded = decoded;
            this.writing = writing;
            this.reading = reading;
        }

        @Override
        public Map<UUID, T> get(Collection<UUID> keys) {
            Map<UUID, T> found = decoded.get(keys);
            for (UUID key : keys) {
                if (found.containsKey(key)) {
                    continue;
                }
                operator.setCurrentKey(key.toString());
                try {
                    byte[] kept = bytes.value();
                    T known = kept == null ? null : reading.apply(kept);
                    if (known != null) {
                        found.put(key, known);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return found;
        }

        @Override
        public void put(UUID key, T state) {
            operator.setCurrentKey(key.toString());
            try {
                bytes.update(writing.apply(state));
                decoded.put(key, state);
                touch();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void forget(Collection<UUID> keys) {
            decoded.forget(keys);
            for (UUID key : keys) {
                operator.setCurrentKey(key.toString());
                bytes.clear();
            }
        }
    }
}
