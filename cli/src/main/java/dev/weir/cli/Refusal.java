package dev.weir.cli;

/** A command that cannot do what it was asked for: one sentence for the person, one number for the script. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    Refusal(int exitCode, String sentence) {
        super(sentence);
        this.exitCode = exitCode;
    }

    Refusal(int exitCode, String sentence, Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
