package dev.weir.server;

/** For those deep inside who find that Weir cannot start, and why, in one sentence that says what to do. */
public final class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public CannotStart(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
