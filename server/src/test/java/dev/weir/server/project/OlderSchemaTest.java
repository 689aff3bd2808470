package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Eventually;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** A database that an earlier version filled: its rows get what later versions keep beside them. */
class OlderSchemaTest {
    private static final String RANGE = "from=2025-02-03T04:05:06Z&to=2025-11-12T13:14:15Z";
    private static final List<String> QUESTIONS = List.of(
            "failures?limit=1000",
            "failures/frequency?" + RANGE,
            "failures/frequency?runs=newest&" + RANGE,
            "failures/groups?limit=1000&" + RANGE,
            "failures/rate?bucket=1d&" + RANGE,
            "metrics/workflows?" + RANGE);

    private static final String COLUMNS = """
            SELECT format('%I.%I', n.nspname, c.relname), string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'scheduler')
              AND c.relname <> 'flyway_schema_history' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
            GROUP BY 1
            """;
    private static final String SEQUENCES = """
            SELECT format('%I.%I', schemaname, sequencename), last_value::text FROM pg_sequences WHERE last_value IS NOT NULL
            """;

    @ParameterizedTest
    @ValueSource(strings = {"9", "12"})
    void rowsOfAnEarlierVersionAreTakenAlong(String version) throws Exception {
        List<SentEvent> traffic = RunHistories.traffic(99, Scope.LOCAL_ORG, 80);
        int before = traffic.size() / 2;
        try (TestDatabase filled = new TestDatabase();
                TestDatabase older = new TestDatabase()) {
            Flyway.configure()
                    .dataSource(older.dataSource())
                    .locations("classpath:db/migration")
                    .target(version)
                    .load()
                    .migrate();
            List<String> expected;
            try (TestServer server = new TestServer(filled)) {
                assertThat(server.post(EventJson.batch(traffic.subList(0, before)))
                                .status())
                        .isEqualTo(200);
                server.get("/api/v1/failures"); // once they are learned
                copy(filled, older);
                server.post(EventJson.batch(traffic.subList(before, traffic.size())));
                expected = answers(server);
            }
            try (TestServer server = new TestServer(older)) {
                server.post(EventJson.batch(traffic.subList(before, traffic.size())));
                Eventually.answer(
                        () -> server.get("/api/v1/" + QUESTIONS.get(0)),
                        answer -> answer.response().body().equals(expected.get(0)));
                assertThat(answers(server)).isEqualTo(expected);
                assertThat(new Rebuild(older.dataSource())
                                .run(true, progress -> {})
                                .firstDifferences())
                        .isEmpty();
            }
        }
    }

    private static List<String> answers(TestServer server) {
        List<String> answers = new ArrayList<>();
        for (String question : QUESTIONS) {
            Answer answer = server.get("/api/v1/" + question);
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            assertThat(answer.json().get("items")).as(question).isNotEmpty();
            answers.add(answer.response().body());
        }
        return answers;
    }

    /** All that both have a place for. */
    private static void copy(TestDatabase from, TestDatabase to) throws SQLException, IOException {
        try (Connection source = from.dataSource().getConnection();
                Connection target = to.dataSource().getConnection();
                Statement change = target.createStatement()) {
            Map<String, String> there = pairs(source, COLUMNS);
            Map<String, String> here = pairs(target, COLUMNS);
            change.execute("TRUNCATE " + String.join(", ", here.keySet()) + " CASCADE");
            for (Map.Entry<String, String> table : here.entrySet()) {
                List<String> columns = new ArrayList<>(List.of(table.getValue().split(", ")));
                columns.retainAll(List.of(there.getOrDefault(table.getKey(), "").split(", ")));
                if (!columns.isEmpty()) { // else it is a view by now
                    copy(source, target, table.getKey(), String.join(", ", columns));
                }
            }
            for (Map.Entry<String, String> sequence : pairs(source, SEQUENCES).entrySet()) {
                change.execute("SELECT setval(to_regclass('" + sequence.getKey() + "'), " + sequence.getValue() + ")");
            }
            change.execute("UPDATE failures SET end_event = gen_random_uuid()");
        }
    }

    private static void copy(Connection source, Connection target, String table, String columns)
            throws SQLException, IOException {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        manager(source).copyOut("COPY (SELECT " + columns + " FROM " + table + ") TO STDOUT", rows);
        manager(target)
                .copyIn(
                        "COPY " + table + " (" + columns + ") FROM STDIN",
                        new ByteArrayInputStream(rows.toByteArray()));
    }

    private static CopyManager manager(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getCopyAPI();
    }

    private static Map<String, String> pairs(Connection connection, String sql) throws SQLException {
        Map<String, String> pairs = new LinkedHashMap<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            while (row.next()) {
                pairs.put(row.getString(1), row.getString(2));
            }
        }
        return pairs;
    }
}
