package dev.weir.server.project;

import dev.weir.server.Settings;
import java.util.Objects;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether the server hands events over to brokers instead of folding them. */
final class FrontMode {
    private FrontMode() {}

    private static boolean isOn(ConditionContext context) {
        return Objects.requireNonNull(context.getBeanFactory())
                .getBean(Settings.class)
                .kafka()
                .isPresent();
    }

    static final class On implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return isOn(context);
        }
    }

    static final class Off implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !isOn(context);
        }
    }
}
