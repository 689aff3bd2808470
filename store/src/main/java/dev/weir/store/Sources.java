package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * The small numbers that stand for an organisation and for a (organisation, environment, service) in the log. Made in
 * transactions of their own, so that a number once remembered is never rolled back.
 */
public final class Sources {
    private static final int MOST_REMEMBERED = 10_000; // names are text of others' making

    private static final String SELECT_ORG = "SELECT org FROM organisations WHERE id = ?";
    private static final String SELECT = """
            SELECT s.env, s.service_key, s.source FROM unnest(?::text[], ?::text[]) AS asked(env, service_key)
            JOIN sources s ON s.org = ? AND s.env = asked.env AND s.service_key = asked.service_key
            """;
    private static final String INSERT = """
            INSERT INTO sources (env, service_key, org)
            SELECT env, service_key, ? FROM unnest(?::text[], ?::text[]) AS named(env, service_key)
            ORDER BY env, service_key -- so that two servers wait for each other instead of deadlocking
            ON CONFLICT (org, env, service_key) DO NOTHING
            """;

    /** Of a source, within its organisation. */
    public record Name(String env, String serviceKey) {}

    private record Known(int org, Name name) {}

    private final DataSource database;
    private final Map<UUID, Integer> orgs = new ConcurrentHashMap<>();
    private final LinkedHashMap<Known, Integer> remembered = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Known, Integer> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    public Sources(DataSource database) {
        this.database = database;
    }

    public int org(UUID id) throws SQLException {
        if (!isOrg(id)) {
            throw new IllegalArgumentException("There is no organisation " + id);
        }
        return Objects.requireNonNull(orgs.get(id));
    }

    /** Whether there is an organisation of this id. */
    public boolean isOrg(UUID id) throws SQLException {
        if (orgs.containsKey(id)) {
            return true;
        }
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT_ORG)) {
            select.setObject(1, id);
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    orgs.put(id, row.getInt(1));
                }
            }
        }
        return orgs.containsKey(id);
    }

    /** The numbers of all these, made where there are none yet. */
    public Map<Name, Integer> numbers(int org, Collection<Name> names) throws SQLException {
        Map<Name, Integer> numbers = new HashMap<>();
        Set<Name> unknown = new HashSet<>();
        synchronized (remembered) {
            for (Name name : names) {
                Integer number = remembered.get(new Known(org, name));
                if (number == null) {
                    unknown.add(name);
                } else {
                    numbers.put(name, number);
                }
            }
        }
        if (!unknown.isEmpty()) {
            Map<Name, Integer> found = findOrMake(org, unknown);
            synchronized (remembered) {
                found.forEach((name, number) -> remembered.put(new Known(org, name), number));
            }
            numbers.putAll(found);
        }
        return numbers;
    }

    /** The number of one, made in the caller's transaction if there is none yet. */
    static int number(Connection connection, int org, String env, String serviceKey) throws SQLException {
        Name name = new Name(env, serviceKey);
        Integer found = find(connection, org, Set.of(name)).get(name);
        if (found == null) {
            make(connection, org, Set.of(name));
            found = find(connection, org, Set.of(name)).get(name);
        }
        return Objects.requireNonNull(found);
    }

    private Map<Name, Integer> findOrMake(int org, Set<Name> names) throws SQLException {
        try (Connection connection = database.getConnection()) {
            Map<Name, Integer> found = find(connection, org, names);
            Set<Name> missing = new HashSet<>(names);
            missing.removeAll(found.keySet());
            if (!missing.isEmpty()) {
                make(connection, org, missing);
                found.putAll(find(connection, org, missing)); // another server may have made some of them
            }
            return found;
        }
    }

    private static Map<Name, Integer> find(Connection connection, int org, Set<Name> names) throws SQLException {
        Map<Name, Integer> found = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            setNames(select, 1, names);
            select.setInt(3, org);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.put(new Name(row.getString(1), row.getString(2)), row.getInt(3));
                }
            }
        }
        return found;
    }

    private static void make(Connection connection, int org, Set<Name> names) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setInt(1, org);
            setNames(insert, 2, names);
            insert.executeUpdate();
        }
    }

    private static void setNames(PreparedStatement statement, int first, Set<Name> names) throws SQLException {
        Connection connection = statement.getConnection();
        Object[] envs = names.stream().map(Name::env).toArray();
        Object[] services = names.stream().map(Name::serviceKey).toArray();
        statement.setArray(first, connection.createArrayOf("text", envs));
        statement.setArray(first + 1, connection.createArrayOf("text", services));
    }
}
