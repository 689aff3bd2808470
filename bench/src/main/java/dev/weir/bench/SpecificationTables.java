package dev.weir.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;

/** The specification's own tables and indexes, in a schema that the benchmark throws away. */
final class SpecificationTables {
    private static final String SCHEMA = "bench_spec";

    private SpecificationTables() {}

    /** Empty ones, which this connection sees from now on before all others. */
    static void create(Statement statement) throws SQLException, IOException {
        drop(statement);
        statement.execute("CREATE SCHEMA " + SCHEMA);
        statement.execute("SET search_path TO " + SCHEMA + ", public");
        try (InputStream sql = SpecificationTables.class.getResourceAsStream("specification.sql")) {
            if (sql == null) {
                throw new IOException("specification.sql is missing in the benchmark's jar: build it again.");
            }
            statement.execute(new String(sql.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static void drop(Statement statement) throws SQLException {
        statement.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
    }
}
