package dev.weir.server.access;

import dev.weir.server.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Without keys, whoever sits at this machine may see and send everything; a page of somebody else's that is open in their
 * browser may not. Such a page gets here under a name of its own that it made point to this machine, or sends without being
 * able to read the answer.
 */
public final class OwnMachineOnly implements HandlerInterceptor {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|[a-z0-9-]+\\.localhost|127(\\.\\d{1,3}){3}|\\[?::1]?|\\[?0:0:0:0:0:0:0:1]?");
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!isOwn(request.getServerName())) {
            throw new Problem(
                    HttpStatus.MISDIRECTED_REQUEST,
                    "foreign_host",
                    "Weir without keys answers at localhost only, and was asked as '" + request.getServerName() + "'.");
        }
        String origin = request.getHeader("Origin");
        if (origin != null && !READING.contains(request.getMethod()) && !isOwn(host(origin))) {
            throw new Problem(
                    HttpStatus.FORBIDDEN,
                    "foreign_origin",
                    "A page of " + origin + " may not send anything to a Weir without keys.");
        }
        return true;
    }

    private static boolean isOwn(@Nullable String name) {
        return name != null && LOOPBACK.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    private static @Nullable String host(String origin) {
        try {
            return URI.create(origin).getHost();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
