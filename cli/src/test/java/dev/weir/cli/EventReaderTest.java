package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cli.EventReader.Format;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
    /** Writes down what it is given: {@code line/index bytes}, or {@code line/index !code message}. */
    private static final class Notes implements EventSink {
        final List<String> lines = new ArrayList<>();
        final List<Integer> sizes = new ArrayList<>();

        @Override
        public void event(byte[] json, boolean hasWorkflowName, Place place) {
            sizes.add(json.length);
            String text = json.length > 200 ? "(long)" : new String(json, StandardCharsets.UTF_8);
            lines.add(place.line() + "/" + place.index() + " " + text + (hasWorkflowName ? " named" : ""));
        }

        @Override
        public void reject(String code, String message, Place place) {
            lines.add(place.line() + "/" + place.index() + " !" + code + " " + message);
        }
    }

    private final Notes notes = new Notes();

    private List<String> read(Format format, byte[] content) throws IOException {
        new EventReader(format, notes, LogOptions.NONE).read(0, "events", new OneByteAtATime(content));
        return notes.lines;
    }

    private List<String> read(String content) throws IOException {
        return read(Format.AUTO, content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void findsEventsInAnArrayExactlyAsTheyAreWritten() throws IOException {
        assertThat(read("""
                [ {"a": 1.0, "a":"\\u00e9 é😀 ]}\\"" } ,
                  {"nested":{"workflowName":1,"x":[{},[]]}},{"workflowName":null}
                ]
                """))
                .containsExactly(
                        "1/0 {\"a\": 1.0, \"a\":\"\\u00e9 é😀 ]}\\\"\" }",
                        "2/1 {\"nested\":{\"workflowName\":1,\"x\":[{},[]]}}",
                        "2/2 {\"workflowName\":null} named");
    }

    @Test
    void findsEventsInAnObjectWherever() throws IOException {
        assertThat(read("""
                {"about": {"events": [0]},
                 "events": [
                   {"a":1}
                 ],
                 "after": "x"}
                """)).containsExactly("3/0 {\"a\":1}");
    }

    @Test
    void takesASingleObjectForOneEventEvenIfItHasEvents() throws IOException {
        assertThat(read(" {\"type\":\"t\",\n \"events\":[{}], \"workflowName\":\"n\"}\n"))
                .containsExactly("1/0 {\"type\":\"t\",\n \"events\":[{}], \"workflowName\":\"n\"} named");
    }

    @Test
    void takesObjectsOneAfterAnother() throws IOException {
        assertThat(read("{\n\"a\":1}\n{\n\"b\":2} {}")).containsExactly("1/0 {\n\"a\":1}", "3/1 {\n\"b\":2}", "4/2 {}");
    }

    @Test
    void readsLinesAndLosesOnlyTheBadOnes() throws IOException {
        assertThat(read("{\"a\":1}\r\n\n  {\"b\":2}  \n{\"c\":}\n[]\n{} {}\n{\"d\"\n\"x\n{\"workflowName\":\"n\"}"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("1/0 {\"a\":1}"),
                        line -> assertThat(line).isEqualTo("3/1 {\"b\":2}"),
                        line -> assertThat(line).startsWith("4/2 !not_an_object Not JSON: Unexpected character ('}'"),
                        line -> assertThat(line).isEqualTo("5/3 !not_an_object An event must be a JSON object."),
                        line -> assertThat(line).isEqualTo("6/4 !not_an_object The line has more than one JSON value."),
                        line -> assertThat(line).startsWith("7/5 !not_an_object Not JSON: Unexpected end-of-input"),
                        line -> assertThat(line).isEqualTo("8/6 !not_an_object An event must be a JSON object."),
                        line -> assertThat(line).isEqualTo("9/7 {\"workflowName\":\"n\"} named"));
    }

    @Test
    void knowsLinesByTheFirstEvenIfItIsNonsense() throws IOException {
        assertThat(read("{oops}\n{\"a\":1}\n")).hasSize(2).last().isEqualTo("2/1 {\"a\":1}");
    }

    @Test
    void stopsWhereAnArrayIsNotJsonAnyMore() throws IOException {
        assertThat(read("[{\"a\":1},\n7,\n{\"b\" 2},{\"c\":3}]"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("1/0 {\"a\":1}"),
                        line -> assertThat(line).isEqualTo("2/1 !not_an_object An event must be a JSON object."),
                        line -> assertThat(line)
                                .startsWith("3/2 !not_an_object Not JSON, and nothing after it is read: Unexpected"));
    }

    @Test
    void saysThatAnArrayBreaksOff() throws IOException {
        assertThat(read("[{\"a\":1},{\"b\":"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("1/0 {\"a\":1}"),
                        line -> assertThat(line).contains("nothing after it is read: Unexpected end-of-input"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n\n", "[]", "{\"events\":[]}"})
    void findsNothingInNothing(String content) throws IOException {
        assertThat(read(content)).isEmpty();
    }

    @Test
    void skipsAByteOrderMarkAndDecompresses() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write("\uFEFF{\"a\":1}\n{\"b\":2}\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(read(Format.AUTO, compressed.toByteArray())).containsExactly("1/0 {\"a\":1}", "2/1 {\"b\":2}");
    }

    @Test
    void readsAllPartsOfACompressedFile() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        for (String part : List.of("{\"a\":1}\n{\"b\"", ":2}\n")) {
            try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
                gzip.write(part.getBytes(StandardCharsets.UTF_8));
            }
        }

        assertThat(read(Format.AUTO, compressed.toByteArray())).containsExactly("1/0 {\"a\":1}", "2/1 {\"b\":2}");
    }

    @Test
    void saysThatACompressedFileBreaksOffAfterWhatIsThere() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed, 512, true)) {
            gzip.write("{\"a\":1}\n{\"b\":2}\n".getBytes(StandardCharsets.UTF_8));
            gzip.flush();
            gzip.write("{\"c\":3}\n".getBytes(StandardCharsets.UTF_8));
        }
        byte[] broken = Arrays.copyOf(compressed.toByteArray(), compressed.size() - 12);

        assertThatThrownBy(() -> read(Format.NDJSON, broken)).isInstanceOf(EOFException.class);
        assertThat(notes.lines).containsExactly("1/0 {\"a\":1}", "2/1 {\"b\":2}");
    }

    @Test
    void refusesOtherEncodings() throws IOException {
        assertThat(read(Format.JSON, "[{\"a\":1}]".getBytes(StandardCharsets.UTF_16LE)))
                .containsExactly("1/0 !not_an_object The file is not in UTF-8.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[%s,{\"b\":2}]", "{\"events\":[%s,\n{\"b\":2}]}", "%s\n{\"b\":2}\n"})
    void leavesOutAnEventThatIsTooLargeToSend(String form) throws IOException {
        String huge = "{\"a\":\"" + "x".repeat(EventReader.MAX_EVENT_BYTES) + "\"}";
        Format format = form.startsWith("%s") ? Format.NDJSON : Format.JSON;
        byte[] content = form.formatted(huge).getBytes(StandardCharsets.UTF_8);
        new EventReader(format, notes, LogOptions.NONE).read(0, "events", new ByteArrayInputStream(content));

        assertThat(notes.lines).hasSize(2);
        assertThat(notes.lines.get(0)).endsWith("/0 !too_large The event has more than 16 MiB.");
        assertThat(notes.lines.get(1)).endsWith("/1 {\"b\":2}");
    }

    @Test
    void keepsLargeEventsWhole() throws IOException {
        String large = "{\"a\":\"" + "x".repeat(1_000_000) + "\"}";
        for (String form : List.of("[{},%s,{}]", "{}\n%s\n{}")) {
            notes.sizes.clear();
            read(form.formatted(large));
            assertThat(notes.sizes).containsExactly(2, large.length(), 2);
        }
    }

    /** The hardest way for a reader to get its input. */
    private static final class OneByteAtATime extends InputStream {
        private final ByteArrayInputStream bytes;

        OneByteAtATime(byte[] bytes) {
            this.bytes = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int available() {
            return 0;
        }

        @Override
        public int read(byte[] into, int from, int count) {
            return bytes.read(into, from, Math.min(count, 1));
        }
    }
}
