package dev.weir.postgres;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The signals that mean something to PostgreSQL; Java itself can only send TERM and KILL. */
enum Signal {
    /** To a postmaster: fast shutdown. */
    INT,
    /** To any of its processes: go at once; the next start recovers. */
    QUIT;

    private static final Logger log = LoggerFactory.getLogger(Signal.class);

    /** By the shell's own kill, as slim images have no other. A process that is gone already is fine. */
    void sendTo(long pid) throws InterruptedException {
        try {
            new ProcessBuilder("sh", "-c", "kill -s \"$0\" \"$1\"", name(), Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            log.warn("The signal {} could not be sent to process {}.", this, pid, e);
        }
    }
}
