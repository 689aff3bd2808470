package dev.weir.server;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.util.UUID;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.util.DisconnectedClientHelper;

/** Every error leaves as {@code application/problem+json} (RFC 9457) with a stable code, and none with a stack trace. */
@RestControllerAdvice
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final String RETRY_AFTER_S = "1";
    private static final String SERIALIZATION_FAILURE = "40001";

    record Body(String type, String title, int status, String code, String detail) {}

    @ExceptionHandler
    ResponseEntity<Body> problem(Problem problem) {
        return answer(problem.status(), problem.code(), problem.detail());
    }

    @ExceptionHandler
    ResponseEntity<Body> database(SQLException e, HttpServletRequest request) {
        if (!isAway(e)) {
            return failure(e, request);
        }
        LOG.warn("A request did not reach the database: {}", e.getMessage());
        return answer(
                HttpStatus.SERVICE_UNAVAILABLE,
                "database_unavailable",
                "The database did not answer: try again a little later.");
    }

    /**
     * Gone, going, or out of connections or room, and not: unable to do what it was asked. A replica also ends questions that
     * hold up what it has to repeat after the other.
     */
    private static boolean isAway(SQLException e) {
        String state = e.getSQLState();
        return state == null
                || state.startsWith("08")
                || state.startsWith("57")
                || state.startsWith("53")
                || state.equals(SERIALIZATION_FAILURE);
    }

    @ExceptionHandler
    ResponseEntity<Body> wrongParameter(MethodArgumentTypeMismatchException e) {
        Class<?> type = e.getRequiredType();
        String wanted = type != null && Number.class.isAssignableFrom(type) ? "a whole number" : "of another type";
        return answer(
                HttpStatus.BAD_REQUEST, "bad_parameter", "The parameter '" + e.getName() + "' must be " + wanted + ".");
    }

    @ExceptionHandler
    ResponseEntity<Body> unreadableParameter(InvalidParameterException e) {
        return answer(
                HttpStatus.BAD_REQUEST,
                "bad_parameter",
                "The query has a parameter that is not percent-encoded UTF-8.");
    }

    @ExceptionHandler
    ResponseEntity<Body> unreadableBody(HttpMessageNotReadableException e) {
        return answer(HttpStatus.BAD_REQUEST, "not_json", "The body is not the JSON object that is expected here.");
    }

    /** @return null where nobody is left to be answered */
    @ExceptionHandler
    @Nullable
    ResponseEntity<Body> other(Exception e, HttpServletRequest request) {
        if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
            LOG.debug("Whoever asked for {} has gone", request.getRequestURI());
            return null;
        }
        if (e instanceof ErrorResponse known) {
            return answer(
                    known.getStatusCode(),
                    code(known.getStatusCode().value()),
                    sentence(known, request),
                    known.getHeaders());
        }
        if (e instanceof IOException) {
            return answer(HttpStatus.BAD_REQUEST, "unreadable_request", "The request broke off before its end.");
        }
        return failure(e, request);
    }

    private static ResponseEntity<Body> failure(Exception e, HttpServletRequest request) {
        String incident = UUID.randomUUID().toString();
        LOG.error("Request {} {} failed, incident {}", request.getMethod(), request.getRequestURI(), incident, e);
        return answer(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal",
                "Weir failed to answer; the log has more under incident " + incident + ".");
    }

    static String code(int status) {
        return switch (status) {
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
        return answer(status, code, detail, HttpHeaders.EMPTY);
    }

    /** @param more headers that belong to the status, such as the methods that would be allowed */
    private static ResponseEntity<Body> answer(HttpStatusCode status, String code, String detail, HttpHeaders more) {
        HttpStatus known = HttpStatus.resolve(status.value());
        HttpHeaders headers = HttpHeaders.copyOf(more);
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (status.value() == 503 || status.value() == 429) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_S);
        }
        return new ResponseEntity<>(
                new Body(
                        "about:blank", known == null ? "Error" : known.getReasonPhrase(), status.value(), code, detail),
                headers,
                status);
    }
}
