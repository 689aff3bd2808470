package dev.weir.server;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Every error leaves as {@code application/problem+json} (RFC 9457) with a stable code, and none with a stack trace. */
@RestControllerAdvice
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final String RETRY_AFTER_S = "1";

    record Body(String type, String title, int status, String code, String detail) {}

    @ExceptionHandler
    ResponseEntity<Body> problem(Problem problem) {
        return answer(problem.status(), problem.code(), problem.detail());
    }

    @ExceptionHandler
    ResponseEntity<Body> databaseAway(SQLException e) {
        LOG.warn("A request met a database error: {}", e.getMessage());
        return answer(
                HttpStatus.SERVICE_UNAVAILABLE,
                "database_unavailable",
                "The database did not answer: try again a little later.");
    }

    @ExceptionHandler
    ResponseEntity<Body> other(Exception e, HttpServletRequest request) {
        if (e instanceof ErrorResponse known) {
            return answer(known.getStatusCode(), code(known.getStatusCode()), sentence(known, request));
        }
        if (e instanceof IOException) {
            return answer(HttpStatus.BAD_REQUEST, "unreadable_request", "The request broke off before its end.");
        }
        String incident = UUID.randomUUID().toString();
        LOG.error("Request {} {} failed, incident {}", request.getMethod(), request.getRequestURI(), incident, e);
        return answer(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal",
                "Weir failed to answer; the log has more under incident " + incident + ".");
    }

    private static String code(HttpStatusCode status) {
        return switch (status.value()) {
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 415 -> "unsupported_media_type";
            case 406 -> "not_acceptable";
            default -> "bad_request";
        };
    }

    private static String sentence(ErrorResponse known, HttpServletRequest request) {
        if (known.getStatusCode().value() == 404) {
            return "There is nothing at " + request.getRequestURI() + ".";
        }
        String detail = known.getBody().getDetail();
        return detail == null ? "The request cannot be answered." : detail;
    }

    static ResponseEntity<Body> answer(HttpStatusCode status, String code, String detail) {
        HttpStatus known = HttpStatus.resolve(status.value());
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (status.value() == 503 || status.value() == 429) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_S);
        }
        return new ResponseEntity<>(
                new Body(
                        "about:blank",
                        known == null ? "Error" : known.getReasonPhrase(),
                        status.value(),
                        code,
                        detail),
                headers,
                status);
    }
}
