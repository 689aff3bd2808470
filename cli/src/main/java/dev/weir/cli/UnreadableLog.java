package dev.weir.cli;

import java.io.IOException;

/** A file of which nothing can be sent, because it is not known what it says; other files are sent all the same. */
final class UnreadableLog extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableLog(String sentence) {
        super(sentence);
    }

    Refusal refusal() {
        return new Refusal(Weir.WRONG_USAGE, String.valueOf(getMessage()), this);
    }
}
