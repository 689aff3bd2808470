package dev.weir.examples;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Stands for somebody else's service, with its moods: busy at first for one customer, always for another. */
final class PaymentGateway {

    static final class BusyException extends Exception {
        private static final long serialVersionUID = 1L;

        BusyException() {
            super("The payment gateway is busy.");
        }
    }

    static final class DeclinedException extends Exception {
        private static final long serialVersionUID = 1L;

        DeclinedException(String customer) {
            super("The card of " + customer + " was declined.");
        }
    }

    private final Map<String, Integer> calls = new ConcurrentHashMap<>();

    String charge(Order order) throws BusyException, DeclinedException {
        int call = calls.merge(order.id(), 1, Integer::sum);
        if (order.customer().equals("careless")) {
            throw new DeclinedException(order.customer());
        }
        boolean alwaysBusy = order.customer().equals("unlucky");
        if (alwaysBusy || (order.customer().equals("patient") && call < 3)) {
            throw new BusyException();
        }
        return "receipt-" + order.id() + "-" + call;
    }
}
