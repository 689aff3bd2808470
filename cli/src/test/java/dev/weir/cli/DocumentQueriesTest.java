package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code weir sql} takes every query of the monitoring documents as it stands, and prints the rows that there are. */
class DocumentQueriesTest {
    private static final Path DOCUMENTS = Path.of("../server/src/test/resources/sql");

    /** What a parameter is compared with says what it means. */
    private static final Pattern PARAMETER = Pattern.compile("(\\w+)(?: =| >=)? \\$(\\d)(?!\\d|::)");

    private static final Map<String, String> VALUES = Map.of(
            "env", "'production'",
            "service_key", "'orders'",
            "workflow_id", "'ord-1'",
            "workflow_name", "'processOrder'",
            "step_name", "'charge'",
            "status", "'failed'",
            "started_at", "NULL",
            "LIMIT", "50",
            "OFFSET", "0");

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        try (RealServer server = new RealServer(database, 0)) {
            server.post(events());
        }
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(DOCUMENTS)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Sixteen of the later document and twelve of the first draft. */
    @Test
    void noneIsForgotten() throws IOException {
        assertThat(names()).hasSize(16 + 12);
    }

    @ParameterizedTest
    @MethodSource("names")
    void printsWhatThereIs(String name) throws IOException, SQLException {
        String query = Files.readString(DOCUMENTS.resolve(name)).strip().replaceAll(";$", "");
        String execute = "EXECUTE document_query" + values(query);

        CommandRun run = CommandRun.of(
                "sql", "--csv", "--db", database.jdbcUrl(), "PREPARE document_query AS " + query + ";\n" + execute);

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        List<String> printed = run.out().lines().toList();
        List<String> expected = firstColumns(query, execute);
        assertThat(printed).hasSameSizeAs(expected).hasSizeGreaterThan(1);
        for (int i = 0; i < printed.size(); i++) {
            assertThat(printed.get(i)).startsWith(expected.get(i));
        }
    }

    private static String values(String query) {
        Map<Integer, String> values = new TreeMap<>();
        Matcher parameter = PARAMETER.matcher(query);
        while (parameter.find()) {
            values.put(Integer.valueOf(parameter.group(2)), VALUES.get(parameter.group(1)));
        }
        return values.isEmpty() ? "" : "(" + String.join(", ", values.values()) + ")";
    }

    /** The names of the columns, then of each row the first value. */
    private static List<String> firstColumns(String query, String execute) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("PREPARE document_query AS " + query);
            try (ResultSet rows = statement.executeQuery(execute)) {
                List<String> names = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    names.add(rows.getMetaData().getColumnLabel(i));
                }
                lines.add(String.join(",", names));
                while (rows.next()) {
                    lines.add(rows.getString(1));
                }
            }
        }
        return lines;
    }

    /** A run that slept, tried a step twice and failed, and one that waits. */
    private static String events() {
        long began = Instant.now().minusSeconds(3600).toEpochMilli();
        String[] told = {
            "'type':'workflow.started'",
            "'type':'step.started','stepName':'charge','attempt':1",
            "'type':'step.failed','stepName':'charge','attempt':1,'willRetry':true,'error':{'message':'no answer'}",
            "'type':'retry.scheduled','stepName':'charge','attempt':1,'delayMs':1000",
            "'type':'sleep.started','durationMs':1000",
            "'type':'sleep.completed','durationMs':1000",
            "'type':'step.started','stepName':'charge','attempt':2",
            "'type':'step.completed','stepName':'charge','attempt':2,'durationMs':3000,'cached':false",
            "'type':'step.started','stepName':'ship','attempt':1",
            "'type':'step.failed','stepName':'ship','attempt':1,'willRetry':false,'error':{'message':'no stock'}",
            "'type':'workflow.failed','error':{'message':'no stock'},'completedSteps':['charge']",
            "'type':'workflow.started','workflowId':'ord-2'",
            "'type':'workflow.paused','workflowId':'ord-2','reason':'sleep'"
        };
        List<String> events = new ArrayList<>();
        for (int i = 0; i < told.length; i++) {
            String workflow = told[i].contains("workflowId") ? "" : ",'workflowId':'ord-1'";
            events.add("{'eventId':'e-" + i + "','timestamp':'" + Instant.ofEpochMilli(began + i * 1000L)
                    + "','env':'production','serviceKey':'orders','workflowName':'processOrder'" + workflow + ","
                    + told[i] + "}");
        }
        return ("[" + String.join(",", events) + "]").replace('\'', '"');
    }
}
