/**
 * Keys of the emulator. They are no secrets: they open nothing but test payments on the developer's own machine, and
 * the Worker accepts them only where the emulator may run (`paymentsMode`).
 */
export const EMULATOR_SECRET_KEY = "sk_test_emulator";
export const EMULATOR_PUBLISHABLE_KEY = "pk_test_emulator";
export const EMULATOR_WEBHOOK_SECRET = "whsec_emulator";
/** Of events about connected accounts, which Stripe sends to an endpoint of their own. */
export const EMULATOR_CONNECT_WEBHOOK_SECRET = "whsec_emulator_connect";

/** The one object of the class. */
export const EMULATOR_NAME = "stripe";

/** Where the browser reaches the emulator through the Worker. */
export const EMULATOR_PATH = "/emulator/stripe";
