import type { AppEnv } from "../env.ts";
import type { EmailTransport } from "../ports/email.ts";
import { cloudflareTransport } from "./email-cloudflare.ts";
import { outboxTransport } from "./email-outbox.ts";

/** Returns the transport configured by MAIL_TRANSPORT. */
export function mailTransport(env: AppEnv): EmailTransport {
  return env.MAIL_TRANSPORT === "cloudflare" ? cloudflareTransport(env) : outboxTransport;
}
