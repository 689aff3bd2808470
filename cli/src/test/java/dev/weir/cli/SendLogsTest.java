package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.cli.IngestStandIn.Reply;
import dev.weir.cli.IngestStandIn.Request;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event logs on their way to a server that knows an event by its id. */
class SendLogsTest {
    private static final Pattern ID = Pattern.compile("\"eventId\":\"([^\"]+)\"");

    @TempDir
    private Path directory;

    private final IngestStandIn server = new IngestStandIn();
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void remember() {
        server.replies = request -> {
            List<String> ids = ids(request);
            int fresh = (int) ids.stream().filter(known::add).count();
            return Reply.accounting(ids.size(), fresh, ids.size() - fresh, 0, "");
        };
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static List<String> ids(Request request) {
        return ID.matcher(request.body()).results().map(found -> found.group(1)).toList();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private CommandRun send(String... arguments) {
        List<String> all = new ArrayList<>(List.of("send", "--url", server.url()));
        all.addAll(List.of(arguments));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void sendingAgainChangesNothing() throws IOException {
        String csv =
                file("a.csv", "case,stage,start,end\n" + "1,QC,2026-01-01T10:00:00Z,2026-01-01T11:00:00Z\n".repeat(3));

        assertThat(send(csv).out()).isEqualTo("6 received = 6 accepted + 0 duplicates + 0 ignored + 0 rejected\n");
        assertThat(send(csv).out()).isEqualTo("6 received = 0 accepted + 6 duplicates + 0 ignored + 0 rejected\n");
        assertThat(send(csv, "--env", "other").out()).startsWith("6 received = 6 accepted");
        assertThat(send(csv, "--service", "other").out()).startsWith("6 received = 6 accepted");
    }

    @Test
    void saysWhatItTookTheColumnsFor() throws IOException {
        String csv = file("a.csv", "case,stage,time\n1,QC,2026-01-01T10:00:00Z\n");

        CommandRun run = send(csv, "--name", "master");

        assertThat(run.code()).isZero();
        assertThat(run.err())
                .startsWith("The columns of " + csv
                        + " are taken as --map workflow=case,stage=stage,time=time; say --map to" + " choose others."
                        + System.lineSeparator());
        assertThat(server.requests).hasSize(1);
        assertThat(server.requests.get(0).body())
                .matches("\\[\\{\"workflowName\":\"master\",\"eventId\":\"[-0-9a-f]{36}\",\"type\":\"stage_completed\","
                        + "\"timestamp\":\"2026-01-01T10:00:00Z\",\"workflowId\":\"1\",\"workflowStage\":\"QC\"}]");
    }

    @Test
    void aFileThatItCannotReadKeepsNoOtherFromBeingSent() throws IOException {
        String bad = file("bad.csv", "a,b,c\n1,2,3\n");
        String good = file("good.csv", "case,stage,time\n1,QC,2026-01-01T10:00:00Z\nx\n");

        CommandRun run = send(bad, good);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out())
                .isEqualTo("2 received = 1 accepted + 0 duplicates + 0 ignored + 1 rejected\n  " + good
                        + ", line 3 (event 1): missing_field: The row has no stage.\n");
        assertThat(run.err().lines().toList().get(2))
                .isEqualTo(
                        "No column of the file " + bad
                                + " seems to tell the workflow: name it with --map workflow=COLUMN; it has \"a\", \"b\", \"c\".");
    }

    /** Only its content counts. */
    @Test
    void readsACompressedLogUnderAnyName() throws IOException {
        Path file = directory.resolve("log.txt");
        try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write(
                    ("<log><trace><string key='concept:name' value='1'/><event><string key='concept:name' value='a'/>"
                                    + "<date key='time:timestamp' value='2026-01-01T00:00:00Z'/></event></trace></log>")
                            .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(send(file.toString()).out())
                .isEqualTo("1 received = 1 accepted + 0 duplicates + 0 ignored + 0 rejected\n");
    }

    @Test
    void theFormatCanBeTold() throws IOException {
        String csv = file("a", "case\n");

        assertThat(send("--format", "CSV", csv).err()).contains("No column of the file ");
        assertThat(send("--format", "xes", csv).out()).contains(", line 1 (event 0): not_xml: ");
    }

    /** Far more than the memory of this process could hold, were anything of it kept. */
    @Test
    void fiveMillionEventsFit() throws IOException {
        assumeTrue(Boolean.getBoolean("weir.long"), "only in the long form");
        Path file = directory.resolve("large.xes.gz");
        int traces = 250_000;
        writeLarge(file, traces);
        server.requests.clear();
        server.replies = request -> {
            server.requests.clear();
            return Reply.accounting(ids(request).size(), ids(request).size(), 0, 0, "");
        };

        CommandRun run = send(file.toString());

        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("5,000,000 received = 5,000,000 accepted");
    }

    private static void writeLarge(Path file, int traces) throws IOException {
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            out.write("<log>\n");
            for (int trace = 0; trace < traces; trace++) {
                out.write("<trace><string key='concept:name' value='" + trace + "'/>");
                for (int event = 0; event < 20; event++) {
                    out.write("<event><string key='concept:name' value='a &amp; &lt;" + event % 5 + "&gt;'/>"
                            + "<string key='lifecycle:transition' value='" + (event % 2 == 0 ? "start" : "complete")
                            + "'/><date key='time:timestamp' value='2026-01-01T00:00:" + (10 + event)
                            + "Z'/></event>\n");
                }
                out.write("</trace>\n");
            }
            out.write("</log>\n");
        }
    }
}
