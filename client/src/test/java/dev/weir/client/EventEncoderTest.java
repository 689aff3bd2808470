package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EventEncoderTest {

    private static final int MAX_BYTES = 16 * 1024;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.5Z");

    private final EventEncoder encoder =
            new EventEncoder(new Stamps(Clock.fixed(NOW, ZoneOffset.UTC)), "production", "orders", MAX_BYTES);

    private record Line(String sku, int quantity, List<String> notes) {}

    private record Broken(String fine) {
        public String fine() {
            throw new IllegalStateException("no");
        }
    }

    static Stream<Arguments> values() {
        Map<Object, Object> withNullKey = new HashMap<>();
        withNullKey.put(null, null);
        return Stream.of(
                Arguments.of("text", "text"),
                Arguments.of("quote \" slash \\ nul \u0000 tab \t", "quote \" slash \\ nul \u0000 tab \t"),
                Arguments.of("emoji 😀", "emoji 😀"),
                Arguments.of("lone \uD83D high", "lone \uFFFD high"),
                Arguments.of("lone \uDE00", "lone \uFFFD"),
                Arguments.of("\uDE00\uD83D swapped", "\uFFFD\uFFFD swapped"),
                Arguments.of("ends with \uD83D", "ends with \uFFFD"),
                Arguments.of('c', "c"),
                Arguments.of('\uD83D', "\uFFFD"),
                Arguments.of(7, 7),
                Arguments.of(Long.MIN_VALUE, Long.MIN_VALUE),
                Arguments.of((byte) -1, -1),
                Arguments.of(1.5, 1.5),
                Arguments.of(1.5f, 1.5),
                Arguments.of(Double.NaN, "NaN"),
                Arguments.of(Double.NEGATIVE_INFINITY, "-Infinity"),
                Arguments.of(Float.POSITIVE_INFINITY, "Infinity"),
                Arguments.of(new BigDecimal("12345678901234567890.5"), 1.2345678901234567E19),
                Arguments.of(
                        new BigInteger("123456789012345678901234567890"),
                        new BigInteger("123456789012345678901234567890")),
                Arguments.of(BigInteger.ONE.shiftLeft(100_000), "[number of 100001 bits]"),
                Arguments.of(new AtomicLong(3), 3),
                Arguments.of(true, true),
                Arguments.of(Instant.parse("2026-01-01T00:00:00Z"), "2026-01-01T00:00:00Z"),
                Arguments.of(TimeUnit.MINUTES, "MINUTES"),
                Arguments.of(new UUID(1, 2), "00000000-0000-0001-0000-000000000002"),
                Arguments.of(Path.of("a", "b"), "a" + java.io.File.separator + "b"),
                Arguments.of(Optional.of(List.of(1)), List.of(1)),
                Arguments.of(Map.of(1, Map.of("a", List.of())), Map.of("1", Map.of("a", List.of()))),
                Arguments.of(withNullKey, Collections.singletonMap("null", null)),
                Arguments.of(Map.of("lone \uD83D", 1), Map.of("lone \uFFFD", 1)),
                Arguments.of(Arrays.asList(1, null, "x"), Arrays.asList(1, null, "x")),
                Arguments.of(new int[][] {{1, 2}, {}}, List.of(List.of(1, 2), List.of())),
                Arguments.of(new Object[] {"a", 1}, List.of("a", 1)),
                Arguments.of(new byte[] {1, 2, 3}, "AQID"),
                Arguments.of(
                        new Line("A-1", 2, List.of("fragile")),
                        Map.of("sku", "A-1", "quantity", 2, "notes", List.of("fragile"))),
                Arguments.of(new Broken("x"), Map.of("fine", "[unreadable: java.lang.IllegalStateException]")),
                Arguments.of(new StringBuilder("built"), "built"),
                Arguments.of(throwing(new IllegalStateException()), "[unreadable: java.lang.IllegalStateException]"),
                Arguments.of(throwing(new StackOverflowError()), "[unreadable: java.lang.StackOverflowError]"));
    }

    private static Object throwing(Throwable thrown) {
        return new Object() {
            @Override
            public String toString() {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown;
            }
        };
    }

    // Not displayed by its arguments: some of them throw when they are asked for their text.
    @ParameterizedTest(name = "{index}")
    @MethodSource("values")
    void aValueBecomesJson(Object value, Object expected) {
        assertThat(valueOf(value)).isEqualTo(expected);
    }

    @Test
    void nullStaysNull() {
        Map<String, Object> event = new HashMap<>(Map.of("type", "custom"));
        event.put("value", null);

        assertThat(Json.object(encoder.encode(event).json())).contains(entry("value", null));
    }

    @Test
    void anEventIsEnriched() {
        Map<String, Object> event =
                Json.object(encoder.encode(Map.of("type", "custom", "x", 1)).json());

        assertThat(event.keySet()).containsExactly("eventId", "type", "timestamp", "env", "serviceKey", "x");
        assertThat(UUID.fromString((String) event.get("eventId")).version()).isEqualTo(7);
        assertThat(event)
                .containsEntry("timestamp", "2026-03-01T12:00:00.500000Z")
                .containsEntry("env", "production")
                .containsEntry("serviceKey", "orders");
    }

    @Test
    void whatTheEventSaysItselfWins() {
        Map<String, Object> own = Map.of(
                "type", "custom",
                "eventId", "evt_1",
                "timestamp", "2020-01-01T00:00:00Z",
                "env", "test",
                "serviceKey", "other");

        assertThat(Json.object(encoder.encode(own).json())).isEqualTo(own);
    }

    @Test
    void withoutEnvironmentAndServiceNoneIsSent() {
        EventEncoder bare = new EventEncoder(new Stamps(Clock.systemUTC()), null, null, MAX_BYTES);

        assertThat(Json.object(bare.encode(Map.of("type", "custom")).json()).keySet())
                .containsExactly("eventId", "type", "timestamp");
    }

    @Test
    void anEventWithoutATypeIsRefused() {
        for (Map<String, ?> event : List.of(Map.<String, Object>of(), Map.of("type", " "), Map.of("type", 1))) {
            assertThatThrownBy(() -> encoder.encode(event))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("An event needs a type, which is a text that is not blank.");
        }
    }

    @Test
    void aValueThatContainsItselfIsCutThere() {
        Map<String, Object> map = new LinkedHashMap<>();
        List<Object> list = new ArrayList<>(List.of(1));
        map.put("list", list);
        list.add(map);

        assertThat(valueOf(map)).isEqualTo(Map.of("list", List.of(1, "[circular]")));
        assertThat(encode(map).shortened()).isTrue();
    }

    @Test
    void theSameValueTwiceIsNoCycle() {
        List<Integer> shared = List.of(1);

        assertThat(valueOf(List.of(shared, shared))).isEqualTo(List.of(List.of(1), List.of(1)));
        assertThat(encode(List.of(shared, shared)).shortened()).isFalse();
    }

    @Test
    void nestingIsBounded() {
        Object value = "core";
        for (int i = 0; i < 1_000; i++) {
            value = List.of(value);
        }
        Object inner = valueOf(value);
        for (int i = 0; i < ValueWriter.MAX_DEPTH; i++) {
            inner = ((List<?>) inner).get(0);
        }

        assertThat(inner).isEqualTo("[too deep]");
    }

    @Test
    void aLargeTextIsCutWhereThereIsNoMoreRoom() {
        for (String unit : List.of("x", "ü", "€", "😀", "\u0001", "\"", "\uD83D")) {
            EventEncoder.Encoded encoded = encode(unit.repeat(MAX_BYTES));
            String text = (String) Json.object(encoded.json()).get("value");

            assertThat(encoded.shortened()).isTrue();
            assertThat(encoded.json().length).isBetween(MAX_BYTES - 1_100, MAX_BYTES);
            assertThat(text).endsWith("[cut]");
        }
    }

    @Test
    void anEndlessIterableIsCut() {
        Iterable<Integer> endless = () -> Stream.iterate(0, i -> i + 1).iterator();
        EventEncoder.Encoded encoded = encode(endless);
        List<?> items = (List<?>) Json.object(encoded.json()).get("value");

        assertThat(encoded.json().length).isLessThanOrEqualTo(MAX_BYTES);
        assertThat(encoded.shortened()).isTrue();
        assertThat(items.subList(0, 3)).isEqualTo(List.of(0, 1, 2));
        assertThat(items.get(items.size() - 1)).isEqualTo("[cut]");
    }

    @Test
    void sharedValuesThatMultiplyAreCut() {
        Object laughs = List.of();
        for (int i = 0; i < 30; i++) {
            laughs = Map.of("a", laughs, "b", laughs, "c", Collections.nCopies(10, laughs));
        }

        assertThat(encode(laughs).json().length).isLessThanOrEqualTo(MAX_BYTES);
    }

    @Test
    void shortFieldsSurviveALargeOneBeforeThem() {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("type", "step.completed");
        event.put("result", "x".repeat(MAX_BYTES));
        event.put("stepName", "charge");
        event.put("attempt", 2);

        assertThat(Json.object(encoder.encode(event).json()))
                .containsEntry("stepName", "charge")
                .containsEntry("attempt", 2);
    }

    @Test
    void whatAnIteratorThrowsCostsTheRestOfItsItemsOnly() {
        Iterable<Integer> failing = () -> new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                if (next == 2) {
                    throw new java.util.ConcurrentModificationException();
                }
                return next++;
            }
        };

        assertThat(valueOf(Map.of("items", failing)))
                .isEqualTo(Map.of("items", List.of(0, 1, "[unreadable: java.util.ConcurrentModificationException]")));
    }

    @Test
    void anEventOfTooManyFieldsIsTooLarge() {
        Map<String, Object> event = new HashMap<>(Map.of("type", "custom"));
        for (int i = 0; i < MAX_BYTES; i++) {
            event.put("field" + i, i);
        }

        assertThatThrownBy(() -> encoder.encode(event)).isInstanceOf(EventEncoder.TooLargeException.class);
    }

    private EventEncoder.Encoded encode(Object value) {
        return encoder.encode(Map.of("type", "custom", "value", value));
    }

    private Object valueOf(Object value) {
        return Json.object(encode(value).json()).get("value");
    }
}
