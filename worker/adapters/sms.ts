/** Text messages through Twilio's REST API, which other providers offer too, or a stand-in on a developer's machine. */
import type { AppEnv } from "../env.ts";
import type { SmsSender } from "../ports/sms.ts";

const TIMEOUT_MS = 8_000;

type SmsEnv = Pick<
  AppEnv,
  "APP_ENV" | "SMS_TRANSPORT" | "SMS_BASE_URL" | "SMS_ACCOUNT" | "SMS_FROM" | "SMS_AUTH_TOKEN"
>;

/** Returns the configured sender; null for none, in which case phone numbers cannot be confirmed. */
export function smsSender(env: SmsEnv): SmsSender | null {
  // In a deployment nobody would receive the code, and staff could read it.
  if (env.SMS_TRANSPORT === "outbox") return env.APP_ENV === "local" ? storedTexts : null;
  if (env.SMS_TRANSPORT !== "twilio" || !env.SMS_ACCOUNT || !env.SMS_FROM || !env.SMS_AUTH_TOKEN) return null;
  return twilioSender(env.SMS_BASE_URL, env.SMS_ACCOUNT, env.SMS_AUTH_TOKEN, env.SMS_FROM);
}

const storedTexts: SmsSender = {
  deliver: async () => "kept",
  check: async () => {},
};

function twilioSender(baseUrl: string, account: string, token: string, from: string): SmsSender {
  const home = `${baseUrl.replace(/\/+$/, "")}/2010-04-01/Accounts/${encodeURIComponent(account)}`;
  const headers = { Authorization: `Basic ${btoa(`${account}:${token}`)}` };
  const call = async (url: string, init: RequestInit = {}) => {
    const reply = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`The SMS provider answered ${reply.status}.`);
  };
  return {
    async deliver({ to, text }) {
      await call(`${home}/Messages.json`, {
        method: "POST",
        body: new URLSearchParams({ To: to, From: from, Body: text }),
      });
      return "sent";
    },
    check: () => call(`${home}.json`),
  };
}
