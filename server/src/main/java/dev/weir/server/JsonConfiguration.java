package dev.weir.server;

import dev.weir.core.insight.Verdict;
import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.HealthState;
import dev.weir.core.run.Json;
import dev.weir.core.run.PauseReason;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.Shape;
import dev.weir.core.run.StepStatus;
import dev.weir.core.session.AttributionMethod;
import dev.weir.core.session.IdentityMatch;
import dev.weir.core.session.SegmentReason;
import dev.weir.core.session.SessionActivity;
import dev.weir.core.session.StartupOutcome;
import dev.weir.core.session.TraceCategory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.BiConsumer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** How core's values look in JSON: times in UTC with milliseconds, enums by their label, JSON as it is. */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    @Bean
    JsonMapperBuilderCustomizer coreValues() {
        SimpleModule module = new SimpleModule("weir");
        add(module, Instant.class, (value, json) -> json.writeString(TIME.format(value)));
        add(module, RunStatus.class, (value, json) -> json.writeString(value.label()));
        add(module, PauseReason.class, (value, json) -> json.writeString(value.label()));
        add(module, StepStatus.class, (value, json) -> json.writeString(value.label()));
        add(module, AttemptResult.class, (value, json) -> json.writeString(value.label()));
        add(module, HealthState.class, (value, json) -> json.writeString(value.label()));
        add(module, Shape.Kind.class, (value, json) -> json.writeString(value.label()));
        add(module, StartupOutcome.class, (value, json) -> json.writeString(value.label()));
        add(module, SessionActivity.class, (value, json) -> json.writeString(value.label()));
        add(module, IdentityMatch.class, (value, json) -> json.writeString(value.label()));
        add(module, AttributionMethod.class, (value, json) -> json.writeString(value.label()));
        add(module, SegmentReason.class, (value, json) -> json.writeString(value.label()));
        add(module, TraceCategory.class, (value, json) -> json.writeString(value.label()));
        add(module, Verdict.class, (value, json) -> json.writeString(value.label()));
        add(module, Json.class, (value, json) -> json.writeRawValue(value.text()));
        return builder -> builder.addModule(module);
    }

    private static <T> void add(SimpleModule module, Class<T> type, BiConsumer<T, JsonGenerator> write) {
        module.addSerializer(type, new StdSerializer<T>(type) {
            @Override
            public void serialize(T value, JsonGenerator json, SerializationContext context) {
                write.accept(value, json);
            }
        });
    }
}
