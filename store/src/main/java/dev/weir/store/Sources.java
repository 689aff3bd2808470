package dev.weir.store;

import dev.weir.core.event.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * The small numbers that stand for an organisation and for a (organisation, environment, service) in the log. Made in
 * transactions of their own, so that a number once remembered is never rolled back.
 */
public final class Sources {
    private static final String SELECT_ORG = "SELECT org FROM organisations WHERE id = ?";
    private static final String INSERT = """
            INSERT INTO sources (org, env, service_key) VALUES (?, ?, ?)
            ON CONFLICT (org, env, service_key) DO NOTHING
            """;
    private static final String SELECT = "SELECT source FROM sources WHERE org = ? AND env = ? AND service_key = ?";

    private record Name(int org, String env, String serviceKey) {}

    private final DataSource database;
    private final Map<UUID, Integer> orgs = new ConcurrentHashMap<>();
    private final Map<Name, Integer> sources = new ConcurrentHashMap<>();

    public Sources(DataSource database) {
        this.database = database;
    }

    public int org(UUID id) throws SQLException {
        Integer known = orgs.get(id);
        if (known != null) {
            return known;
        }
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT_ORG)) {
            select.setObject(1, id);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalArgumentException("There is no organisation " + id);
                }
                orgs.put(id, row.getInt(1));
                return row.getInt(1);
            }
        }
    }

    public int source(RunKey key) throws SQLException {
        return source(key.org(), key.env(), key.serviceKey());
    }

    public int source(UUID orgId, String env, String serviceKey) throws SQLException {
        Name name = new Name(org(orgId), env, serviceKey);
        Integer known = sources.get(name);
        if (known != null) {
            return known;
        }
        int number = findOrMake(name);
        sources.put(name, number);
        return number;
    }

    private int findOrMake(Name name) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT);
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            for (PreparedStatement statement : new PreparedStatement[] {insert, select}) {
                statement.setInt(1, name.org);
                statement.setString(2, name.env);
                statement.setString(3, name.serviceKey);
            }
            insert.executeUpdate();
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
