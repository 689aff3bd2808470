package dev.weir.core.signal;

import org.jspecify.annotations.Nullable;

/**
 * Which failures a signature is about; what is null may be anything. A learned one always has a phase and a code.
 *
 * @param errorCode of {@link Fingerprint#codeOf}
 * @param imagePattern somebody's regular expression, which is never run here
 */
public record SignaturePattern(
        @Nullable SignalPhase phase,
        @Nullable String errorCode,
        @Nullable String imagePattern) {

    /** The pattern that is learned from a failure. */
    public static SignaturePattern of(Failure failure) {
        return new SignaturePattern(failure.phase(), failure.code(), null);
    }

    /**
     * As JSON, to the letter as PostgreSQL writes it as {@code jsonb}: shorter keys first. So whoever has the stored
     * pattern can compute the same hash from {@code pattern::text}.
     */
    public String text() {
        StringBuilder text = new StringBuilder("{");
        append(text, "phase", phase == null ? null : phase.label());
        append(text, "error_code", errorCode);
        append(text, "image_pattern", imagePattern);
        return text.append('}').toString();
    }

    /** {@code signature_hash}: the SHA-256 of {@link #text} in hex. */
    public String hash() {
        return Sha256.hex(text());
    }

    private static void append(StringBuilder text, String key, @Nullable String value) {
        if (value == null) {
            return;
        }
        text.append(text.length() > 1 ? ", \"" : "\"").append(key).append("\": \"");
        for (int i = 0; i < value.length(); i++) {
            append(text, value.charAt(i));
        }
        text.append('"');
    }

    private static void append(StringBuilder text, char c) {
        switch (c) {
            case '"', '\\' -> text.append('\\').append(c);
            case '\b' -> text.append("\\b");
            case '\f' -> text.append("\\f");
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (c < ' ') {
                    text.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 0xf, 16));
                } else {
                    text.append(c);
                }
            }
        }
    }
}
