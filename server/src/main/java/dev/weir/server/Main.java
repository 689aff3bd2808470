package dev.weir.server;

import dev.weir.postgres.PostgresStartException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import sun.misc.Signal;

/** Starts the database, then the server; says where it is; stops both in the other order. */
public final class Main {
    private static final int FINE = 0;
    private static final int REFUSED = 1;

    private final Settings settings;
    private final CountDownLatch asked = new CountDownLatch(1);

    private Main(Settings settings) {
        this.settings = settings;
    }

    /** Blocks until the process is asked to stop. @return the exit code */
    public static int run(Settings settings) {
        System.setProperty("weir.log", settings.logFormat().toString()); // before the first logger: see logback.xml
        TimeZone.setDefault(TimeZone.getTimeZone("UTC")); // pgjdbc tells the database this zone
        try {
            return new Main(settings).run();
        } catch (StartException | PostgresStartException e) {
            System.err.println(e.getMessage());
            return REFUSED;
        }
    }

    private int run() throws StartException, PostgresStartException {
        checkPort();
        onSignals();
        try (DatabaseHome home = DatabaseHome.of(settings);
                ConfigurableApplicationContext context = start(home)) {
            String url = "http://" + hostInUrl() + ":" + port(context);
            System.out.println("Weir is ready at " + url);
            if ("true".equals(System.getenv("WEIR_TRAINING"))) {
                Training.run(url);
            } else {
                awaitSignal();
            }
        }
        return FINE;
    }

    /** Found before anything is started, because starting takes seconds. */
    private void checkPort() throws StartException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (BindException e) {
            throw new StartException("Port " + settings.port() + " on " + settings.host()
                    + " is taken: stop what listens there, or choose another port with --port.");
        } catch (IOException e) {
            throw new StartException("Weir cannot listen on " + settings.host() + ": choose an address of this machine"
                    + " with --host (" + e.getMessage() + ").");
        }
    }

    private ConfigurableApplicationContext start(DatabaseHome home) {
        return new SpringApplicationBuilder(WeirApplication.class)
                .web(WebApplicationType.SERVLET)
                .registerShutdownHook(false) // signals are handled here, so that the exit code is ours
                .properties(properties())
                .initializers(context -> {
                    context.getBeanFactory().registerSingleton("settings", settings);
                    context.getBeanFactory().registerSingleton("databaseHome", home);
                })
                .run();
    }

    private Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put("server.port", settings.port());
        properties.put("server.address", settings.host());
        properties.put("server.shutdown", "graceful");
        properties.put("spring.lifecycle.timeout-per-shutdown-phase", "10s");
        properties.put("spring.main.banner-mode", "off");
        properties.put("spring.main.log-startup-info", "false");
        properties.put("spring.servlet.multipart.enabled", "false");
        properties.put("spring.jmx.enabled", "false");
        properties.put("server.tomcat.max-swallow-size", "-1"); // so that a refusal is read, not a reset connection
        properties.put("server.tomcat.threads.max", "100");
        properties.put("management.endpoints.web.base-path", "/");
        properties.put("management.endpoints.web.exposure.include", "prometheus");
        properties.put("management.endpoints.web.path-mapping.prometheus", "metrics");
        properties.put("management.endpoints.web.discovery.enabled", "false");
        return properties;
    }

    private static int port(ConfigurableApplicationContext context) {
        return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    private String hostInUrl() {
        return settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
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
