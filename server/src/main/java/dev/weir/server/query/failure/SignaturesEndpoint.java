package dev.weir.server.query.failure;

import dev.weir.core.event.Ids;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Cursor;
import dev.weir.server.query.Edits;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.store.SignatureNotes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Kinds of failures: what is learned of them, and what people say of them. */
@RestController
final class SignaturesEndpoint {
    private final DataSource reader;
    private final Edits edits;
    private final Clock clock;

    SignaturesEndpoint(DataSource reader, Edits edits, Clock clock) {
        this.reader = reader;
        this.edits = edits;
        this.clock = clock;
    }

    @GetMapping("/api/v1/signatures")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.SIGNATURE_STATE,
        Parameter.SIGNATURE_Q,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    Page<SignatureItem> signatures(Scope scope, Parameters parameters) throws SQLException {
        try (Connection connection = reader.getConnection()) {
            return new SignatureQuery(
                            connection,
                            scope,
                            parameters.texts(Parameter.ENV),
                            parameters.texts(Parameter.SERVICE),
                            now())
                    .find(
                            parameters.text(Parameter.SIGNATURE_Q, ""),
                            parameters.texts(Parameter.SIGNATURE_STATE),
                            parameters.limit(),
                            Cursor.parse(parameters.text(Parameter.CURSOR)));
        }
    }

    @GetMapping("/api/v1/signatures/{id}")
    SignatureItem signature(Scope scope, @PathVariable String id) throws SQLException {
        try (Connection connection = reader.getConnection()) {
            return find(connection, scope, id);
        }
    }

    /** The signature that fits a failure best; 204 if none does. */
    @GetMapping("/api/v1/signatures/match")
    ResponseEntity<SignatureItem> match(
            Scope scope,
            @RequestParam(required = false) @Nullable String phase,
            @RequestParam(required = false) @Nullable String errorCode,
            @RequestParam(required = false) @Nullable String image)
            throws SQLException {
        try (Connection connection = reader.getConnection()) {
            SignatureItem item =
                    new SignatureQuery(connection, scope, Set.of(), Set.of(), now()).match(phase, errorCode, image);
            return item == null ? ResponseEntity.noContent().build() : ResponseEntity.ok(item);
        }
    }

    @PatchMapping("/api/v1/signatures/{id}")
    SignatureItem edit(Scope scope, @PathVariable String id, @RequestBody Map<String, @Nullable Object> changes)
            throws SQLException {
        return edits.make(connection -> {
            SignatureItem before = find(connection, scope, id);
            SignatureNotes notes = SignatureNotes.hold(connection, scope.org(), before.id());
            if (notes == null) {
                throw unknown(id);
            }
            new SignatureEdit(changes, clock.instant()).of(notes).save(connection, before.id());
            return find(connection, scope, id);
        });
    }

    private SignatureItem find(Connection connection, Scope scope, String id) throws SQLException {
        UUID signature = Ids.parse(id);
        SignatureItem item = signature == null
                ? null
                : new SignatureQuery(connection, scope, Set.of(), Set.of(), now()).one(signature);
        if (item == null) {
            throw unknown(id);
        }
        return item;
    }

    private static Problem unknown(String id) {
        return new Problem(
                HttpStatus.NOT_FOUND, "unknown_signature", "There is no signature " + id + " in what you may see.");
    }

    private long now() {
        return clock.millis() * 1000;
    }
}
