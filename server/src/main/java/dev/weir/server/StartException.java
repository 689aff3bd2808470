package dev.weir.server;

/** Weir cannot start, and why, in one sentence that says what to do. */
final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }
}
