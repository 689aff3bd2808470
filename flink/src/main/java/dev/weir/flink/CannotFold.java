package dev.weir.flink;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** Why the job cannot work, in one sentence for people. */
class CannotFold extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private CannotFold(String reason) {
        super(reason, null, false, false); // where it was thrown tells nobody anything
    }

    /** Until something comes that may well come, such as a database that is starting: worth trying again. */
    static CannotFold yet(String reason) {
        return new CannotFold(reason);
    }

    /** Until somebody decides otherwise. */
    static CannotFold forGood(String reason) {
        return new ForGood(reason);
    }

    static CannotFold takenOver() {
        return forGood("Servers have taken the database over: the job stops writing to it.");
    }

    static CannotFold newerSchema() {
        return forGood(
                "The schema of the database is newer than the job: start the job of the servers' version, from the"
                        + " last savepoint or checkpoint of this one if there is one.");
    }

    boolean isForGood() {
        return this instanceof ForGood;
    }

    /** One that Flink does not start a job again after, as it finds by the annotation. */
    @ThrowableAnnotation(ThrowableType.NonRecoverableError)
    private static final class ForGood extends CannotFold {
        private static final long serialVersionUID = 1L;

        ForGood(String reason) {
            super(reason);
        }
    }
}
