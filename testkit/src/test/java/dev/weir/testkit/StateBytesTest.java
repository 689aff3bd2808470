package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunState;
import dev.weir.store.RunRole;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.StateBytes;
import dev.weir.store.StoredSession;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** What a host keeps of a key as bytes is what it goes on from. */
class StateBytesTest {
    private static final UUID ORG = UUID.fromString("00000000-0000-8000-8000-000000000001");

    @Test
    void aRunComesBackAsItWas() {
        Seeds.each(200, 2_000, seed -> {
            for (RunState state : runs(seed)) {
                StoredRun run = StoredRun.of(state, seed, RunRole.PLAIN);
                assertThat(StateBytes.run(StateBytes.of(run))).isEqualTo(run);
            }
        });
    }

    @Test
    void whatAnotherFoldOrAnotherLayoutKeptIsNotRead() {
        byte[] kept = StateBytes.of(StoredRun.of(runs(1).get(0), 7, RunRole.PLAIN));
        byte[] unreadable = "{}".getBytes(StandardCharsets.UTF_8);
        assertThat(StateBytes.run(ByteBuffer.wrap(kept.clone())
                        .putInt(4, RunFold.VERSION - 1)
                        .array()))
                .isNull();
        assertThat(StateBytes.run(ByteBuffer.wrap(kept.clone())
                        .putInt(0, StateBytes.LAYOUT + 1)
                        .array()))
                .isNull();
        assertThat(StateBytes.run(ByteBuffer.allocate(8 + unreadable.length)
                        .putInt(StateBytes.LAYOUT)
                        .putInt(RunFold.VERSION - 1)
                        .put(unreadable)
                        .array()))
                .isNull();
    }

    /**
     * If this fails, what is kept has another shape than before, and what older jobs kept must not be read as if it had:
     * raise {@link StateBytes#LAYOUT}, and note the new shape here.
     */
    @Test
    void theLayoutIsTheOneThatItsNumberStandsFor() {
        Map<String, String> shapes = new TreeMap<>();
        describe(StoredRun.class, shapes);
        describe(StoredSession.class, shapes);
        CRC32 sum = new CRC32();
        sum.update(shapes.toString().getBytes(StandardCharsets.UTF_8));

        assertThat(StateBytes.LAYOUT + ":" + Long.toHexString(sum.getValue()))
                .as(shapes.toString())
                .isEqualTo("2:ca8feb6f");
    }

    private static void describe(Type type, Map<String, String> shapes) {
        if (type instanceof ParameterizedType of) {
            describe(of.getRawType(), shapes);
            Stream.of(of.getActualTypeArguments()).forEach(argument -> describe(argument, shapes));
        } else if (type instanceof Class<?> record && record.isRecord() && !shapes.containsKey(record.getName())) {
            List<RecordComponent> parts = List.of(record.getRecordComponents());
            shapes.put(
                    record.getName(),
                    parts.stream()
                            .map(part ->
                                    part.getName() + " " + part.getGenericType().getTypeName())
                            .toList()
                            .toString());
            parts.forEach(part -> describe(part.getGenericType(), shapes));
        }
    }

    private static List<RunState> runs(long seed) {
        RunKey key = new RunKey(ORG, "production", "orders", "workflow-" + seed);
        return RunFold.fold(
                RunHistories.sent(seed, key).stream().map(SentEvent::event).toList());
    }
}
