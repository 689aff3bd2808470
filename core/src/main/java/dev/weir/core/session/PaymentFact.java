package dev.weir.core.session;

import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment for work on the network. It opens no session; the request id tells which one it was for, if it has one.
 *
 * @param sessionId of the payment, which has nothing to do with live-video sessions
 * @param faceValueWei null if it is told in another unit
 */
public record PaymentFact(
        UUID event,
        long at,
        @Nullable String gateway,
        @Nullable String requestId,
        @Nullable String sessionId,
        @Nullable String manifestId,
        @Nullable String capability,
        @Nullable String orchestratorUrl,
        @Nullable String recipient,
        @Nullable String sender,
        @Nullable BigDecimal faceValueWei,
        @Nullable BigDecimal priceWeiPerPixel,
        @Nullable Long tickets,
        @Nullable Double winProbability) {}
