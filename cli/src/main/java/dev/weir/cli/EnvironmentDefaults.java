package dev.weir.cli;

import dev.weir.server.Settings;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every option {@code --some-name} may also come as {@code WEIR_SOME_NAME}. Flags need a fallback value of true: without
 * it, giving a flag that its variable has already turned on would turn it off.
 */
public final class EnvironmentDefaults implements IDefaultValueProvider {
    private final Map<String, String> environment;

    public EnvironmentDefaults(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.usageHelp()) {
            return null;
        }
        String value = environment.getOrDefault(variable(option.longestName()), "");
        if (!value.isEmpty()) {
            return value;
        }
        return switch (option.longestName()) {
            case "--data" -> Settings.defaultData(environment);
            case "--url" -> "http://127.0.0.1:" + environment.getOrDefault("WEIR_PORT", "8420");
            default -> null;
        };
    }

    public static String variable(String optionName) {
        return "WEIR_" + optionName.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
