package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people say of a kind of failure. It is theirs: learning never changes it. Of a signature that people wrote in SQL, its
 * outcome says what they say.
 *
 * @param ignoredUpTo so many a day are nobody's concern
 * @param enabled whether failures are to be matched with it; null if nobody has said so
 */
public record SignatureNotes(
        @Nullable String likelyCause,
        @Nullable String suggestedAction,
        @Nullable String remediationUrl,
        @Nullable Instant resolvedAt,
        @Nullable Instant ignoredUntil,
        @Nullable Integer ignoredUpTo,
        @Nullable Boolean enabled) {

    private static final String LOAD = """
            SELECT CASE WHEN s.learned THEN n.likely_cause ELSE s.outcome->>'likely_cause' END,
                   CASE WHEN s.learned THEN n.suggested_action ELSE s.outcome->>'suggested_action' END,
                   CASE WHEN s.learned THEN n.remediation_url ELSE s.outcome->>'remediation_url' END,
                   n.resolved_at, n.ignored_until, n.ignored_up_to, n.enabled
            FROM scheduler.failure_signatures s LEFT JOIN signature_notes n ON n.signature = s.id
            WHERE s.id = ? AND s.tenant_id = ? FOR UPDATE OF s
            """;
    private static final String SAVE = """
            INSERT INTO signature_notes (signature, likely_cause, suggested_action, remediation_url, resolved_at, ignored_until,
                                         ignored_up_to, enabled)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (signature) DO UPDATE SET likely_cause = excluded.likely_cause,
              suggested_action = excluded.suggested_action, remediation_url = excluded.remediation_url,
              resolved_at = excluded.resolved_at, ignored_until = excluded.ignored_until,
              ignored_up_to = excluded.ignored_up_to, enabled = excluded.enabled, updated_at = now()
            """;

    /** Who matches needs it beside what is learned. */
    private static final String REPEAT = """
            UPDATE scheduler.failure_signatures SET enabled = coalesce(?, enabled), updated_at = now(),
              outcome = (outcome - '{likely_cause,suggested_action,remediation_url}'::text[])
                || jsonb_strip_nulls(jsonb_build_object('likely_cause', ?::text, 'suggested_action', ?::text,
                                                        'remediation_url', ?::text))
            WHERE id = ?
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
                                row.getObject(7, Boolean.class));
            }
        }
    }

    public void save(Connection connection, UUID signature) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setObject(1, signature);
            save.setString(2, likelyCause);
            save.setString(3, suggestedAction);
            save.setString(4, remediationUrl);
            save.setObject(5, time(resolvedAt));
            save.setObject(6, time(ignoredUntil));
            save.setObject(7, ignoredUpTo, Types.INTEGER);
            save.setObject(8, enabled, Types.BOOLEAN);
            save.executeUpdate();
        }
        try (PreparedStatement repeat = connection.prepareStatement(REPEAT)) {
            repeat.setObject(1, enabled, Types.BOOLEAN);
            repeat.setString(2, likelyCause);
            repeat.setString(3, suggestedAction);
            repeat.setString(4, remediationUrl);
            repeat.setObject(5, signature);
            repeat.executeUpdate();
        }
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
