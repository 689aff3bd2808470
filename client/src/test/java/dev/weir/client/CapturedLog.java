package dev.weir.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the client logs while this is open. */
final class CapturedLog extends Handler implements AutoCloseable {

    // Kept here because java.util.logging holds its loggers weakly.
    private final Logger logger = Logger.getLogger(WeirClient.class.getName());
    private final List<String> messages = new CopyOnWriteArrayList<>();

    CapturedLog() {
        logger.addHandler(this);
    }

    /** Those that contain the given text. */
    List<String> with(String text) {
        return messages.stream().filter(message -> message.contains(text)).toList();
    }

    @Override
    public void publish(LogRecord record) {
        messages.add(new SimpleFormatter().formatMessage(record));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
