package dev.weir.flink;

/** Why the job cannot work with its brokers or its database, in one sentence for people. It is tried again after a while. */
final class CannotFold extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotFold(String reason) {
        super(reason, null, false, false); // where it was thrown tells nobody anything
    }
}
