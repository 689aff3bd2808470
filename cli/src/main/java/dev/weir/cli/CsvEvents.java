package dev.weir.cli;

import dev.weir.cli.ColumnChoice.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events in CSV: one per row, or an interval with its start and its end. A row that is no good costs only itself.
 */
final class CsvEvents {
    private static final char UNREADABLE = '\uFFFD';

    private final String file;
    private final LogOptions options;
    private final StageEvents events;
    private final LogTimes times;
    private final CsvRecords records;

    CsvEvents(String file, InputStream in, LogOptions options, StageEvents events) throws IOException {
        this.file = file;
        this.options = options;
        this.events = events;
        times = LogTimes.of(options, file);
        records = new CsvRecords(new InputStreamReader(in, charset(in)));
    }

    /** Some spreadsheets write UTF-16, and say so with their first two bytes. */
    private static Charset charset(InputStream in) throws IOException {
        in.mark(2);
        byte[] first = in.readNBytes(2);
        in.reset();
        boolean utf16 = first.length == 2 && (first[0] & first[1] & 0xFE) == 0xFE && first[0] != first[1];
        return utf16 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    void read() throws IOException {
        List<String> header = header();
        if (header == null) {
            return;
        }
        CsvColumns columns = new CsvColumns(file, header, options.columns());
        if (columns.isGuessed()) {
            options.say()
                    .accept("The columns of " + Foreign.line(file) + " are taken as " + columns.asOption()
                            + "; say --map to choose others.");
        }
        boolean more = true;
        while (more) {
            try {
                List<String> row = records.next();
                more = row != null;
                if (row != null) {
                    readRow(row, header, columns);
                }
            } catch (Unusable reason) {
                events.reject(reason, records.line());
            }
        }
    }

    private @Nullable List<String> header() throws IOException {
        try {
            return records.header();
        } catch (Unusable e) {
            throw new UnreadableLog(
                    "The first line of the file " + Foreign.line(file) + " names no columns: " + e.sentence());
        }
    }

    private void readRow(List<String> row, List<String> header, CsvColumns columns) throws Unusable {
        if (row.size() > header.size()) {
            throw new Unusable("bad_row", "The row has " + row.size() + " fields for " + header.size() + " columns.");
        }
        for (String value : row) {
            if (value.indexOf(UNREADABLE) >= 0) {
                throw new Unusable("bad_row", "The row has bytes that are not UTF-8.");
            }
        }
        Row found = new Row(row, header, columns);
        if (columns.has(Role.TIME)) {
            found.send(Lifecycle.eventType(columns.get(row, Role.LIFECYCLE)), found.time(Role.TIME));
            return;
        }
        Long start = found.timeIfAny(Role.START);
        Long end = found.timeIfAny(Role.END);
        if (start == null && end == null) {
            throw new Unusable("missing_field", "The row has no time.");
        }
        if (start != null) {
            found.send(Lifecycle.eventType("start"), start);
        }
        if (end != null) {
            found.send(Lifecycle.eventType("complete"), end);
        }
    }

    /** One row, of which all is understood before anything of it is sent. */
    private final class Row {
        private final List<String> row;
        private final CsvColumns columns;
        private final String workflow;
        private final String stage;
        private final @Nullable Long slaDue;
        private final Map<String, String> others = new LinkedHashMap<>();

        Row(List<String> row, List<String> header, CsvColumns columns) throws Unusable {
            this.row = row;
            this.columns = columns;
            workflow = required(Role.WORKFLOW);
            stage = required(Role.STAGE);
            slaDue = timeIfAny(Role.SLA);
            for (int i = 0; i < row.size(); i++) {
                if (columns.isOther(i) && !row.get(i).isBlank()) {
                    others.put(header.get(i), row.get(i));
                }
            }
        }

        private String required(Role role) throws Unusable {
            String value = columns.get(row, role);
            if (value == null) {
                throw new Unusable("missing_field", "The row has no " + role.word() + ".");
            }
            return value;
        }

        long time(Role role) throws Unusable {
            return times.parse(required(role));
        }

        @Nullable
        Long timeIfAny(Role role) throws Unusable {
            String text = columns.get(row, role);
            return text == null ? null : Long.valueOf(times.parse(text));
        }

        void send(String type, long at) {
            events.event(
                    new StageEvents.Found(workflow, stage, type, at, slaDue, columns.get(row, Role.NAME), others),
                    records.line());
        }
    }
}
