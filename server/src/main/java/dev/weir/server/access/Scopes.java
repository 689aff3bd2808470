package dev.weir.server.access;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives every handler that asks for a {@link Scope} the one of its request. */
public final class Scopes implements HandlerMethodArgumentResolver {

    public Scope of(HttpServletRequest request) {
        return Scope.LOCAL;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Scope.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @org.jspecify.annotations.Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @org.jspecify.annotations.Nullable WebDataBinderFactory binder) {
        HttpServletRequest servletRequest = request.getNativeRequest(HttpServletRequest.class);
        if (servletRequest == null) {
            throw new IllegalStateException("A scope is asked for outside of a request");
        }
        return of(servletRequest);
    }
}
