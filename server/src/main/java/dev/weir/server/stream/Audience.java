package dev.weir.server.stream;

import dev.weir.server.access.Scope;
import java.util.Set;

/**
 * What a follower may see and wants to see. Empty sets want everything.
 *
 * @param org the number of the scope's organisation
 */
record Audience(int org, Scope scope, Set<Topic> topics, Set<String> environments, Set<String> services) {

    boolean wants(Topic topic) {
        return topics.contains(topic);
    }

    boolean sees(int org, String env, String serviceKey) {
        return this.org == org
                && scope.includes(env, serviceKey)
                && (environments.isEmpty() || environments.contains(env))
                && (services.isEmpty() || services.contains(serviceKey));
    }
}
