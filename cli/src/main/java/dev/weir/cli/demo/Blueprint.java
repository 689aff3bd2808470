package dev.weir.cli.demo;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A workflow of the demonstration.
 *
 * @param perMinute how many runs begin in production in an ordinary minute
 * @param repeats whether the same few ids run again and again, one at a time
 * @param ids how the workflow id of a run is made, from chance and the minute in which it begins
 */
record Blueprint(
        String service,
        String name,
        double perMinute,
        boolean repeats,
        BiFunction<Chance, Long, String> ids,
        Function<Chance, Map<String, Object>> input,
        Function<Chance, Map<String, Object>> output,
        List<String> cancelReasons,
        List<Part> parts) {}
