package dev.weir.server;

import dev.weir.postgres.PostgresStartException;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/** Runs one server until the process is asked to stop. */
public final class Main {
    private static final int FINE = 0;
    private static final int REFUSED = 1;

    private final Settings settings;
    private final Function<String, Runnable> whenReady;
    private final CountDownLatch asked = new CountDownLatch(1);

    private Main(Settings settings, Function<String, Runnable> whenReady) {
        this.settings = settings;
        this.whenReady = whenReady;
    }

    /** Blocks until the process is asked to stop. @return the exit code */
    public static int run(Settings settings) {
        return run(settings, url -> () -> {});
    }

    /** @param whenReady starts something that uses the server at this URL, and says how to stop it */
    public static int run(Settings settings, Function<String, Runnable> whenReady) {
        System.setProperty("weir.log", settings.logFormat().toString()); // before the first logger: see logback.xml
        TimeZone.setDefault(TimeZone.getTimeZone("UTC")); // pgjdbc tells the database this zone
        try {
            return new Main(settings, whenReady).run();
        } catch (StartException | PostgresStartException e) {
            System.err.println(e.getMessage());
            return REFUSED;
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Main.class)
                    .error("Weir ends for a reason that was not foreseen; please report it", e);
            return REFUSED;
        }
    }

    private int run() throws StartException, PostgresStartException {
        onSignals();
        try (RunningServer server = RunningServer.start(settings)) {
            System.out.println("Weir is ready at " + server.url());
            if ("true".equals(System.getenv("WEIR_TRAINING"))) {
                Training.run(server.url());
            } else {
                Runnable stop = whenReady.apply(server.url());
                awaitSignal();
                stop.run();
            }
        }
        return FINE;
    }

    private void onSignals() {
        for (String name : new String[] {"INT", "TERM"}) {
            Signal.handle(new Signal(name), signal -> {
                if (asked.getCount() == 0) {
                    Runtime.getRuntime().halt(130); // asked twice: at once
                }
                asked.countDown();
            });
        }
    }

    private void awaitSignal() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
