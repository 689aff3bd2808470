package dev.weir.server.query.signal;

import dev.weir.core.event.Ids;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.signal.SignalReader.Found;
import dev.weir.server.query.signal.SignalReader.Origin;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/v1/signals/{jobId}}: what a job is doing or why it failed, at once. */
@RestController
final class SignalEndpoint {
    private static final String SOURCE = "X-FirstSignal-Source";
    private static final String CACHE_STATUS = "Cache-Status"; // RFC 9211

    private final DataSource database;
    private final SignalReader signals;

    SignalEndpoint(DataSource database, SignalReader signals) {
        this.database = database;
        this.signals = signals;
    }

    @GetMapping("/api/v1/signals/{jobId}")
    ResponseEntity<SignalItem> signal(
            Scope scope,
            @PathVariable String jobId,
            @RequestHeader(name = "If-None-Match", required = false) @Nullable String known)
            throws SQLException {
        UUID job = Ids.parse(jobId);
        Found found;
        try (Connection connection = database.getConnection()) {
            found = (job == null ? Optional.<Found>empty() : signals.find(connection, scope, job))
                    .orElseThrow(() -> new Problem(
                            HttpStatus.NOT_FOUND, "unknown_job", "There is no job " + jobId + " in what you may see."));
        }
        SignalItem item = found.item();
        if (item == null) {
            return ResponseEntity.noContent().build();
        }
        String tag = item.tag();
        boolean unchanged = known != null && isAmong(known, tag);
        return ResponseEntity.status(unchanged ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
                .header("ETag", tag)
                .header("Cache-Control", "no-cache") // to be kept, and asked for every time
                .header(CACHE_STATUS, found.origin() == Origin.SNAPSHOT ? "weir; hit" : "weir; fwd=miss")
                .header(SOURCE, found.origin().label)
                .body(unchanged ? null : item);
    }

    /** Weak comparison: the mark of weakness does not count. */
    private static boolean isAmong(String known, String tag) {
        String opaque = tag.substring(2);
        return Arrays.stream(known.split(","))
                .map(String::trim)
                .anyMatch(one -> one.equals("*") || one.equals(tag) || one.equals(opaque));
    }
}
