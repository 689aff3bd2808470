package dev.weir.server.project;

import dev.weir.core.session.SessionRules;
import dev.weir.core.signal.Phases;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.Retention;
import dev.weir.store.SignalOutlook;
import dev.weir.store.Sources;
import dev.weir.store.StoredPhases;
import dev.weir.store.StoredRules;
import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ProjectConfiguration {

    @Bean
    Sources sources(Database database) {
        return new Sources(database.reader());
    }

    /** Kept in the database, too, for whoever rebuilds. */
    @Bean
    SessionRules sessionRules(Database database, Settings settings) throws SQLException {
        SessionRules rules = new SessionRules(
                settings.excusableErrors(),
                settings.literalWallets(),
                settings.attributionWindow().toMillis() * 1000,
                settings.sessionIdle().toMillis() * 1000);
        try (Connection connection = database.reader().getConnection()) {
            StoredRules.save(connection, rules);
        }
        return rules;
    }

    /** Kept in the database, too, like the rules of sessions. */
    @Bean
    Phases phases(Database database, Settings settings) throws SQLException {
        Phases phases = settings.signalPhases().isEmpty() ? Phases.DEFAULT : Phases.parse(settings.signalPhases());
        try (Connection connection = database.writer().getConnection()) {
            StoredPhases.save(connection, phases);
            connection.commit();
        }
        return phases;
    }

    @Bean
    SignalOutlook signalOutlook(Phases phases) {
        return SignalOutlook.of(phases);
    }

    @Bean
    Retention.Periods retentionPeriods(Settings settings) {
        return new Retention.Periods(settings.keepTelemetry(), settings.keepSignals(), settings.keepSignatures());
    }
}
