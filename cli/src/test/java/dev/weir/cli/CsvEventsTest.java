package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvEventsTest {

    @Test
    void guessesIntervalsAndSaysSo() throws IOException {
        ReadLog read = ReadLog.of("""
                ,case:concept:name,concept:name,time:timestamp,start_timestamp,who
                0,C1,place order,2015-01-05 09:02:50+00:00,2015-01-05 09:00:07+00:00,Ann
                1,C2,ship,,2015-01-05 10:00:00+00:00,
                2,C2,pack,2015-01-05 10:00:00+00:00,,
                """);
        assertThat(read.shown())
                .containsExactly(
                        "C1 place order started 2015-01-05T09:00:07Z",
                        "C1 place order completed 2015-01-05T09:02:50Z",
                        "C2 ship started 2015-01-05T10:00:00Z",
                        "C2 pack completed 2015-01-05T10:00:00Z");
        assertThat(read.places).containsExactly("2/0", "2/1", "3/2", "4/3");
        assertThat(read.rejected).isEmpty();
        assertThat(read.events.get(0).path("attributes").toString()).isEqualTo("{\"who\":\"Ann\"}");
        assertThat(read.said)
                .containsExactly(
                        "The columns of a.log are taken as --map workflow=case:concept:name,stage=concept:name,"
                                + "start=start_timestamp,end=time:timestamp; say --map to choose others.");
    }

    @Test
    void readsATableOfStageEvents() throws IOException {
        ReadLog read = ReadLog.of("""
                workflow_id;workflow_stage;event_type;event_timestamp;sla_due_timestamp;workflow_name
                w1;QC;stage_started;2026-01-01T10:00:00Z;2026-01-01T11:00:00Z;master
                w1;QC;stage_completed;2026-01-01T10:30:00Z;;master
                """);
        assertThat(read.shown())
                .containsExactly("w1 QC started 2026-01-01T10:00:00Z", "w1 QC completed 2026-01-01T10:30:00Z");
        assertThat(read.events.get(0).path("slaDueTimestamp").asString()).isEqualTo("2026-01-01T11:00:00Z");
        assertThat(read.events.get(0).path("workflowName").asString()).isEqualTo("master");
        assertThat(read.events.get(1).has("slaDueTimestamp")).isFalse();
    }

    @Test
    void aTimeWithoutATransitionIsACompletion() throws IOException {
        ReadLog read = ReadLog.of("Case ID,Activity,Timestamp\n1,a,2026-01-01T10:00:00Z\n");
        assertThat(read.shown()).containsExactly("1 a completed 2026-01-01T10:00:00Z");
        assertThat(read.said.get(0)).contains("--map workflow=Case ID,stage=Activity,time=Timestamp;");
    }

    @Test
    void takesTheColumnsThatItIsTold() throws IOException {
        ReadLog read = new ReadLog("", "workflow=order, no,stage=what,end=DONE", "")
                .read("\"order, no\",what,done,timestamp\n7,ship,2026-01-01T10:00:00Z,2027-01-01T10:00:00Z\n");
        assertThat(read.shown()).containsExactly("7 ship completed 2026-01-01T10:00:00Z");
        assertThat(read.said).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "case|stage|completed at#end=completed at",
                "case;stage;end;date#time=date",
                "case,stage,start#start=start",
                "case,stage,begin,finish,date#start=begin,end=finish",
                "case,stage,timestamp,type#time=timestamp",
                "case,stage,timestamp,Event Type#time=timestamp,lifecycle=Event Type",
                "case,stage,timestamp,due,process#time=timestamp,sla=due,name=process",
            })
    void guessesByTheUsualNames(String header, String guessed) throws IOException {
        assertThat(ReadLog.of(header + "\n").said)
                .containsExactly("The columns of a.log are taken as --map workflow=case,stage=stage," + guessed
                        + "; say --map to choose others.");
    }

    @Test
    void guessesWhatItIsNotTold() throws IOException {
        ReadLog read = new ReadLog("", "stage=what", "").read("case,what,time\n7,ship,2026-01-01T10:00:00Z\n");
        assertThat(read.shown()).containsExactly("7 ship completed 2026-01-01T10:00:00Z");
        assertThat(read.said.get(0)).contains("--map workflow=case,stage=what,time=time;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "a,stage,time#No column of the file a.log seems to tell the workflow: name it with --map workflow=COLUMN;"
                        + " it has \"a\", \"stage\", \"time\".",
                "case,b,time#No column of the file a.log seems to tell the stage: name it with --map stage=COLUMN; it has"
                        + " \"case\", \"b\", \"time\".",
                "case,stage,c#No column of the file a.log seems to tell the time: name it with --map time=COLUMN, or"
                        + " start=COLUMN and end=COLUMN; it has \"case\", \"stage\", \"c\".",
            })
    void saysWhichColumnItDoesNotFind(String header, String sentence) {
        assertThatThrownBy(() -> ReadLog.of(header + "\n1,2,3\n"))
                .isInstanceOf(UnreadableLog.class)
                .hasMessage(sentence);
    }

    @Test
    void saysThatAChosenColumnIsNotThere() {
        assertThatThrownBy(() -> new ReadLog("", "workflow=x", "").read("case,stage,time\n"))
                .isInstanceOf(UnreadableLog.class)
                .hasMessage("The file a.log has no column \"x\": it has \"case\", \"stage\", \"time\".");
    }

    @Test
    void losesOnlyTheRowsThatAreNoGood() throws IOException {
        ReadLog read = ReadLog.of("""
                case,stage,time
                ,a,2026-01-01T10:00:00Z
                1,,2026-01-01T10:00:00Z
                1,a
                1,a,soon
                1,a,2026-01-01T10:00:00Z,more

                1,"a,2026-01-01T10:00:00Z
                1,"a"b,2026-01-01T10:00:00Z
                1,"a
                ""b""\",2026-01-01T10:00:00Z
                2,"a, b",2026-01-01T10:00:00Z
                """);
        assertThat(read.shown())
                .containsExactly("1 a\n\"b\" completed 2026-01-01T10:00:00Z", "2 a, b completed 2026-01-01T10:00:00Z");
        assertThat(read.places).containsExactly("10/7", "12/8");
        assertThat(read.rejected)
                .containsExactly(
                        "2/0 missing_field: The row has no workflow.",
                        "3/1 missing_field: The row has no stage.",
                        "4/2 missing_field: The row has no time.",
                        "5/3 bad_timestamp: \"soon\" is no time: write it as 2026-01-31T12:00:00+01:00.",
                        "6/4 bad_row: The row has 4 fields for 3 columns.",
                        "8/5 bad_row: There is text after a closing quote.",
                        "9/6 bad_row: There is text after a closing quote.");
    }

    @Test
    void aQuoteThatIsNeverClosedCostsItsLineOnly() throws IOException {
        ReadLog read = ReadLog.of("case,stage,time\n1,\"a,x\n2,b,2026-01-01T10:00:00Z\r\n3,c,2026-01-01T10:00:00Z");
        assertThat(read.rejected).containsExactly("2/0 bad_row: A quote is opened and never closed.");
        assertThat(read.shown())
                .containsExactly("2 b completed 2026-01-01T10:00:00Z", "3 c completed 2026-01-01T10:00:00Z");
        assertThat(read.places).containsExactly("3/1", "4/2");
    }

    @Test
    void aRowThatIsTooLongCostsItselfOnly() throws IOException {
        ReadLog read = ReadLog.of(
                "case,stage,time\n1," + "x".repeat(3_000_000) + ",2026-01-01T10:00:00Z\n2,b,2026-01-01T10:00:00Z\n");
        assertThat(read.rejected).containsExactly("2/0 bad_row: The row has more than 1,048,576 characters.");
        assertThat(read.shown()).containsExactly("2 b completed 2026-01-01T10:00:00Z");
    }

    @Test
    void anIntervalWithABadEndSendsNothingOfItself() throws IOException {
        ReadLog read = ReadLog.of("case,stage,start,end\n1,a,2026-01-01T10:00:00Z,soon\n1,a,,\n");
        assertThat(read.events).isEmpty();
        assertThat(read.rejected).hasSize(2);
        assertThat(read.rejected.get(1)).isEqualTo("3/1 missing_field: The row has no time.");
    }

    @Test
    void readsWhatSpreadsheetsWrite() throws IOException {
        String table = "case\tstage\ttime\n1\tprüfen\t2026-01-01 10:00:00 +0100\n";
        byte[] wide = ("\uFEFF" + table).getBytes(StandardCharsets.UTF_16LE);
        assertThat(new ReadLog("", "", "").read(wide).shown())
                .containsExactly("1 prüfen completed 2026-01-01T09:00:00Z");
        assertThat(ReadLog.of("\uFEFF" + table).shown()).containsExactly("1 prüfen completed 2026-01-01T09:00:00Z");
    }

    @Test
    void refusesRowsInOtherEncodings() throws IOException {
        byte[] latin = "case,stage,time\n1,pr\u00fcfen,2026-01-01T10:00:00Z\n2,b,2026-01-01T10:00:00Z\n"
                .getBytes(StandardCharsets.ISO_8859_1);
        ReadLog read = new ReadLog("", "", "").read(latin);
        assertThat(read.rejected).containsExactly("2/0 bad_row: The row has bytes that are not UTF-8.");
        assertThat(read.shown()).containsExactly("2 b completed 2026-01-01T10:00:00Z");
    }

    @Test
    void findsNothingInAHeaderAlone() throws IOException {
        ReadLog read = ReadLog.of("case,stage,time\n");
        assertThat(read.events).isEmpty();
        assertThat(read.rejected).isEmpty();
    }

    @Test
    void idsAreMadeOfWhatTheEventSays() throws IOException {
        String header = "no,case,stage,time\n";
        String row = ",1,a,2026-01-01T10:00:00Z\n";
        ReadLog read = ReadLog.of(header + "1" + row + "2" + row + "3" + row);
        assertThat(read.ids()).hasSize(3).doesNotHaveDuplicates();
        assertThat(ReadLog.of(header + "7" + row + "8" + row + "9" + row).ids()).isEqualTo(read.ids());
        assertThat(ReadLog.of(header + "7" + row).ids()).isEqualTo(read.ids().subList(0, 1));
        assertThat(ReadLog.of(header + "1,1,a,2026-01-01T11:00:00+01:00\n").ids())
                .isEqualTo(read.ids().subList(0, 1));
        assertThat(new ReadLog("staging", "", "").read(header + "1" + row).ids())
                .doesNotContainAnyElementsOf(read.ids());
    }

    @Test
    void anythingThatTheEventSaysGivesItAnotherId() throws IOException {
        ReadLog read = ReadLog.of("""
                case,stage,time,transition
                1,a,2026-01-01T10:00:00Z,complete
                2,a,2026-01-01T10:00:00Z,complete
                1,b,2026-01-01T10:00:00Z,complete
                1,a,2026-01-01T10:00:01Z,complete
                1,a,2026-01-01T10:00:00Z,start
                """);
        assertThat(read.ids()).hasSize(5).doesNotHaveDuplicates();
    }

    @Test
    void aRowIsOneEventOrAnInterval() {
        assertThatThrownBy(() -> ColumnChoice.parse("workflow=a,stage=b,time=c,start=d"))
                .hasMessage(
                        "--map names both: a row is one event, with time= and lifecycle=, or an interval, with start="
                                + " and end=.");
        assertThatThrownBy(() -> ColumnChoice.parse("end=c,lifecycle=d")).isInstanceOf(Refusal.class);
    }
}
