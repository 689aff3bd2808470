package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What became of everything that was received, per source and credential. */
public final class Accounting {
    private static final String ADD =
            """
            INSERT INTO accounting AS a
              (source, credential, slot, received, accepted, duplicates, ignored, rejected, last_event_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, to_timestamp(?::double precision / 1000000))
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
        @Nullable Long lastEventAt;
    }

    /** In the order of accounts, which is the order in which every server locks them. */
    private final Map<Account, Counts> accounts = new TreeMap<>();

    public void accepted(int source, String credential, long at) {
        Counts counts = of(source, credential);
        counts.accepted++;
        counts.lastEventAt = counts.lastEventAt == null ? Long.valueOf(at) : Long.valueOf(Math.max(counts.lastEventAt, at));
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
        try (PreparedStatement add = connection.prepareStatement(ADD)) {
            for (Map.Entry<Account, Counts> entry : accounts.entrySet()) {
                Counts counts = entry.getValue();
                add.setInt(1, entry.getKey().source());
                add.setString(2, entry.getKey().credential());
                add.setInt(3, slot);
                add.setLong(4, counts.accepted + counts.duplicates + counts.ignored + counts.rejected);
                add.setLong(5, counts.accepted);
                add.setLong(6, counts.duplicates);
                add.setLong(7, counts.ignored);
                add.setLong(8, counts.rejected);
                add.setObject(9, counts.lastEventAt, java.sql.Types.BIGINT);
                add.addBatch();
            }
            add.executeBatch();
        }
    }
}
