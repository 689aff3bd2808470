package dev.weir.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What became of everything that was received, per source and credential. */
public final class Accounting {
    private static final String ADD = """
            INSERT INTO accounting AS a
              (source, credential, slot, received, accepted, duplicates, ignored, rejected, last_event_at)
            SELECT source, credential, ?, accepted + duplicates + ignored + rejected, accepted, duplicates, ignored, rejected,
                   timestamptz 'epoch' + last_micros * interval '1 microsecond'
            FROM unnest(?::int[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
              AS t(source, credential, accepted, duplicates, ignored, rejected, last_micros)
            ON CONFLICT (source, credential, slot) DO UPDATE SET
              received = a.received + excluded.received, accepted = a.accepted + excluded.accepted,
              duplicates = a.duplicates + excluded.duplicates, ignored = a.ignored + excluded.ignored,
              rejected = a.rejected + excluded.rejected,
              last_event_at = greatest(a.last_event_at, excluded.last_event_at)
            """;

    private record Account(int source, String credential) implements Comparable<Account> {
        @Override
        public int compareTo(Account other) {
            return source != other.source
                    ? Integer.compare(source, other.source)
                    : credential.compareTo(other.credential);
        }
    }

    private static final class Counts {
        long accepted;
        long duplicates;
        long ignored;
        long rejected;

        @Nullable
        Long lastEventAt;
    }

    /** In the order of accounts, which is the order in which every server locks them. */
    private final Map<Account, Counts> accounts = new TreeMap<>();

    public void accepted(int source, String credential, long at) {
        Counts counts = of(source, credential);
        counts.accepted++;
        counts.lastEventAt =
                counts.lastEventAt == null ? Long.valueOf(at) : Long.valueOf(Math.max(counts.lastEventAt, at));
    }

    public void duplicate(int source, String credential) {
        of(source, credential).duplicates++;
    }

    public void ignored(int source, String credential) {
        of(source, credential).ignored++;
    }

    public void rejected(int source, String credential) {
        of(source, credential).rejected++;
    }

    private Counts of(int source, String credential) {
        return accounts.computeIfAbsent(new Account(source, credential), account -> new Counts());
    }

    public void save(Connection connection, int slot) throws SQLException {
        if (accounts.isEmpty()) {
            return;
        }
        List<Account> keys = List.copyOf(accounts.keySet());
        List<Counts> counts = List.copyOf(accounts.values());
        try (PreparedStatement add = connection.prepareStatement(ADD)) {
            add.setInt(1, slot);
            add.setArray(2, array(connection, "int4", keys, Account::source));
            add.setArray(3, array(connection, "text", keys, Account::credential));
            add.setArray(4, array(connection, "int8", counts, count -> count.accepted));
            add.setArray(5, array(connection, "int8", counts, count -> count.duplicates));
            add.setArray(6, array(connection, "int8", counts, count -> count.ignored));
            add.setArray(7, array(connection, "int8", counts, count -> count.rejected));
            add.setArray(8, array(connection, "int8", counts, count -> count.lastEventAt));
            add.executeUpdate();
        }
    }

    private static <T> Array array(
            Connection connection, String type, List<T> rows, Function<T, @Nullable Object> column)
            throws SQLException {
        return connection.createArrayOf(type, rows.stream().map(column).toArray());
    }
}
