/** State of each external service, from the configuration alone. Of secrets only their presence is read. */
import type {
  IntegrationName,
  IntegrationSetting,
  IntegrationState,
  IntegrationView,
} from "#contract/site/integrations";
import { paymentsMode } from "../../../adapters/card-stripe.ts";
import { googleConfigured } from "../../../adapters/identity-google.ts";
import { smsSender } from "../../../adapters/sms.ts";
import type { AppEnv } from "../../../env.ts";

const open = (name: string, value: string | undefined): IntegrationSetting => ({
  name,
  secret: false,
  set: Boolean(value),
  value: value || null,
});
const secret = (name: string, value: string | undefined): IntegrationSetting => ({
  name,
  secret: true,
  set: Boolean(value),
  value: null,
});

/** Whether some, all or none of the required settings are present. */
const completeness = (settings: readonly IntegrationSetting[]): IntegrationState => {
  const set = settings.filter((one) => one.set).length;
  return set === 0 ? "off" : set === settings.length ? "on" : "incomplete";
};

type Described = Omit<IntegrationView, "name">;

const DESCRIBE: Record<IntegrationName, (env: AppEnv) => Described> = {
  stripe(env) {
    const keys = [
      secret("STRIPE_SECRET_KEY", env.STRIPE_SECRET_KEY),
      secret("STRIPE_WEBHOOK_SECRET", env.STRIPE_WEBHOOK_SECRET),
      secret("STRIPE_PUBLISHABLE_KEY", env.STRIPE_PUBLISHABLE_KEY),
    ];
    const mode = paymentsMode(env);
    const state = mode === "emulator" ? "local" : mode === "stripe" ? "on" : completeness(keys);
    return {
      state,
      detail: {
        on: "Buyers can pay by card, and sellers can top up their ad credit.",
        local: "Test cards only. No real money moves.",
        incomplete: "Card payments stay off until all 3 keys are set.",
        off: "Card payments are off.",
      }[state],
      settings: [open("PAYMENTS", env.PAYMENTS), ...keys],
    };
  },
  google(env) {
    const needed = [
      open("GOOGLE_CLIENT_ID", env.GOOGLE_CLIENT_ID),
      secret("GOOGLE_CLIENT_SECRET", env.GOOGLE_CLIENT_SECRET),
    ];
    const state = googleConfigured(env) ? "on" : completeness(needed);
    return {
      state,
      detail: state === "on" ? "People can sign in with Google." : "Google sign-in stays off until both are set.",
      settings: [open("GOOGLE_ISSUER", env.GOOGLE_ISSUER), ...needed],
    };
  },
  mail(env) {
    const sends = env.MAIL_TRANSPORT === "cloudflare";
    return {
      state: sends ? "on" : "local",
      detail: sends
        ? "Emails go out through Cloudflare's email service."
        : "Emails stay in the outbox, where staff can read them. They aren't sent to anyone.",
      settings: [
        open("MAIL_TRANSPORT", env.MAIL_TRANSPORT),
        open("MAIL_FROM", env.MAIL_FROM),
        open("SUPPORT_EMAIL", env.SUPPORT_EMAIL),
      ],
    };
  },
  sms(env) {
    const needed = [
      open("SMS_ACCOUNT", env.SMS_ACCOUNT),
      open("SMS_FROM", env.SMS_FROM),
      secret("SMS_AUTH_TOKEN", env.SMS_AUTH_TOKEN),
    ];
    const state =
      env.SMS_TRANSPORT === "off"
        ? "off"
        : smsSender(env) === null
          ? "incomplete"
          : env.SMS_TRANSPORT === "outbox"
            ? "local"
            : "on";
    return {
      state,
      detail: {
        on: "People can confirm their phone number by a code in a text message.",
        local: "Texts stay in the outbox, where staff can read them. They aren't sent to anyone.",
        incomplete: "Nobody can confirm a phone number until the provider is fully set up.",
        off: "Nobody can confirm a phone number.",
      }[state],
      settings: [open("SMS_TRANSPORT", env.SMS_TRANSPORT), open("SMS_BASE_URL", env.SMS_BASE_URL), ...needed],
    };
  },
  prices(env) {
    const live = env.CRYPTO_PRICES === "coingecko";
    return {
      state: live ? "on" : "local",
      detail: live
        ? "Crypto amounts follow the market."
        : env.APP_ENV === "local"
          ? "Crypto amounts use fixed prices and are marked as estimates."
          : "Prices are fixed and for display only, so crypto isn't offered.",
      settings: [open("CRYPTO_PRICES", env.CRYPTO_PRICES), secret("COINGECKO_API_KEY", env.COINGECKO_API_KEY)],
    };
  },
  push: () => ({
    state: "on",
    detail: "People can turn on push notifications in their browser. Goodstreet created the keys itself.",
    settings: [],
  }),
};

export function describeIntegration(env: AppEnv, name: IntegrationName): IntegrationView {
  return { name, ...DESCRIBE[name](env) };
}
