package dev.weir.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.Ids;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be stored becomes U+FFFD, in values and keys alike; everything else stays as it was sent. */
class MendingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\\u0000                   | \\ufffd",
                "a\\u0000b\\u0000          | a\\ufffdb\\ufffd",
                "\\ud800                   | \\ufffd",
                "\\uDBFF                   | \\ufffd",
                "\\udc00                   | \\ufffd",
                "\\uDFFFx                  | \\ufffdx",
                "\\udc00\\ud800            | \\ufffd\\ufffd",
                "\\ud83d\\ud83d\\ude00     | \\ufffd\\ud83d\\ude00",
                "\\ud83d\\ude00\\ude00     | \\ud83d\\ude00\\ufffd",
                "\\ud83d\\n\\ude00         | \\ufffd\\n\\ufffd",
                "\\ud83d\\u0041            | \\ufffd\\u0041",
                "\\ud83d\\\\ude00          | \\ufffd\\\\ude00",
                "\\\\\\u0000               | \\\\\\ufffd",
            })
    void replacesEscapesThatCannotBeStored(String sent, String stored) {
        for (String template : List.of("{%s,\"v\":\"X\"}", "{%s,\"X\":1}", "{%s,\"v\":{\"X\":[\"X\"]}}")) {
            String json = template.formatted(BASE);
            Decoded decoded = Decoded.ofJson("[" + json.replace("X", sent) + "]");
            assertThat(decoded.event().mended()).isTrue();
            assertThat(decoded.payload()).isEqualTo(json.replace("X", stored));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\\\u0000",
                "\\\\ud800",
                "\\ud83d\\ude00",
                "\\uD83D\\uDE00",
                "\ud83d\ude00",
                "\\u0001\\ufffe\\uffff",
                "\uffff\u0080\u07ff\u0800\ud800\udc00\udbff\udfff",
                "\\u007f\u007f",
                "\\ufffd",
                "\ufffd",
            })
    void leavesAlone(String text) {
        String json = "{" + BASE + ",\"" + text + "\":\"" + text + "\"}";
        Decoded decoded = Decoded.ofJson("[" + json + "]");
        assertThat(decoded.event().mended()).isFalse();
        assertThat(decoded.payload()).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource({
        "C3, 1", // a character that breaks off
        "C328, 1", // and goes on as another one
        "80, 1", // a continuation of nothing
        "FF, 1",
        "C080, 2", // U+0000 in two bytes
        "E08080, 3",
        "EDA080, 1", // half a surrogate pair
        "EDBFBF, 1",
        "F0808080, 4",
        "F4908080, 4", // beyond U+10FFFF
        "F5808080, 4",
        "F09F98, 1", // an emoji without its last byte
    })
    void replacesBytesThatAreNoUtf8(String hex, int replacements) {
        byte[] wrong = HexFormat.of().parseHex(hex);
        String before = "{" + BASE + ",\"v\":\"";
        byte[] body = concat(("[" + before).getBytes(UTF_8), wrong, "x\"}]".getBytes(UTF_8));
        Decoded decoded = Decoded.of(Decoded.LIMITS, EventDecoder.Defaults.NONE, EventBody.ofJson(body, 1));
        assertThat(decoded.event().mended()).isTrue();
        String rest = hex.equals("C328") ? "(x" : "x";
        assertThat(decoded.payload()).isEqualTo(before + "\ufffd".repeat(replacements) + rest + "\"}");
    }

    @Test
    void whatTheFoldReadsIsMendedToo() {
        String json = "{" + BASE.replace("\"w\"", "\"w\\u0000\\ud800\"").replace("\"id\"", "\"\\u0000\"") + "}";
        LogEvent event = Decoded.ofJson("[" + json + "]").event();
        assertThat(event.workflowId()).isEqualTo("w\ufffd\ufffd");
        assertThat(event.id()).isEqualTo(Ids.ofEvent("\ufffd"));
    }

    @Test
    void keysThatMendToTheSameNameCountAsDuplicates() {
        String json = "{" + BASE + ",\"\\u0000\":1,\"\\ud800\":2}";
        assertThat(Decoded.ofJson("[" + json + "]").payload()).isEqualTo("{" + BASE + ",\"\\ufffd\":1,\"\\ufffd\":2}");
    }

    @Test
    void latin1IsTakenWithLosses() {
        byte[] line = ("{" + BASE + ",\"v\":\"caf\u00e9 cr\u00e8me\"}").getBytes(ISO_8859_1);
        assertThat(Decoded.ofLines(line).payload()).endsWith(",\"v\":\"caf\ufffd cr\ufffdme\"}");
    }

    private static final String BASE = "\"eventId\":\"id\",\"type\":\"workflow.resumed\","
            + "\"timestamp\":\"2026-01-31T11:00:00Z\",\"workflowId\":\"w\",\"workflowName\":\"n\"";

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
