package dev.weir.server.query;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI 3.1 description of the API, made of the handlers themselves, so that it cannot say anything else. */
@RestController
final class OpenApiEndpoint {
    private static final String API = "/api/v1/";
    private static final Map<String, Object> PROBLEM = Map.of(
            "description",
            "A problem, with a stable code and a sentence",
            "content",
            Map.of("application/problem+json", Map.of("schema", Map.of("$ref", "#/components/schemas/Problem"))));

    private final ObjectProvider<RequestMappingHandlerMapping> handlers; // which itself looks for all endpoints first
    private final JsonMapper json;

    OpenApiEndpoint(ObjectProvider<RequestMappingHandlerMapping> handlers, JsonMapper json) {
        this.handlers = handlers;
        this.json = json;
    }

    @GetMapping("/openapi.json")
    Map<String, Object> describe() {
        Schemas schemas = new Schemas(json);
        schemas.add(
                "Problem",
                Schemas.object(Map.of(
                        "type", Schemas.type("string"),
                        "title", Schemas.type("string"),
                        "status", Schemas.type("integer"),
                        "code", Schemas.type("string"),
                        "detail", Schemas.type("string"))));
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        handlers.getObject().getHandlerMethods().forEach((mapping, handler) -> {
            for (String path : mapping.getPatternValues()) {
                if (path.startsWith(API)) {
                    paths.computeIfAbsent(path, key -> new TreeMap<>())
                            .putAll(operations(path, mapping, handler, schemas));
                }
            }
        });
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", Map.of("title", "Weir", "version", MetaEndpoint.packedVersion()));
        document.put("paths", paths);
        document.put("components", Map.of("schemas", schemas.all()));
        return document;
    }

    private static Map<String, Object> operations(
            String path, RequestMappingInfo mapping, HandlerMethod handler, Schemas schemas) {
        Map<String, Object> operations = new TreeMap<>();
        for (RequestMethod method : mapping.getMethodsCondition().getMethods()) {
            Map<String, Object> operation = new LinkedHashMap<>();
            operation.put(
                    "operationId",
                    handler.getMethod().getName()
                            + handler.getBeanType().getSimpleName().replace("Endpoint", ""));
            operation.put("parameters", parameters(handler.getMethod(), schemas));
            if (method == RequestMethod.POST || method == RequestMethod.PUT) {
                operation.put("requestBody", Map.of("content", Map.of("application/json", Map.of("schema", Map.of()))));
            }
            operation.put("responses", Map.of("200", answer(path, mapping, handler, schemas), "default", PROBLEM));
            operations.put(method.name().toLowerCase(Locale.ROOT), operation);
        }
        return operations;
    }

    private static Map<String, Object> answer(
            String path, RequestMappingInfo mapping, HandlerMethod handler, Schemas schemas) {
        boolean stream = path.endsWith("/stream")
                || mapping.getProducesCondition().getProducibleMediaTypes().contains(MediaType.TEXT_EVENT_STREAM);
        Type type = handler.getMethod().getGenericReturnType();
        return Map.of(
                "description",
                "The answer",
                "content",
                stream
                        ? Map.of("text/event-stream", Map.of("schema", Schemas.type("string")))
                        : Map.of("application/json", Map.of("schema", schemas.of(type))));
    }

    private static List<Map<String, Object>> parameters(Method method, Schemas schemas) {
        List<Map<String, Object>> parameters = new ArrayList<>();
        Takes takes = method.getAnnotation(Takes.class);
        if (takes != null) {
            for (Parameter parameter : takes.value()) {
                parameters.add(described(parameter));
            }
        }
        for (java.lang.reflect.Parameter parameter : method.getParameters()) {
            RequestParam query = parameter.getAnnotation(RequestParam.class);
            if (query != null) {
                parameters.add(parameter(
                        parameter.getName(), "query", query.required(), schemas.of(parameter.getType()), null));
            } else if (parameter.isAnnotationPresent(PathVariable.class)) {
                parameters.add(parameter(parameter.getName(), "path", true, schemas.of(parameter.getType()), null));
            }
        }
        parameters.sort(Comparator.comparing(parameter -> !"path".equals(parameter.get("in"))));
        return parameters;
    }

    private static Map<String, Object> described(Parameter parameter) {
        Map<String, Object> value = switch (parameter.form) {
            case NUMBER -> Schemas.type("integer");
            case TIME -> Schemas.format("date-time");
            case ID -> Schemas.format("uuid");
            default -> Schemas.type("string");
        };
        if (!parameter.values.isEmpty()) {
            value = Schemas.oneOf(parameter.values);
        }
        if (parameter.form == Parameter.Form.TEXTS) {
            value = Map.of("type", "array", "items", value);
        }
        return parameter(parameter.label, "query", false, value, parameter.meaning);
    }

    private static Map<String, Object> parameter(
            String name, String in, boolean required, Map<String, Object> schema, @Nullable String meaning) {
        Map<String, Object> parameter = new LinkedHashMap<>();
        parameter.put("name", name);
        parameter.put("in", in);
        parameter.put("required", required);
        if (meaning != null) {
            parameter.put("description", meaning);
        }
        parameter.put("schema", schema);
        return parameter;
    }
}
