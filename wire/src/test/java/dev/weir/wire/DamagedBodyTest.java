package dev.weir.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.wire.EventDecoder.Defaults;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Bodies that were cut or scrambled on their way: they are taken in part or refused, never anything else, and whatever is
 * taken can be stored. {@code -Dweir.seed=17} repeats one case.
 */
class DamagedBodyTest {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String[] EVENTS = {
        """
        {"eventId":"0197e3a0-0000-7000-8000-000000000001","type":"workflow.started","timestamp":"2026-01-31T11:00:00Z",\
        "workflowId":"w/\\"1\\"","workflowName":"é\ud83d\ude00","input":{"a":[1,-2.5e3,null,true],"b":"]}\\\\"}}""", """
        {"eventId":"evt_2","type":"step.failed","timestamp":"2026-01-31T11:00:01.5+01:00","workflowId":"w",\
        "workflowName":"n","stepName":"\\u00e9\\ud83d\\ude00","attempt":2,"willRetry":true,\
        "error":{"message":"\\u0000 and \\ud800","stack":"at\\n  x","code":17}}""", """
        {"eventId":"3","type":"job.done","timestamp":"2026-01-31T11:00:02Z"}""",
    };
    private static final String BODY = "{\"v\":[1,{\"x\":\"]\"}],\"events\":[" + String.join(" ,\n", EVENTS) + "]}";
    private static final String LINES = String.join("\n", EVENTS);

    @Test
    void theSampleItselfIsTaken() {
        assertThat(Decoded.ofJson(BODY).taken()).hasSize(3);
        assertThat(Decoded.ofLines(LINES.getBytes(UTF_8)).taken()).hasSize(3);
    }

    @Test
    void aBodyMayBreakOffAnywhere() {
        byte[] body = BODY.getBytes(UTF_8);
        for (int length = 0; length < body.length; length++) {
            assertThat(takeJson(Arrays.copyOf(body, length)))
                    .as("cut after " + length)
                    .isEqualTo(-1);
        }
    }

    /** Lines before the cut are whole, and the last one is when only its line feed is gone. */
    @Test
    void linesBeforeTheCutAreKept() {
        byte[] lines = LINES.getBytes(UTF_8);
        int first = EVENTS[0].getBytes(UTF_8).length;
        int second = first + 1 + EVENTS[1].getBytes(UTF_8).length;
        for (int length = 0; length < lines.length; length++) {
            int whole = length < first ? 0 : length < second ? 1 : 2;
            assertThat(takeLines(Arrays.copyOf(lines, length)))
                    .as("cut after " + length)
                    .isEqualTo(whole);
        }
    }

    @Test
    void anythingMayHappenToABody() {
        Long only = Long.getLong("weir.seed");
        long cases = Boolean.getBoolean("weir.long") ? 1_000_000 : 5_000;
        int taken = 0;
        int refused = 0;
        for (long seed = only == null ? 1 : only; seed <= (only == null ? cases : only); seed++) {
            Random random = new Random(seed);
            try {
                taken += takeLines(scramble(LINES.getBytes(UTF_8), random));
                refused += takeJson(scramble(BODY.getBytes(UTF_8), random)) < 0 ? 1 : 0;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("Seed " + seed + " fails; repeat it alone with -Dweir.seed=" + seed, e);
            }
        }
        if (only == null) {
            assertThat(taken).isBetween((int) (cases / 2), (int) (3 * cases - 1));
            assertThat(refused).isBetween((int) (cases / 20), (int) (cases * 19 / 20));
        }
    }

    private static byte[] scramble(byte[] body, Random random) {
        byte[] interesting = "{}[]\",:\\u0dD8eE-+.\n \0\u0080\u00c3\u00ed\u00f0\u00ff".getBytes(ISO_8859_1);
        byte[] bytes = body;
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            byte value =
                    random.nextBoolean() ? interesting[random.nextInt(interesting.length)] : (byte) random.nextInt(256);
            switch (random.nextInt(4)) {
                case 0 -> bytes = replace(bytes, at, at + 1, new byte[] {value});
                case 1 -> bytes = replace(bytes, at, at, new byte[] {value});
                case 2 -> bytes = replace(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(9)), new byte[0]);
                default -> {
                    int from = random.nextInt(bytes.length);
                    byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + random.nextInt(40)));
                    bytes = replace(bytes, at, at, piece);
                }
            }
        }
        return bytes;
    }

    private static byte[] replace(byte[] bytes, int from, int to, byte[] by) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, from);
        out.writeBytes(by);
        out.write(bytes, to, bytes.length - to);
        return out.toByteArray();
    }

    /** @return how many events were taken, or -1 if the body was refused */
    private static int takeJson(byte[] body) {
        List<Slice> slices;
        try {
            slices = EventBody.ofJson(body, 1000);
        } catch (UnreadableBody e) {
            require(e.reason().endsWith(".") && isText(e.reason()), e.reason());
            return -1;
        }
        return check(slices);
    }

    private static int takeLines(byte[] body) {
        return check(EventBody.ofLines(body, 1000));
    }

    private static int check(List<Slice> slices) {
        Decoded decoded = Decoded.of(Decoded.LIMITS, Defaults.NONE, slices);
        require(decoded.taken().size() + decoded.rejected().size() == slices.size(), "An event is missing");
        decoded.taken().forEach(DamagedBodyTest::checkStorable);
        for (Rejection rejection : decoded.rejected()) {
            require(rejection.message().endsWith(".") && isText(rejection.message()), rejection.message());
            require(isText(rejection.eventId()) && isText(rejection.env()), rejection.toString());
        }
        return decoded.taken().size();
    }

    private static void checkStorable(LogEvent event) {
        String payload = decodeStrictly(event.payload());
        int depth = 0;
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
            while (parser.nextToken() != null) {
                JsonToken token = parser.currentToken();
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (token == JsonToken.VALUE_STRING || token == JsonToken.PROPERTY_NAME) {
                    require(isText(parser.getString()), payload);
                }
            }
        }
        require(depth == 0 && event.at() >= 0, payload);
        require(isText(event.type()) && isText(event.env()) && isText(event.serviceKey()), payload);
        require(isText(event.workflowId()), payload);
    }

    /** So many checks that an assertion object for each would take most of the time. */
    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** As PostgreSQL understands it: no U+0000, no half of a surrogate pair. */
    private static boolean isText(@Nullable String text) {
        return text == null || (text.indexOf(0) < 0 && new String(text.getBytes(UTF_8), UTF_8).equals(text));
    }

    private static String decodeStrictly(byte[] utf8) {
        try {
            return UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("A payload is no UTF-8", e);
        }
    }
}
