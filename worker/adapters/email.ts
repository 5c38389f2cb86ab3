import type { AppEnv } from "../env.ts";
import type { EmailTransport } from "../ports/email.ts";

/** Returns the transport configured by MAIL_TRANSPORT. */
export function mailTransport(env: AppEnv): EmailTransport {
  return env.MAIL_TRANSPORT === "cloudflare" ? cloudflareTransport(env) : outboxTransport;
}

/** Sends with Cloudflare's `send_email` binding. Its local simulation writes the message to a file. */
export function cloudflareTransport(env: Pick<AppEnv, "EMAIL" | "MAIL_FROM">): EmailTransport {
  return {
    deliver: async ({ to, subject, text, html, unsubscribe_url }) => {
      const headers = unsubscribe_url && {
        "List-Unsubscribe": `<${unsubscribe_url}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };
      await env.EMAIL.send({ from: env.MAIL_FROM, to, subject, text, html, ...(headers && { headers }) });
      return "sent";
    },
  };
}

/** Default transport: sends nothing; staff read the emails at /EmailTest. */
export const outboxTransport: EmailTransport = {
  deliver: async () => "kept",
};
