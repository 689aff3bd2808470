package dev.weir.server.query.session;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.core.session.SessionActivity;
import dev.weir.core.session.SessionRow;
import dev.weir.server.query.Micros;

/**
 * A session as every answer shows it.
 *
 * @param activity as of now
 */
record SessionItem(@JsonUnwrapped SessionRow session, SessionActivity activity) {

    /** @param idleSince what told nothing since then, or before, is idle unless it is closed; in microseconds */
    static SessionItem of(SessionRow session, long idleSince) {
        SessionActivity open =
                Micros.of(session.sessionEndTs()) <= idleSince ? SessionActivity.IDLE : SessionActivity.OPEN;
        return new SessionItem(session, session.closedTs() != null ? SessionActivity.CLOSED : open);
    }
}
