package dev.weir.server.project;

/** Nothing of the request was stored that its sender may rely on: it should be sent again, a little later. */
public final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    Unavailable(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
