import type { AppEnv } from "../env.ts";
import type { MailTransport } from "../ports/mail.ts";
import { cloudflareTransport } from "./mail-cloudflare.ts";
import { outboxTransport } from "./mail-outbox.ts";

/** The transport MAIL_TRANSPORT names. */
export function mailTransport(env: AppEnv): MailTransport {
  return env.MAIL_TRANSPORT === "cloudflare" ? cloudflareTransport(env) : outboxTransport;
}
