package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelemetryDecoderTest {
    private static final long NOW = 1_800_000_000_000_000L;
    private static final TelemetryDecoder DECODER =
            new TelemetryDecoder(Limits.DEFAULT, TelemetryDecoder.MAX_METADATA_BYTES);
    private static final List<String> FIELDS = List.of(
            "\"eventType\":\"signal.rendered\"",
            "\"timestamp\":\"2026-02-01T10:20:30.123Z\"",
            "\"jobId\":\"5b0f3a52-7a0c-4d1f-9d43-0f6f5f3f2a11\"",
            "\"surface\":\"ui\"",
            "\"ttfsMs\":812",
            "\"kind\":\"started\"",
            "\"spanId\":\"null\"",
            "\"metadata\":{\"z\":[1,2.50,{\"k\":null}],\"a\":\"\\\"é\\n\"}",
            "\"extra\":{\"b\":1,\"a\":[]}");

    private static List<Object> decode(String row) {
        List<Object> decoded = new ArrayList<>();
        DECODER.decode(
                List.of(EventBody.ofOne(row.getBytes(StandardCharsets.UTF_8))),
                EventDecoder.Defaults.NONE,
                NOW,
                decoded::add,
                decoded::add);
        assertThat(decoded).hasSize(1);
        return decoded;
    }

    private static TelemetryEvent taken(List<String> fields) {
        Object decoded = decode("{" + String.join(", ", fields) + "}").get(0);
        assertThat(decoded).isInstanceOf(TelemetryEvent.class);
        return (TelemetryEvent) decoded;
    }

    private static UUID id(List<String> fields) {
        return taken(fields).log().id();
    }

    @Test
    void anyOrderOfTheSameContentIsTheSameEvent() {
        Random random = new Random(7);
        UUID id = id(FIELDS);
        for (int i = 0; i < 50; i++) {
            List<String> shuffled = new ArrayList<>(FIELDS);
            Collections.shuffle(shuffled, random);
            assertThat(id(shuffled)).isEqualTo(id);
        }
    }

    @Test
    void anyOtherContentIsAnotherEvent() {
        List<UUID> ids = new ArrayList<>(List.of(id(FIELDS)));
        for (int i = 5; i < FIELDS.size(); i++) {
            List<String> without = new ArrayList<>(FIELDS);
            without.remove(i);
            ids.add(id(without));
        }
        for (String other : List.of(
                "\"ttfsMs\":813", "\"extra\":{\"b\":1.0,\"a\":[]}", "\"metadata\":{\"a\":\"\"}", "\"device\":\"ui\"")) {
            List<String> more = new ArrayList<>(FIELDS);
            more.add(other);
            ids.add(id(more));
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void anIdThatIsSentIsTheIdentity() {
        List<String> more = new ArrayList<>(FIELDS);
        more.add("\"eventId\":\"0198C0DE-0000-7000-8000-000000000001\"");
        assertThat(id(more)).isEqualTo(UUID.fromString("0198c0de-0000-7000-8000-000000000001"));
    }

    @Test
    void metadataKeepsWhatNumbersSay() {
        TelemetryFact fact = taken(FIELDS).fact();
        assertThat(fact).isNotNull();
        assertThat(fact.metadata()).isEqualTo("{\"a\":\"\\\"é\\u000a\",\"z\":[1,2.50,{\"k\":null}]}");
    }

    /** It says nothing new, and would make it look like an event of a workflow. */
    @Test
    void aTypeThatRepeatsTheEventTypeIsLeftOut() {
        List<String> more = new ArrayList<>(FIELDS);
        more.add("\"t\\u0079pe\":\"signal.rendered\"");
        assertThat(new String(taken(more).log().payload(), StandardCharsets.UTF_8))
                .doesNotContain("\"type\"", "0079")
                .contains("\"eventType\":\"signal.rendered\"", "\"spanId\":\"null\"");
        assertThat(id(more)).isEqualTo(id(FIELDS));
        more.add("\"type\":\"page\"");
        assertThat(new String(taken(more).log().payload(), StandardCharsets.UTF_8))
                .contains("\"type\":\"page\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "null", "{} {}", "{\"a\":tru}", "\"x\"", "{\"eventType\":\"signal.start\",}"})
    void whatIsNoObjectIsRejected(String row) {
        assertThat(decode(row).get(0))
                .isInstanceOfSatisfying(
                        Rejection.class,
                        rejection -> assertThat(rejection.code()).isEqualTo(RejectCode.NOT_AN_OBJECT));
    }

    /** Whatever is cut, doubled or changed in a row, it is taken or rejected. */
    @Test
    void noDamageDoesMore() {
        Random random = new Random(3);
        byte[] row = ("{" + String.join(",", FIELDS) + "}").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = row.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            List<Object> decoded = new ArrayList<>();
            DECODER.decode(
                    List.of(EventBody.ofOne(damaged)), EventDecoder.Defaults.NONE, NOW, decoded::add, decoded::add);
            assertThat(decoded).hasSize(1);
        }
    }
}
