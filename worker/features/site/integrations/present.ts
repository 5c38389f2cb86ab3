/** State of each external service, from the configuration alone. Of secrets only their presence is read. */
import type {
  IntegrationName,
  IntegrationSetting,
  IntegrationState,
  IntegrationView,
} from "#contract/site/integrations";
import { paymentsMode } from "../../../adapters/card-stripe.ts";
import { googleConfigured } from "../../../adapters/identity-google.ts";
import { languageModel } from "../../../adapters/language-model.ts";
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
        on: "Buyers can pay by card, and sellers top up their ad credit.",
        local: "Test cards only: the emulator takes them, and no money moves.",
        incomplete: "Cards are not offered until all three keys are set.",
        off: "Cards are not offered.",
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
      detail: state === "on" ? "People can sign in with Google." : "Google sign-in is not offered until both are set.",
      settings: [open("GOOGLE_ISSUER", env.GOOGLE_ISSUER), ...needed],
    };
  },
  mail(env) {
    const sends = env.MAIL_TRANSPORT === "cloudflare";
    return {
      state: sends ? "on" : "local",
      detail: sends
        ? "Emails are sent through Cloudflare's email service."
        : "Emails are stored in the outbox for staff to read. None are sent.",
      settings: [
        open("MAIL_TRANSPORT", env.MAIL_TRANSPORT),
        open("MAIL_FROM", env.MAIL_FROM),
        open("SUPPORT_EMAIL", env.SUPPORT_EMAIL),
      ],
    };
  },
  model(env) {
    const state = env.NARRATOR === "off" ? "local" : languageModel(env) ? "on" : "incomplete";
    return {
      state,
      detail: {
        on: "A language model may word Knowzee's replies, where AI Prompt Settings turn it on.",
        local: "Knowzee speaks in our own phrases.",
        incomplete: "A model is named that cannot be reached: Knowzee speaks in our own phrases.",
        off: "",
      }[state],
      settings: [
        open("NARRATOR", env.NARRATOR),
        open("LLM_BASE_URL", env.LLM_BASE_URL),
        secret("LLM_API_KEY", env.LLM_API_KEY),
      ],
    };
  },
  prices(env) {
    const live = env.CRYPTO_PRICES === "coingecko";
    return {
      state: live ? "on" : "local",
      detail: live
        ? "Amounts in crypto follow the market."
        : "Amounts in crypto use fixed prices and are marked as an estimate.",
      settings: [open("CRYPTO_PRICES", env.CRYPTO_PRICES), secret("COINGECKO_API_KEY", env.COINGECKO_API_KEY)],
    };
  },
  push: () => ({
    state: "on",
    detail: "Browsers that people allow to are told of news, by keys the service has made for itself.",
    settings: [],
  }),
};

export function describeIntegration(env: AppEnv, name: IntegrationName): IntegrationView {
  return { name, ...DESCRIBE[name](env) };
}
