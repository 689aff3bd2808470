/** How services, environments, workflows and steps fare beside what is usual, and what needs somebody now. */
package dev.weir.server.query.insight;
