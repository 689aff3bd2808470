package dev.weir.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventBodyTest {
    private static final int MANY = 1000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"a\":1},{\"b\":2}]",
                " \r\n\t[ {\"a\":1} , {\"b\":2} ] \n",
                "\uFEFF[{\"a\":1},{\"b\":2}]",
                "{\"events\":[{\"a\":1},{\"b\":2}]}",
                "\uFEFF { \"events\" : [ {\"a\":1} , {\"b\":2} ] } ",
                "{\"sentBy\":{\"events\":[{\"x\":1}]},\"events\":[{\"a\":1},{\"b\":2}],\"n\":1.5e3}",
                "{\"events\":[{\"x\":1}],\"events\":[{\"a\":1},{\"b\":2}]}",
            })
    void findsTheEventsOfABody(String body) {
        assertThat(texts(EventBody.ofJson(body.getBytes(UTF_8), MANY))).containsExactly("{\"a\":1}", "{\"b\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[ ]", "{\"events\":[]}", "{\"events\":[{\"a\":1}],\"events\":[ ]}"})
    void aBodyMayHaveNoEvents(String body) {
        assertThat(EventBody.ofJson(body.getBytes(UTF_8), 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":\"]}[{\"}",
                "{\"a\":\"\\\"]\",\"b\":{\"c\":[[],[{}]]}}",
                "{\"a\":\"\\\\\",\"b\":\"\\\\\\\"\"}",
                "{\"a\":\"\\u005d\\u0022\"}",
                "[]",
                "[[[\"x\"]]]",
                "\"text, with a comma\"",
                "null",
                "true",
                "-1.5e-7",
            })
    void anythingMayStandWhereAnEventShould(String value) {
        String body = "[" + value + ", " + value + "]";
        assertThat(texts(EventBody.ofJson(body.getBytes(UTF_8), MANY))).containsExactly(value, value);
        assertThat(texts(EventBody.ofLines((value + "\n" + value).getBytes(UTF_8), MANY)))
                .containsExactly(value, value);
    }

    @Test
    void aBrokenEscapeEndsWithItsString() {
        String body = "[{\"a\":\"\\u12\"},{\"a\":\"\\uD83D\\u1\"},{\"a\":\"\\x\"},{\"b\":2}]";
        assertThat(texts(EventBody.ofJson(body.getBytes(UTF_8), MANY)))
                .containsExactly("{\"a\":\"\\u12\"}", "{\"a\":\"\\uD83D\\u1\"}", "{\"a\":\"\\x\"}", "{\"b\":2}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                   | empty_body",
                "`  \n`               | empty_body",
                "`\uFEFF`             | empty_body",
                "`hello`              | wrong_shape",
                "`42`                 | wrong_shape",
                "`\"events\"`         | wrong_shape",
                "`{}`                 | wrong_shape",
                "`{\"event\":[]}`     | wrong_shape",
                "`{\"events\":{}}`    | wrong_shape",
                "`{\"events\":null}`  | wrong_shape",
                "`{\"events\":\"[]\"}` | wrong_shape",
                "`{\"eventId\":\"e\",\"type\":\"t\"}` | wrong_shape",
                "`[`                  | not_json",
                "`[{}`                | not_json",
                "`[{},]`              | not_json",
                "`[,{}]`              | not_json",
                "`[{} {}]`            | not_json",
                "`[{]}`               | not_json",
                "`[{}}]`              | not_json",
                "`[{}]]`              | not_json",
                "`[{}]{}`             | not_json",
                "`[{\"a\":\"b}]`      | not_json",
                "`[{\"a\":\"b\\`      | not_json",
                "`{\"events\"}`       | not_json",
                "`{\"events\":[]`     | not_json",
                "`{\"events\":[],}`   | not_json",
                "`{\"events\":[] \"a\":1}` | not_json",
                "`{events:[]}`        | not_json",
                "`{\"a\":`            | not_json",
                "`{\"a\"`             | not_json",
                "`{`                  | not_json",
            })
    void saysWhyABodyIsUnreadable(String body, String code) {
        assertThat(refusal(body.getBytes(UTF_8)).code()).isEqualTo(code);
    }

    @Test
    void saysWhereABodyBreaks() {
        assertThat(refusal("[{},}]".getBytes(UTF_8)).reason())
                .isEqualTo("The body is not JSON: unexpected '}' at byte 4.");
        assertThat(refusal("[{\"a\":\"\\u".getBytes(UTF_8)).reason())
                .isEqualTo("The body breaks off after 9 bytes: it is not complete JSON.");
    }

    @Test
    void otherEncodingsAreNotJson() {
        for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16)) {
            assertThat(refusal("[{\"a\":1}]".getBytes(charset)).code()).isIn("not_json", "wrong_shape");
        }
    }

    @Test
    void aBodyHasAtMostSoManyEvents() {
        byte[] three = "[1,2,3]".getBytes(UTF_8);
        assertThat(EventBody.ofJson(three, 3)).hasSize(3);
        assertThat(catchThrowableOfType(UnreadableBody.class, () -> EventBody.ofJson(three, 2))
                        .code())
                .isEqualTo("too_many_events");
        byte[] lines = "1\n2\n3".getBytes(UTF_8);
        assertThat(EventBody.ofLines(lines, 3)).hasSize(3);
        assertThat(catchThrowableOfType(UnreadableBody.class, () -> EventBody.ofLines(lines, 2))
                        .code())
                .isEqualTo("too_many_events");
    }

    @Test
    void aLineIsAnEventAndABlankOneIsNone() {
        String body = "\uFEFF{\"a\":1}\r\n\r\n  {\"b\": 2}\t\n \t\n\n[3]";
        assertThat(texts(EventBody.ofLines(body.getBytes(UTF_8), MANY)))
                .containsExactly("{\"a\":1}", "{\"b\": 2}", "[3]");
        assertThat(EventBody.ofLines(new byte[0], MANY)).isEmpty();
    }

    @Test
    void aBrokenLineCostsOnlyItself() {
        String body = "{\"a\":1}\n{\"b\":\n}\n{\"c\":3}{\"d\":4}\n{\"e\":\"\\\nnot json\n{\"f\":6}";
        List<Slice> lines = EventBody.ofLines(body.getBytes(UTF_8), MANY);
        assertThat(texts(lines))
                .containsExactly(
                        "{\"a\":1}", "{\"b\":", "}", "{\"c\":3}{\"d\":4}", "{\"e\":\"\\", "not json", "{\"f\":6}");
        assertThat(lines.stream().map(Slice::broken)).containsExactly(false, true, true, true, true, true, false);
    }

    @Test
    void oneEventMayGoOverSeveralLines() {
        Slice whole = EventBody.ofOne("{\n \"a\": 1\n}".getBytes(UTF_8));
        assertThat(texts(List.of(whole))).containsExactly("{\n \"a\": 1\n}");
        assertThat(whole.broken()).isFalse();
        for (String broken : List.of("", " ", "{", "{} ", "{}{}", "{\"a\":\"\n", "hello world")) {
            assertThat(EventBody.ofOne(broken.getBytes(UTF_8)).broken())
                    .as(broken)
                    .isTrue();
        }
    }

    @Test
    void seesInPassingHowLargeAnEventIs() {
        assertThat(slice("{}").depth()).isEqualTo(1);
        assertThat(slice("{\"a\":[{\"b\":[]}],\"c\":[]}").depth()).isEqualTo(4);
        assertThat(slice("1").depth()).isZero();
        assertThat(slice("{\"key\":\"1234\",\"longer\":\"12\"}").longestString())
                .isEqualTo(6);
        assertThat(slice("{\"a\":\"\u00e9\u20ac\ud83d\ude00\\n\\u00e9\\ud83d\\ude00\"}")
                        .longestString())
                .isEqualTo(6);
    }

    @Test
    void depthTakesNoStack() {
        int levels = 300_000;
        Slice slice = EventBody.ofJson(("[" + "[".repeat(levels) + "]".repeat(levels) + "]").getBytes(UTF_8), MANY)
                .get(0);
        assertThat(slice.depth()).isEqualTo(levels);
        assertThat(refusal("[{\"a\":".repeat(levels).getBytes(UTF_8)).code()).isEqualTo("not_json");
    }

    private static Slice slice(String json) {
        return EventBody.ofJson(("[" + json + "]").getBytes(UTF_8), 1).get(0);
    }

    private static UnreadableBody refusal(byte[] body) {
        return catchThrowableOfType(UnreadableBody.class, () -> EventBody.ofJson(body, MANY));
    }

    private static List<String> texts(List<Slice> slices) {
        return slices.stream().map(slice -> new String(slice.bytes(), UTF_8)).toList();
    }
}
