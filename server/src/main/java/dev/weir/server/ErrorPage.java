package dev.weir.server;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What fails before it reaches a handler is told in the same form as everything else. */
@RestController
final class ErrorPage implements ErrorController {

    /** @return null if an answer is on its way already: a reader of a stream has gone */
    @RequestMapping("/error")
    @Nullable
    ResponseEntity<Problems.Body> error(HttpServletRequest request, HttpServletResponse response) {
        if (response.isCommitted()) {
            return null;
        }
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        HttpStatus known = status instanceof Integer code ? HttpStatus.resolve(code) : HttpStatus.NOT_FOUND;
        return known == null || known.is5xxServerError()
                ? Problems.answer(HttpStatus.INTERNAL_SERVER_ERROR, "internal", "Weir failed to answer.")
                : Problems.answer(
                        known,
                        Problems.code(known.value()),
                        "The request cannot be answered: " + known.getReasonPhrase() + ".");
    }
}
