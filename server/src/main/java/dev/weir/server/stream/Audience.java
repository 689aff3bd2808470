package dev.weir.server.stream;

import dev.weir.server.access.Scope;
import java.util.Set;
import java.util.UUID;

/** What a follower may see and wants to see. Empty sets want everything. */
record Audience(Scope scope, Set<Topic> topics, Set<String> environments, Set<String> services) {

    boolean wants(Topic topic) {
        return topics.contains(topic);
    }

    boolean sees(UUID org, String env, String serviceKey) {
        return scope.org().equals(org)
                && scope.includes(env, serviceKey)
                && (environments.isEmpty() || environments.contains(env))
                && (services.isEmpty() || services.contains(serviceKey));
    }
}
