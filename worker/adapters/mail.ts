import type { AppEnv } from "../env.ts";
import type { MailTransport } from "../ports/mail.ts";
import { cloudflareTransport } from "./mail-cloudflare.ts";
import { outboxTransport } from "./mail-outbox.ts";

/** Returns the transport configured by MAIL_TRANSPORT. */
export function mailTransport(env: AppEnv): MailTransport {
  return env.MAIL_TRANSPORT === "cloudflare" ? cloudflareTransport(env) : outboxTransport;
}
