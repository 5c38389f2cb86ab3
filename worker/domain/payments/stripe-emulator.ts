/**
 * Keys of the local Stripe emulator. They are not secret: they only open test payments on the developer's machine, and
 * the Worker accepts them only where the emulator may run (`paymentsMode`).
 */
export const EMULATOR_SECRET_KEY = "sk_test_emulator";
export const EMULATOR_PUBLISHABLE_KEY = "pk_test_emulator";
export const EMULATOR_WEBHOOK_SECRET = "whsec_emulator";
/** For events about connected accounts, which Stripe sends to a separate endpoint. */
export const EMULATOR_CONNECT_WEBHOOK_SECRET = "whsec_emulator_connect";

/** Name of the single Durable Object instance. */
export const EMULATOR_NAME = "stripe";

/** Path under which the browser reaches the emulator through the Worker. */
export const EMULATOR_PATH = "/emulator/stripe";
