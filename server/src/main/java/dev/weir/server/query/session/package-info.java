/** Live-video sessions: which there are, what one of them went through, and how they fare. */
package dev.weir.server.query.session;
