package dev.weir.core.signal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stays the same when a failure happens again: two failures with the same fingerprint are one kind of failure. The
 * phase is not in the code, although it is in every pattern: it follows from the step and from a setting, and whoever
 * changes that setting should not make every code a new one.
 *
 * @param code {@code v1:} and 16 hex digits
 * @param type of the error, without its package, or nothing
 * @param message without what differs from one time to the next; {@code MessageShape} says what that is
 * @param frames the topmost ones of the stack, without line numbers
 * @param step nothing if the failure is not about one
 */
public record Fingerprint(
        String code, String type, String message, List<String> frames, String step, SignalPhase phase) {

    /** In every code, and {@code signature_version}: raise it when the same failures would get another code. */
    public static final int VERSION = 1;

    private static final String PREFIX = "v" + VERSION + ":";
    private static final int HEX_DIGITS = 16;
    private static final int LONGEST_CODE = 200;

    public static Fingerprint of(FailureText failure) {
        String message = failure.message() == null ? "" : failure.message();
        String stack = failure.stack() == null ? "" : failure.stack();
        String type = ErrorType.of(failure.type(), message, stack);
        String shape = MessageShape.of(ErrorType.without(message));
        List<String> frames = StackFrames.of(stack);
        String step = failure.step() == null ? "" : failure.step();
        return new Fingerprint(hash(type, shape, frames, step), type, shape, frames, step, failure.phase());
    }

    /** The code of a failure: the one that was sent with it, else that of its fingerprint. */
    public static String codeOf(FailureText failure) {
        String sent = sentCode(failure.code());
        return sent != null ? sent : of(failure).code();
    }

    /** Strangers choose codes: a blank one is none, and an endless one is cut. */
    private static @Nullable String sentCode(@Nullable String code) {
        String line = code == null ? "" : Words.line(code, LONGEST_CODE);
        return line.isEmpty() ? null : line;
    }

    private static String hash(String type, String message, List<String> frames, String step) {
        List<String> parts = new ArrayList<>(frames.size() + 3);
        parts.add(type);
        parts.add(message);
        parts.add(step);
        parts.addAll(frames);
        return PREFIX + Sha256.hex(parts).substring(0, HEX_DIGITS);
    }
}
