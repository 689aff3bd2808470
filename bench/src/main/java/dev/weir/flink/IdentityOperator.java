package dev.weir.flink;

import dev.weir.host.Told;
import dev.weir.host.Transactions;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;

/** Groups, states, transactions and rows as the folds have them, and each row is the last event of its key. */
final class IdentityOperator extends GroupingOperator<ToFold, Void> {
    private static final long serialVersionUID = 1L;
    private static final String SAVE = """
            INSERT INTO identity_rows (id, event) SELECT * FROM unnest(?::uuid[], ?::text[])
            ON CONFLICT (id) DO UPDATE SET event = excluded.event
            """;

    private final JobSettings settings;
    private transient JobDatabase database;
    private transient Transactions transactions;
    private transient ValueState<byte[]> last;

    IdentityOperator(JobSettings settings) {
        super(settings.linger(), settings.mostEvents());
        this.settings = settings;
    }

    @Override
    public void open() throws Exception {
        super.open();
        database = JobDatabase.open(settings, "weir-bench-identity", 1);
        transactions = new Transactions(database.writer(), settings.patience().toSeconds());
        last = getRuntimeContext()
                .getState(new ValueStateDescriptor<>("last", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    }

    @Override
    void write(List<ToFold> group) throws Exception {
        Map<String, byte[]> byKey = new LinkedHashMap<>();
        group.forEach(event -> byKey.put(event.key(), event.event()));
        for (String key : byKey.keySet()) {
            setCurrentKey(key);
            last.value(); // as a fold needs what was before
        }
        transactions.run(new Save(byKey));
        for (Map.Entry<String, byte[]> entry : byKey.entrySet()) {
            setCurrentKey(entry.getKey());
            last.update(entry.getValue());
        }
    }

    private record Save(Map<String, byte[]> rows) implements Transactions.Write<Boolean> {
        @Override
        public Boolean write(Connection connection, long batch, boolean lock) throws SQLException {
            Array ids = connection.createArrayOf("text", rows.keySet().toArray());
            Array events = connection.createArrayOf(
                    "text",
                    rows.values().stream()
                            .map(event -> new String(event, StandardCharsets.UTF_8))
                            .toArray());
            try (PreparedStatement save = connection.prepareStatement(SAVE)) {
                save.setArray(1, ids);
                save.setArray(2, events);
                save.execute();
            }
            new Told().record(connection, batch);
            return true;
        }

        @Override
        public void committed(Boolean result, long batch) {}

        @Override
        public void conflict() {}

        @Override
        public void uncertain() {}
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (database != null) {
            database.close();
        }
    }
}
