package dev.weir.server.stream;

import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Takes;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Live changes as server-sent events. */
@RestController
final class StreamEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(StreamEndpoint.class);

    private final Follower follower;

    StreamEndpoint(Follower follower) {
        this.follower = follower;
    }

    @GetMapping("/api/v1/stream")
    @Takes({Parameter.ENV, Parameter.SERVICE})
    void stream(
            Scope scope,
            @RequestParam(defaultValue = "runs,counts") List<String> topics,
            @RequestParam(required = false) @Nullable String after,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Audience audience = new Audience(scope, topics(topics), values(request, "env"), values(request, "service"));
        long seen = position(lastEventId != null ? lastEventId : after);
        if (follower.isFull()) {
            throw new Problem(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "too_many_followers",
                    "This server has as many live connections as it serves: try again later.");
        }
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no"); // proxies would hold it back
        AsyncContext connection = request.startAsync();
        Subscription subscription = new Subscription(audience, connection, follower::remove);
        try {
            follower.add(subscription, seen);
        } catch (SQLException | RuntimeException e) {
            LOG.warn("A follower was not taken in, and will try again: {}", e.getMessage());
            subscription.end();
        }
        subscription.open();
    }

    private static Set<String> values(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? Set.of() : Set.copyOf(Arrays.asList(values));
    }

    private static Set<Topic> topics(List<String> labels) {
        Set<Topic> topics = EnumSet.noneOf(Topic.class);
        for (String label : labels) {
            Topic topic = Topic.of(label);
            if (topic == null) {
                throw new Problem(
                        HttpStatus.BAD_REQUEST,
                        "bad_value",
                        "There is no topic " + label + ": it is one of runs, counts, events and first_signal.");
            }
            topics.add(topic);
        }
        return topics;
    }

    private static long position(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return -1;
        }
        try {
            long position = Long.parseLong(text);
            if (position >= 0) {
                return position;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new Problem(
                HttpStatus.BAD_REQUEST,
                "bad_position",
                "The position is none that this stream gave: start again without it.");
    }
}
