package dev.weir.core.signal;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a kind of failure is to people, at a moment. */
public enum SignatureState {
    /** It was first seen within the last day. */
    NEW,
    KNOWN,
    /** People say that it is resolved, and it was not seen since. */
    RESOLVED,
    /** It was seen again after people had said that it is resolved. */
    REGRESSED,
    /** People do not want to hear of it, until a date or until it happens too often. */
    IGNORED;

    private static final SignatureState[] ALL = values();
    private static final long NEW_FOR = 86_400_000_000L;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * What it follows from. Times are microseconds since 1970.
     *
     * @param samplesLastDay how many of the samples are of the last 24 hours
     * @param resolvedAt when people last said that it is resolved
     * @param ignoredUntil null for no date
     * @param ignoredAboveRate it is heard of again once more than so many are of the last 24 hours; null for no limit. With
     *     neither date nor limit it is not ignored, with both until the first of them
     */
    public record Facts(
            long firstSeen,
            long lastSeen,
            long samplesLastDay,
            @Nullable Long resolvedAt,
            @Nullable Long ignoredUntil,
            @Nullable Integer ignoredAboveRate) {}

    public static SignatureState of(Facts facts, long now) {
        if (isIgnored(facts, now)) {
            return IGNORED;
        }
        if (facts.resolvedAt() != null) {
            return facts.lastSeen() > facts.resolvedAt() ? REGRESSED : RESOLVED;
        }
        return now - facts.firstSeen() < NEW_FOR ? NEW : KNOWN;
    }

    private static boolean isIgnored(Facts facts, long now) {
        Long until = facts.ignoredUntil();
        Integer limit = facts.ignoredAboveRate();
        return (until != null || limit != null)
                && (until == null || now < until)
                && (limit == null || facts.samplesLastDay() <= limit);
    }

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    public static SignatureState of(String label) {
        for (SignatureState value : ALL) {
            if (value.label.equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no signature state '" + label + "'");
    }
}
