package dev.weir.wire;

import java.util.Locale;

/** Why an event is not taken; part of the contract with emitters. */
public enum RejectCode {
    MISSING_FIELD,
    WRONG_TYPE,
    BAD_TIMESTAMP,
    IN_THE_FUTURE,
    OUT_OF_RANGE,
    TOO_LARGE,
    NOT_AN_OBJECT,
    NOT_ALLOWED;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }
}
