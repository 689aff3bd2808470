package dev.weir.server.query.failure;

import dev.weir.server.Problem;
import dev.weir.store.SignatureNotes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** What somebody wants to change of the notes on a signature: what is absent stays, what is null is taken away. */
record SignatureEdit(Map<String, @Nullable Object> changes, Instant now) {
    private static final Set<String> KNOWN = Set.of(
            "likelyCause", "suggestedAction", "remediationUrl", "resolved", "ignoredUntil", "ignoredUpTo", "enabled");
    private static final int LONGEST = 2_000;

    SignatureNotes of(SignatureNotes before) {
        Set<String> unknown = new TreeSet<>(changes.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw bad(unknown.iterator().next(), "is nothing that can be changed");
        }
        return new SignatureNotes(
                text("likelyCause", before.likelyCause()),
                text("suggestedAction", before.suggestedAction()),
                link(before.remediationUrl()),
                resolved(before.resolvedAt()),
                time(before.ignoredUntil()),
                number(before.ignoredUpTo()),
                changes.containsKey("enabled") ? Boolean.valueOf(truth("enabled", true)) : before.enabled());
    }

    private @Nullable String text(String name, @Nullable String before) {
        if (!changes.containsKey(name)) {
            return before;
        }
        Object value = changes.get(name);
        if (value == null || value instanceof String text && text.isBlank()) {
            return null;
        }
        if (!(value instanceof String text) || text.length() > LONGEST || text.indexOf('\0') >= 0) {
            throw bad(name, "must be a text of at most " + LONGEST + " characters");
        }
        return text.strip();
    }

    /** People click on it: nothing but a web address or a page of this instance. */
    private @Nullable String link(@Nullable String before) {
        String link = text("remediationUrl", before);
        if (link != null && !link.matches("(?is)https?://\\S+|/(?!/)\\S*")) {
            throw bad("remediationUrl", "must begin with http://, https:// or /");
        }
        return link;
    }

    private @Nullable Instant resolved(@Nullable Instant before) {
        return changes.containsKey("resolved") ? (truth("resolved", false) ? now : null) : before;
    }

    private boolean truth(String name, boolean before) {
        if (!changes.containsKey(name)) {
            return before;
        }
        if (changes.get(name) instanceof Boolean value) {
            return value;
        }
        throw bad(name, "must be true or false");
    }

    private @Nullable Instant time(@Nullable Instant before) {
        if (!changes.containsKey("ignoredUntil")) {
            return before;
        }
        Object value = changes.get("ignoredUntil");
        try {
            return value == null ? null : OffsetDateTime.parse(value.toString()).toInstant();
        } catch (DateTimeException e) {
            throw bad("ignoredUntil", "must be a time with a zone, such as 2026-01-31T12:00:00Z");
        }
    }

    private @Nullable Integer number(@Nullable Integer before) {
        if (!changes.containsKey("ignoredUpTo")) {
            return before;
        }
        Object value = changes.get("ignoredUpTo");
        if (value == null || value instanceof Integer number && number >= 0) {
            return (Integer) value;
        }
        throw bad("ignoredUpTo", "must be a whole number of failures a day, 0 or more");
    }

    private static Problem bad(String name, String what) {
        return new Problem(HttpStatus.BAD_REQUEST, "bad_value", "'" + name + "' " + what + ".");
    }
}
