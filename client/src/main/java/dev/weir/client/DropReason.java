package dev.weir.client;

/** Why an event never reached Weir. */
public enum DropReason {
    /** It was incomplete or wrong, such as a step without a name: the program should be corrected. */
    INVALID,
    /** It was larger than the client or the server allows. */
    TOO_LARGE,
    /** The buffer was full: Weir was away for longer than memory and spool last, or was too slow. */
    BUFFER_FULL,
    /** It was reported after the client had been closed. */
    CLOSED,
    /** The server answered that it cannot read the request, so sending it again would not help. */
    REFUSED,
    /** The client was closed before it could be sent, and there was no spool, or no room in it. */
    UNSENT,
    /** It was in the spool and could not be read again, such as a batch torn by a crash; at least so many. */
    SPOOL_DAMAGED
}
