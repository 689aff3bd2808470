package dev.weir.server.query;

import dev.weir.server.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses what a question asks beyond what its handler reads, as {@link Parameters} does for those that read through it.
 * What is sent to be stored is never refused for a parameter.
 */
final class KnownParameters implements HandlerInterceptor {
    /** A list that is always short is answered whole. */
    private static final List<String> OF_EVERY_LIST = List.of("limit", "cursor");

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && isQuestion(request) && !readsThrough(method)) {
            check(request, names(method));
        }
        return true;
    }

    private static boolean isQuestion(HttpServletRequest request) {
        return request.getMethod().equals(HttpMethod.GET.name());
    }

    private static boolean readsThrough(HandlerMethod method) {
        return List.of(method.getMethod().getParameterTypes()).contains(Parameters.class);
    }

    private static List<String> names(HandlerMethod method) {
        Stream<String> read = Arrays.stream(method.getMethod().getParameters())
                .filter(parameter -> parameter.isAnnotationPresent(RequestParam.class))
                .map(Parameter::getName);
        Takes takes = method.getMethodAnnotation(Takes.class);
        if (takes != null) {
            read = Stream.concat(read, Arrays.stream(takes.value()).map(taken -> taken.label));
        }
        boolean list = method.getMethod().getReturnType() == Page.class;
        return (list ? Stream.concat(read, OF_EVERY_LIST.stream()) : read)
                .distinct()
                .toList();
    }

    private static void check(HttpServletRequest request, List<String> known) {
        for (String name : request.getParameterMap().keySet()) {
            if (!known.contains(name)) {
                throw new Problem(HttpStatus.BAD_REQUEST, "unknown_parameter", sentence(name, known));
            }
        }
    }

    private static String sentence(String name, List<String> known) {
        return "There is no parameter '" + name + "' here, "
                + (known.isEmpty() ? "and no other either." : "only " + String.join(", ", known) + ".");
    }
}
