package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.signal.SignalPhase;
import dev.weir.core.signal.SignaturePattern;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The database can compute the hash of a pattern by itself, whatever is in it. */
class SignaturePatternInPostgresTest {
    private static final String SQL = """
            SELECT p::text, encode(sha256(convert_to(p::text, 'UTF8')), 'hex')
              FROM (SELECT jsonb_strip_nulls(jsonb_build_object(
                        'image_pattern', ?::text, 'error_code', ?::text, 'phase', ?::text)) AS p) AS pattern""";

    @Test
    void theTextOfAPatternIsThatOfItsJsonb() throws SQLException {
        try (TestDatabase database = new TestDatabase();
                Connection connection = database.dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(SQL)) {
            SplittableRandom random = new SplittableRandom(1);
            assertSame(select, new SignaturePattern(null, null, null));
            for (int i = 0; i < 500; i++) {
                assertSame(select, new SignaturePattern(SignalPhase.FETCH, text(random), null));
                assertSame(select, new SignaturePattern(null, text(random), text(random)));
            }
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.appendCodePoint(random.nextInt(1, random.nextBoolean() ? 0x90 : 0xd800));
        }
        return text.append("📨").toString();
    }

    private static void assertSame(PreparedStatement select, SignaturePattern pattern) throws SQLException {
        select.setString(1, pattern.imagePattern());
        select.setString(2, pattern.errorCode());
        select.setString(3, pattern.phase() == null ? null : pattern.phase().label());
        try (ResultSet row = select.executeQuery()) {
            row.next();
            assertThat(pattern.text()).isEqualTo(row.getString(1));
            assertThat(pattern.hash()).isEqualTo(row.getString(2));
        }
    }
}
