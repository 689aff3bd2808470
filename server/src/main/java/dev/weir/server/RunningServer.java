package dev.weir.server;

import dev.weir.host.SqlState;
import dev.weir.postgres.PostgresStartException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A server and, unless it was given one, its database: started in this order, stopped in the other. */
final class RunningServer implements AutoCloseable {
    private final Settings settings;
    private final DatabaseHome home;
    private final ConfigurableApplicationContext context;

    private RunningServer(Settings settings, DatabaseHome home, ConfigurableApplicationContext context) {
        this.settings = settings;
        this.home = home;
        this.context = context;
    }

    static RunningServer start(Settings settings) throws StartException, PostgresStartException {
        return start(settings, Clock.systemUTC());
    }

    static RunningServer start(Settings settings, Clock clock) throws StartException, PostgresStartException {
        checkPort(settings);
        DatabaseHome home = DatabaseHome.of(settings);
        try {
            return new RunningServer(settings, home, context(settings, home, clock));
        } catch (RuntimeException e) {
            home.close();
            if (cause(e, PortInUseException.class) != null) {
                throw taken(settings); // since it was looked at
            }
            CannotStart refused = cause(e, CannotStart.class);
            if (refused != null) {
                throw new StartException(refused.reason());
            }
            SQLException said = cause(e, SQLException.class);
            if (said != null && SqlState.isNotAllowed(said)) {
                throw notAllowed(said);
            }
            throw e;
        }
    }

    /** Found before anything is started, because starting takes seconds. */
    private static void checkPort(Settings settings) throws StartException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (BindException e) {
            throw taken(settings);
        } catch (IOException e) {
            throw new StartException("Weir cannot listen on " + settings.host()
                    + ": choose an address of this machine with --host (" + e.getMessage() + ").");
        }
    }

    private static <T extends Throwable> @Nullable T cause(Throwable e, Class<T> sought) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (sought.isInstance(cause)) {
                return sought.cast(cause);
            }
        }
        return null;
    }

    private static StartException taken(Settings settings) {
        return new StartException("Port " + settings.port() + " on " + settings.host()
                + " is taken: stop what listens there, or choose another port with --port.");
    }

    private static StartException notAllowed(SQLException said) {
        return new StartException("The database given with --db does not let its user do what Weir has to: "
                + DatabaseHome.firstLine(said.getMessage())
                + " Give a user who owns the database, on a server that can be written to.");
    }

    private static ConfigurableApplicationContext context(Settings settings, DatabaseHome home, Clock clock) {
        return new SpringApplicationBuilder(WeirApplication.class)
                .web(WebApplicationType.SERVLET)
                .registerShutdownHook(false) // signals are handled by Main, so that the exit code is ours
                .properties(properties(settings))
                .initializers(context -> {
                    context.getBeanFactory().registerSingleton("settings", settings);
                    context.getBeanFactory().registerSingleton("databaseHome", home);
                    context.getBeanFactory().registerSingleton("clock", clock);
                })
                .run();
    }

    private static Map<String, Object> properties(Settings settings) {
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
        properties.put("server.tomcat.max-keep-alive-requests", "-1"); // an emitter may keep its connection for good
        properties.put("management.endpoints.web.base-path", "/");
        properties.put("management.endpoints.web.exposure.include", "prometheus");
        properties.put("management.endpoints.web.path-mapping.prometheus", "metrics");
        properties.put("management.endpoints.web.discovery.enabled", "false");
        return properties;
    }

    String url() {
        int port = Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return "http://" + host + ":" + port;
    }

    /** Answers what it has taken, then goes. */
    @Override
    public void close() {
        context.close();
        home.close();
    }
}
