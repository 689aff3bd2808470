package dev.weir.cli.demo;

import java.util.List;
import java.util.Locale;

/**
 * A way in which a step fails.
 *
 * @param message with %s for what differs from time to time
 * @param frames of its stack, innermost first
 */
record Fault(String type, String message, String code, boolean lasting, List<String> frames) {

    static Fault passing(String type, String message, String code, String... frames) {
        return new Fault(type, message, code, false, List.of(frames));
    }

    /** Trying again would not help. */
    static Fault lasting(String type, String message, String code, String... frames) {
        return new Fault(type, message, code, true, List.of(frames));
    }

    String message(Chance chance) {
        return message.contains("%s")
                ? String.format(Locale.ROOT, message, chance.letters(6).toUpperCase(Locale.ROOT))
                : message;
    }

    String stack(String saying) {
        return type + ": " + saying + "\n    at " + String.join("\n    at ", frames);
    }
}
