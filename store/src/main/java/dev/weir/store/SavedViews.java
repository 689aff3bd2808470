package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The views that people of an organisation keep. */
public final class SavedViews {
    private static final String LIST = """
            SELECT v.id, v.page, v.name, v.query, v.pinned, v.created_at, v.updated_at
            FROM saved_views v JOIN organisations o ON o.org = v.org
            WHERE o.id = ? AND (?::text IS NULL OR v.page = ?) ORDER BY v.page, v.pinned DESC, v.name, v.id
            """;
    private static final String ADD = """
            INSERT INTO saved_views (org, page, name, query, pinned) SELECT org, ?, ?, ?, ? FROM organisations WHERE id = ?
            RETURNING id, page, name, query, pinned, created_at, updated_at
            """;
    private static final String CHANGE = """
            UPDATE saved_views v SET page = ?, name = ?, query = ?, pinned = ?, updated_at = now()
            FROM organisations o WHERE o.id = ? AND v.org = o.org AND v.id = ?
            RETURNING v.id, v.page, v.name, v.query, v.pinned, v.created_at, v.updated_at
            """;
    private static final String REMOVE =
            "DELETE FROM saved_views v USING organisations o WHERE o.id = ? AND v.org = o.org AND v.id = ?";
    /** Held until the end of the transaction, so that two cannot both add the last one that there is room for. */
    private static final String HOLD = "SELECT org FROM organisations WHERE id = ? FOR NO KEY UPDATE";

    private final Connection connection;
    private final UUID org;

    public SavedViews(Connection connection, UUID org) {
        this.connection = connection;
        this.org = org;
    }

    /** @param query the search part of the page's address, without the question mark */
    public record SavedView(
            UUID id, String page, String name, String query, boolean pinned, Instant createdAt, Instant updatedAt) {}

    /** What somebody enters. */
    public record Draft(String page, String name, String query, boolean pinned) {}

    /** @param page null for all */
    public List<SavedView> list(@Nullable String page) throws SQLException {
        List<SavedView> views = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(LIST)) {
            select.setObject(1, org);
            select.setString(2, page);
            select.setString(3, page);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    views.add(read(row));
                }
            }
        }
        return views;
    }

    public void hold() throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(HOLD)) {
            select.setObject(1, org);
            select.executeQuery();
        }
    }

    public SavedView add(Draft draft) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            set(insert, draft);
            try (ResultSet row = insert.executeQuery()) {
                row.next();
                return read(row);
            }
        }
    }

    /** @return null if there is none */
    public @Nullable SavedView change(UUID id, Draft draft) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CHANGE)) {
            set(update, draft);
            update.setObject(6, id);
            try (ResultSet row = update.executeQuery()) {
                return row.next() ? read(row) : null;
            }
        }
    }

    /** @return false if there was none */
    public boolean remove(UUID id) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(REMOVE)) {
            delete.setObject(1, org);
            delete.setObject(2, id);
            return delete.executeUpdate() > 0;
        }
    }

    private void set(PreparedStatement statement, Draft draft) throws SQLException {
        statement.setString(1, draft.page());
        statement.setString(2, draft.name());
        statement.setString(3, draft.query());
        statement.setBoolean(4, draft.pinned());
        statement.setObject(5, org);
    }

    private static SavedView read(ResultSet row) throws SQLException {
        return new SavedView(
                row.getObject(1, UUID.class),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getBoolean(5),
                row.getObject(6, OffsetDateTime.class).toInstant(),
                row.getObject(7, OffsetDateTime.class).toInstant());
    }
}
