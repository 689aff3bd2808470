package dev.weir.wire;

import org.jspecify.annotations.Nullable;

/** One event is no good, because of one field. */
final class NotTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final transient FieldReader.Problem problem;
    final @Nullable String field;

    NotTaken(RejectCode code, @Nullable String field, String message) {
        super(message, null, false, false);
        this.field = field;
        problem = new FieldReader.Problem(code, message);
    }

    static NotTaken missing(String field) {
        return new NotTaken(RejectCode.MISSING_FIELD, field, "'" + field + "' is missing");
    }

    static NotTaken wrongType(String field, String expected) {
        return new NotTaken(RejectCode.WRONG_TYPE, field, "'" + field + "' must be " + expected);
    }
}
