package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Somebody who may see one service in one environment, and somebody of another organisation. */
public final class NarrowScope {
    private static final UUID OTHER_ORG = new UUID(7, 7);
    public static final Scope NARROW = new Scope(Scope.LOCAL_ORG, Set.of("staging"), Set.of("orders"), "key");
    public static final Scope FOREIGN = new Scope(OTHER_ORG, Set.of(), Set.of(), "key");

    private NarrowScope() {}

    public static void addOtherOrganisation(TestDatabase database) throws SQLException {
        Sql.execute(database, "INSERT INTO organisations (id, name) VALUES ('" + OTHER_ORG + "', 'other')");
    }

    public static EventText event(String type, String env, String service, String id) {
        return EventText.of(type, id).with("env", env).with("serviceKey", service);
    }

    /** With no parameter, or with one. */
    public static Parameters asked(String... parameters) {
        return Parameters.of(
                parameters.length == 0 ? Map.of() : Map.of(parameters[0], new String[] {parameters[1]}),
                List.of(Parameter.values()));
    }

    public static void assertUnknown(String code, ThrowingCallable question) {
        assertThatThrownBy(question).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(404);
            assertThat(problem.code()).isEqualTo(code);
        });
    }
}
