package dev.weir.cli;

/** Why one row or event of a file cannot be sent: a code for scripts and a sentence for people. */
final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;
    private final String code;

    Unusable(String code, String sentence) {
        super(sentence, null, false, false); // it is an answer, and there may be millions
        this.code = code;
    }

    String code() {
        return code;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
