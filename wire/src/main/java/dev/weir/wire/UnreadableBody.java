package dev.weir.wire;

/** The body as a whole cannot be read: nothing of it is taken, and the sender is told in one sentence. */
public final class UnreadableBody extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String reason;

    public UnreadableBody(String code, String reason) {
        super(reason, null, false, false);
        this.code = code;
        this.reason = reason;
    }

    /** One sentence, for people. */
    public String reason() {
        return reason;
    }

    /** Stable, for programs. */
    public String code() {
        return code;
    }
}
