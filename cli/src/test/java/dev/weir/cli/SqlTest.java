package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.postgres.EmbeddedPostgres;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTest {
    @TempDir
    private static Path data;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = EmbeddedPostgres.start(data);
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    private static CommandRun sql(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "sql";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return CommandRun.of(Map.of("WEIR_DATA", data.toString()), all);
    }

    @Test
    void showsValuesAsPeopleAndProgramsExpect() {
        String statement = """
                -- a comment first
                SELECT true AS yes, false AS no, NULL::text AS nothing, '' AS empty, 1.50::numeric AS n,
                       timestamptz '2026-01-02 03:04:05+01' AS at,
                       timestamptz '2026-01-02 03:04:05.678912Z' AS micros,
                       timestamp '2026-01-02 03:04:05.67' AS local, timestamptz 'infinity' AS never,
                       date '2026-01-02' AS day, '{"a":1}'::jsonb ? 'a' AS has, 'é😀' AS letters
                """;

        assertThat(sql("--csv", statement)).isEqualTo(new CommandRun(0, """
                        yes,no,nothing,empty,n,at,micros,local,never,day,has,letters
                        true,false,,"",1.50,2026-01-02T02:04:05.000Z,2026-01-02T03:04:05.678912Z,2026-01-02T03:04:05.670,infinity,2026-01-02,true,é😀
                        """, ""));
    }

    @Test
    void printsEachResult() {
        assertThat(sql("SELECT 'a;b' AS x; SET work_mem = '1MB'; SELECT $$c;d$$ AS y; -- the end"))
                .isEqualTo(new CommandRun(0, "x\n---\na;b\n(1 row)\n\ny\n---\nc;d\n(1 row)\n", ""));
    }

    @Test
    void readsStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("SELECT 'é😀' AS letters;\n-- and\nSELECT 2 AS two".getBytes(UTF_8)));
        try {
            assertThat(sql("--csv", "-")).isEqualTo(new CommandRun(0, "letters\né😀\n\ntwo\n2\n", ""));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void hasNoRowLimit() {
        CommandRun run = sql("--csv", "SELECT g FROM generate_series(1, 100000) g");

        assertThat(run.out().lines().count()).isEqualTo(100_001);
        assertThat(run.out()).endsWith("\n99999\n100000\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE t ()|cannot execute CREATE TABLE in a read-only transaction.",
                "COMMIT; CREATE TABLE t ()|cannot execute CREATE TABLE in a read-only transaction.",
                "COMMIT; BEGIN READ WRITE; CREATE TABLE t ()|transaction read-write mode must be set before any query.",
                "SET TRANSACTION READ WRITE; CREATE TABLE t ()|transaction read-write mode must be set before any query.",
                "SELECT set_config('transaction_read_only', 'off', false)|transaction read-write mode must be set before"
                        + " any query.",
                "COPY (SELECT 1) TO PROGRAM 'cat'|permission denied to COPY to or from an external program (Anyone can COPY"
                        + " to stdout or from stdin. psql's \\copy command also works for anyone).",
                "SELECT pg_read_file('/etc/hosts')|permission denied for function pg_read_file.",
                "DO $$BEGIN COMMIT; END$$|invalid transaction termination.",
                "SELECT * FRM t|syntax error at or near \"FRM\", at character 10.",
                "SELECT 1/0|division by zero.",
            })
    void neverWritesAndExplainsInOneSentence(String statements, String sentence) {
        CommandRun run = sql("--csv", statements);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("The database says: " + sentence + System.lineSeparator());
        assertThat(sql("--csv", "SELECT to_regclass('t') IS NULL AS untouched").out())
                .isEqualTo("untouched\ntrue\n");
    }

    @Test
    void takesADatabaseByItsUrl() {
        CommandRun run = CommandRun.of("sql", "--db", postgres.jdbcUrl(), "--csv", "SELECT 1 AS one");

        assertThat(run).isEqualTo(new CommandRun(0, "one\n1\n", ""));
    }

    @Test
    void aDatabaseWithoutAWeirIsNotRebuilt() {
        CommandRun run = CommandRun.of("rebuild", "--verify", "--db", postgres.jdbcUrl());

        assertThat(run)
                .isEqualTo(new CommandRun(
                        1,
                        "",
                        "The database has no Weir of this version in it: start one on it with weir up, or name another"
                                + " with --data or --db." + System.lineSeparator()));
    }

    @Test
    void aFlagAndItsVariableAgree() {
        for (String variable : new String[] {"true", "false"}) {
            Map<String, String> environment = Map.of("WEIR_DATA", data.toString(), "WEIR_CSV", variable);

            assertThat(CommandRun.of(environment, "sql", "--csv", "SELECT 1 AS one")
                            .out())
                    .isEqualTo("one\n1\n");
        }
    }

    @Test
    void startsAWeirThatIsDownForAsLongAsItTakes(@TempDir Path other) throws Exception {
        EmbeddedPostgres.start(other).close();

        CommandRun run = CommandRun.of("sql", "--data", other.toString(), "--csv", "SELECT 1 AS one");

        assertThat(run).isEqualTo(new CommandRun(0, "one\n1\n", ""));
        assertThat(EmbeddedPostgres.runningUrl(other)).isEmpty();
    }
}
