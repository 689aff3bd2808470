package dev.weir.flink;

/** Why the job cannot work, in one sentence for people. */
final class CannotFold extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean forGood;

    private CannotFold(String reason, boolean forGood) {
        super(reason, null, false, false); // where it was thrown tells nobody anything
        this.forGood = forGood;
    }

    /** Until something comes that may well come, such as a database that is starting: worth trying again. */
    static CannotFold yet(String reason) {
        return new CannotFold(reason, false);
    }

    /** Until somebody decides otherwise. */
    static CannotFold forGood(String reason) {
        return new CannotFold(reason, true);
    }

    boolean isForGood() {
        return forGood;
    }
}
