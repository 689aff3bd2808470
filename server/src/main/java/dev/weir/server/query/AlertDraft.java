package dev.weir.server.query;

import dev.weir.server.Problem;
import dev.weir.store.ServiceAlert;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** An alert as somebody wrote it down: what is absent or null is no limit, or as it usually is. */
record AlertDraft(Map<String, @Nullable Object> fields) {
    private static final Set<String> KNOWN =
            Set.of("minSuccessRate", "maxP95DurationMs", "maxSilenceMs", "windowMs", "minRuns");
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long USUAL_MIN_RUNS = 20; // the fewest of which a percentage is told alone

    ServiceAlert alert() {
        Set<String> unknown = new TreeSet<>(fields.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw bad(unknown.iterator().next(), "is nothing that an alert has");
        }
        ServiceAlert alert = new ServiceAlert(
                share("minSuccessRate"),
                number("maxP95DurationMs", 1, 30 * DAY),
                number("maxSilenceMs", MINUTE, 30 * DAY),
                orUsual(number("windowMs", 5 * MINUTE, 7 * DAY), HOUR),
                (int) orUsual(number("minRuns", 1, 1_000_000), USUAL_MIN_RUNS));
        if (alert.minSuccessRate() == null && alert.maxP95DurationMs() == null && alert.maxSilenceMs() == null) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST,
                    "bad_value",
                    "An alert needs a limit: give it 'minSuccessRate', 'maxP95DurationMs' or 'maxSilenceMs'.");
        }
        return alert;
    }

    private static long orUsual(@Nullable Long value, long usual) {
        return value == null ? usual : value;
    }

    private @Nullable Double share(String name) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Number number && number.doubleValue() > 0 && number.doubleValue() <= 1) {
            return number.doubleValue();
        }
        throw bad(name, "must be a share above 0 and up to 1, such as 0.99");
    }

    private @Nullable Long number(String name, long least, long most) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        boolean whole = value instanceof Integer || value instanceof Long;
        if (whole && ((Number) value).longValue() >= least && ((Number) value).longValue() <= most) {
            return ((Number) value).longValue();
        }
        throw bad(name, "must be a whole number from " + least + " to " + most);
    }

    private static Problem bad(String name, String what) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_value", "'" + name + "' " + what + ".");
    }
}
