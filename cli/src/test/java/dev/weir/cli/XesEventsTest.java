package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XesEventsTest {

    private static String event(String stage, String transition, String time) {
        return "<event><string key='concept:name' value='" + stage + "'/>"
                + (transition.isEmpty() ? "" : "<string key='lifecycle:transition' value='" + transition + "'/>")
                + "<date key='time:timestamp' value='" + time + "'/></event>\n";
    }

    private static String log(String... events) {
        return "<?xml version='1.0' encoding='UTF-8'?>\n<log>\n<trace><string key='concept:name' value='c1'/>\n"
                + String.join("", events) + "</trace>\n</log>\n";
    }

    @Test
    void readsTracesOfEvents() throws IOException {
        ReadLog read = ReadLog.of("""
                <?xml version="1.0" encoding="UTF-8" ?>
                <!-- made by hand -->
                <log xes.version="1.0" xmlns="http://www.xes-standard.org/">
                  <extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
                  <global scope="event">
                    <string key="concept:name" value="none"/>
                    <string key="lifecycle:transition" value="start"/>
                  </global>
                  <classifier name="by name" keys="concept:name"/>
                  <string key="concept:name" value="the log"/>
                  <trace>
                    <string key="concept:name" value="case 1"/>
                    <event>
                      <string key="org:resource" value="Ann &amp; Bo"/>
                      <int key="cost" value="5"/>
                      <date key="time:timestamp" value="2026-01-02T12:23:00.000+01:00"/>
                      <string key="concept:name" value="check"/>
                      <string key="lifecycle:transition" value="START"/>
                    </event>
                    <event>
                      <string key="concept:name" value="check"/>
                      <date key="time:timestamp" value="2026-01-02T12:30:00.5+01:00"/>
                    </event>
                  </trace>
                  <trace>
                    <string key="concept:name" value="case 2"/>
                  </trace>
                </log>
                """);
        assertThat(read.rejected).isEmpty();
        assertThat(read.shown())
                .containsExactly(
                        "case 1 check started 2026-01-02T11:23:00Z", "case 1 check completed 2026-01-02T11:30:00.500Z");
        assertThat(read.places).containsExactly("13/0", "20/1");
        assertThat(read.events.get(0).path("attributes").toString())
                .isEqualTo("{\"org:resource\":\"Ann & Bo\",\"cost\":\"5\"}");
        assertThat(read.events.get(1).has("attributes")).isFalse();
        assertThat(read.events.get(0).has("workflowName")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"schedule", "SCHEDULE", " Schedule "})
    void keepsWhatNeitherStartsNorCompletes(String transition) throws IOException {
        assertThat(ReadLog.of(log(event("a", transition, "2026-01-01T00:00:00Z")))
                        .shown())
                .containsExactly("c1 a scheduled 2026-01-01T00:00:00Z");
    }

    @Test
    void takesTransitionsInAnyCase() throws IOException {
        assertThat(ReadLog.of(log(
                                event("a", "StArT", "2026-01-01T00:00:00Z"),
                                event("a", "COMPLETE", "2026-01-01T00:00:01Z"),
                                event("a", "ate_ABORT", "2026-01-01T00:00:02Z")))
                        .shown())
                .containsExactly(
                        "c1 a started 2026-01-01T00:00:00Z",
                        "c1 a completed 2026-01-01T00:00:01Z",
                        "c1 a ate_abort 2026-01-01T00:00:02Z");
    }

    @Test
    void isNotMisledByNestedAttributes() throws IOException {
        ReadLog read = ReadLog.of("""
                <log>
                <trace>
                <list key="people"><string key="concept:name" value="wrong"/></list>
                <string key="concept:name" value="c1"><string key="concept:name" value="wrong"/></string>
                <event>
                <string key="concept:name" value="a"><string key="concept:name" value="wrong">
                  <date key="time:timestamp" value="1999-01-01T00:00:00Z"/></string></string>
                <container key="c"><string key="lifecycle:transition" value="start"/></container>
                <date key="time:timestamp" value="2026-01-01T00:00:00Z"/>
                </event>
                </trace>
                </log>
                """);
        assertThat(read.shown()).containsExactly("c1 a completed 2026-01-01T00:00:00Z");
    }

    @Test
    void followsThePrefixesThatALogDeclares() throws IOException {
        ReadLog read = ReadLog.of("""
                <log>
                <extension name="Concept" prefix="c" uri="http://www.xes-standard.org/concept.xesext"/>
                <extension name="Time" prefix="t" uri="http://www.xes-standard.org/time.xesext"/>
                <extension name="Lifecycle" prefix="l" uri="http://www.xes-standard.org/lifecycle.xesext"/>
                <trace><string key="c:name" value="c1"/><event><string key="c:name" value="a"/>
                <string key="l:transition" value="start"/><date key="t:timestamp" value="2026-01-01T00:00:00Z"/></event></trace>
                </log>
                """);
        assertThat(read.shown()).containsExactly("c1 a started 2026-01-01T00:00:00Z");
    }

    @Test
    void losesOnlyTheEventsThatAreNoGood() throws IOException {
        ReadLog read = ReadLog.of("<log>\n<trace>\n"
                + event("a", "", "2026-01-01T00:00:00Z")
                + "<string key='concept:name' value='c1'/>\n"
                + event("", "", "2026-01-01T00:00:00Z")
                + event("a", "", "yesterday")
                + "<event><string key='concept:name' value='a'/></event>\n"
                + event("b", "", "2026-01-01T00:00:00Z")
                + "</trace>\n</log>\n");
        assertThat(read.shown()).containsExactly("c1 b completed 2026-01-01T00:00:00Z");
        assertThat(read.places).containsExactly("8/4");
        assertThat(read.rejected)
                .containsExactly(
                        "3/0 missing_field: The trace of the event has no concept:name, so its workflow is unknown.",
                        "5/1 missing_field: The event has no concept:name, so its stage is unknown.",
                        "6/2 bad_timestamp: \"yesterday\" is no time: write it as 2026-01-31T12:00:00+01:00.",
                        "7/3 missing_field: The event has no time:timestamp.");
    }

    @Test
    void takesTimesWithoutAZoneAsUtcAndSaysSo() throws IOException {
        ReadLog read = ReadLog.of(
                log(event("a", "start", "2026-07-01T00:00:00"), event("a", "complete", "2026-07-01T01:00:00")));
        assertThat(read.shown())
                .containsExactly("c1 a started 2026-07-01T00:00:00Z", "c1 a completed 2026-07-01T01:00:00Z");
        assertThat(read.said)
                .containsExactly("Times of a.log that name no zone are taken as UTC; say --zone to choose another.");
    }

    @Test
    void takesTimesWithoutAZoneAsTold() throws IOException {
        ReadLog read = new ReadLog("", "", "Europe/Berlin").read(log(event("a", "", "2026-07-01T00:00:00.25")));
        assertThat(read.shown()).containsExactly("c1 a completed 2026-06-30T22:00:00.250Z");
    }

    @Test
    void stopsWhereItIsNotXmlAnyMore() throws IOException {
        ReadLog read = ReadLog.of(log(event("a", "", "2026-01-01T00:00:00Z"), "<event></evnt>\n", event("b", "", "x")));
        assertThat(read.shown()).hasSize(1);
        assertThat(read.rejected).hasSize(1);
        assertThat(read.rejected.get(0)).startsWith("5/1 not_xml: Not XML, and nothing after it is read: ");
        assertThat(read.rejected.get(0)).doesNotContain("\n");
    }

    @Test
    void saysThatALogBreaksOff() throws IOException {
        ReadLog read = ReadLog.of("<log>\n<trace>\n<string key='concept:name' value='c'/>\n");
        assertThat(read.rejected).hasSize(1);
        assertThat(read.rejected.get(0)).contains(" not_xml: Not XML, and nothing after it is read: ");
    }

    @Test
    void saysThatOtherXmlIsNoLog() throws IOException {
        assertThat(ReadLog.of("<html><event/></html>").rejected)
                .containsExactly("1/0 not_xes: It is no XES: it begins with <html>, not <log>.");
    }

    @Test
    void fetchesAndExpandsNothing() throws IOException {
        for (String declared : new String[] {"<!ENTITY x SYSTEM 'file:///etc/hostname'>", "<!ENTITY x 'expanded'>"}) {
            ReadLog read = ReadLog.of("<!DOCTYPE log [" + declared + "]>\n<log><trace>"
                    + "<string key='concept:name' value='c1'/><event><string key='concept:name' value='a&x;'/>"
                    + "<date key='time:timestamp' value='2026-01-01T00:00:00Z'/></event></trace></log>");
            assertThat(read.shown()).isEmpty();
            assertThat(read.rejected).hasSize(1);
            assertThat(read.rejected.get(0)).contains("not_xml");
        }
    }

    @Test
    void passesOverADoctypeThatItDoesNotNeed() throws IOException {
        ReadLog read = ReadLog.of("<!DOCTYPE log SYSTEM 'http://127.0.0.1:1/log.dtd'>\n<log><trace>"
                + "<string key='concept:name' value='c1'/>" + event("a", "", "2026-01-01T00:00:00Z")
                + "</trace></log>");
        assertThat(read.shown()).hasSize(1);
    }

    @Test
    void readsOtherEncodingsThatXmlDeclares() throws IOException {
        String latin = log(event("prüfen", "", "2026-01-01T00:00:00Z")).replace("UTF-8", "ISO-8859-1");
        ReadLog read = new ReadLog("", "", "").read(latin.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(read.shown()).containsExactly("c1 prüfen completed 2026-01-01T00:00:00Z");
        String wide = log(event("prüfen", "", "2026-01-01T00:00:00Z")).replace("UTF-8", "UTF-16");
        read = new ReadLog("", "", "").read(wide.getBytes(StandardCharsets.UTF_16));
        assertThat(read.shown()).containsExactly("c1 prüfen completed 2026-01-01T00:00:00Z");
    }

    @Test
    void saysWhichLineIsNotInTheEncodingThatXmlDeclares() throws IOException {
        byte[] broken = log(event("a", "", "2026-01-01T00:00:00Z"), event("pr\u00fcfen", "", "2026-01-01T00:00:00Z"))
                .getBytes(StandardCharsets.ISO_8859_1);
        ReadLog read = new ReadLog("", "", "").read(broken);
        assertThat(read.rejected).hasSize(1);
        assertThat(read.rejected.get(0)).contains("not_xml");
    }

    @Test
    void aCompressedLogThatBreaksOffCannotBeReadToItsEnd() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            for (int i = 0; i < 10_000; i++) {
                gzip.write((i == 0 ? log() : "<!-- " + i * 31 % 1009 + " -->").getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] broken = Arrays.copyOf(compressed.toByteArray(), compressed.size() / 2);
        assertThatThrownBy(() -> new ReadLog("", "", "").read(broken)).isInstanceOf(EOFException.class);
    }

    @Test
    void passesOverDeepNesting() throws IOException {
        int depth = 20_000;
        String deep = "<string key='x' value=''>".repeat(depth) + "</string>".repeat(depth);
        ReadLog read = ReadLog.of(log(deep, event("a", "", "2026-01-01T00:00:00Z")));
        assertThat(read.shown()).hasSize(1);
    }
}
