package dev.weir.cli.demo;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A workflow of the demonstration.
 *
 * @param perMinute how many runs begin in production in an ordinary minute
 * @param ids how the workflow id of a run is made
 */
record Blueprint(
        String service,
        String name,
        double perMinute,
        Function<Chance, String> ids,
        Function<Chance, Map<String, Object>> input,
        Function<Chance, Map<String, Object>> output,
        List<String> cancelReasons,
        List<Part> parts) {}
