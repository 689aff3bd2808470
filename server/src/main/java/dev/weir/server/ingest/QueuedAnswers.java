package dev.weir.server.ingest;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** What brokers have is received and not yet dealt with: 202 says so. */
@ControllerAdvice
final class QueuedAnswers implements ResponseBodyAdvice<Accounted> {

    @Override
    public boolean supports(MethodParameter answer, Class<? extends HttpMessageConverter<?>> converter) {
        return answer.getParameterType() == Accounted.class;
    }

    @Override
    public @Nullable Accounted beforeBodyWrite(
            @Nullable Accounted answer,
            MethodParameter method,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (answer != null && answer.queued() != null) {
            response.setStatusCode(HttpStatus.ACCEPTED);
        }
        return answer;
    }
}
