package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people say of a kind of failure. It is theirs: learning never changes it.
 *
 * @param ignoredUpTo so many a day are nobody's concern
 */
public record SignatureNotes(
        @Nullable String likelyCause,
        @Nullable String suggestedAction,
        @Nullable String remediationUrl,
        @Nullable Instant resolvedAt,
        @Nullable Instant ignoredUntil,
        @Nullable Integer ignoredUpTo,
        boolean enabled) {

    private static final String LOAD = """
            SELECT n.likely_cause, n.suggested_action, n.remediation_url, n.resolved_at, n.ignored_until, n.ignored_up_to,
                   s.enabled
            FROM scheduler.failure_signatures s LEFT JOIN signature_notes n ON n.signature = s.id
            WHERE s.id = ? AND s.tenant_id = ? FOR UPDATE OF s
            """;
    private static final String SAVE = """
            INSERT INTO signature_notes (signature, likely_cause, suggested_action, remediation_url, resolved_at, ignored_until,
                                         ignored_up_to)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (signature) DO UPDATE SET likely_cause = excluded.likely_cause,
              suggested_action = excluded.suggested_action, remediation_url = excluded.remediation_url,
              resolved_at = excluded.resolved_at, ignored_until = excluded.ignored_until,
              ignored_up_to = excluded.ignored_up_to, updated_at = now()
            """;

    /** Holds others off until the end of the transaction. @return null if there is no such signature */
    public static @Nullable SignatureNotes hold(Connection connection, UUID tenant, UUID signature)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOAD)) {
            select.setObject(1, signature);
            select.setObject(2, tenant);
            try (ResultSet row = select.executeQuery()) {
                return !row.next()
                        ? null
                        : new SignatureNotes(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                instant(row.getObject(4, OffsetDateTime.class)),
                                instant(row.getObject(5, OffsetDateTime.class)),
                                row.getObject(6, Integer.class),
                                row.getBoolean(7));
            }
        }
    }

    /** @param now in microseconds since 1970 */
    public void save(Connection connection, UUID signature, long now) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setObject(1, signature);
            save.setString(2, likelyCause);
            save.setString(3, suggestedAction);
            save.setString(4, remediationUrl);
            save.setObject(5, time(resolvedAt));
            save.setObject(6, time(ignoredUntil));
            save.setObject(7, ignoredUpTo);
            save.executeUpdate();
        }
        new Signatures(connection, now).conclude(List.of(signature));
        try (PreparedStatement enable = connection.prepareStatement(
                "UPDATE scheduler.failure_signatures SET enabled = ?, updated_at = now() WHERE id = ?")) {
            enable.setBoolean(1, enabled);
            enable.setObject(2, signature);
            enable.executeUpdate();
        }
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
