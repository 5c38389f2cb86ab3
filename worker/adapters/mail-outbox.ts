import type { MailTransport } from "../ports/mail.ts";

/** Default transport: sends nothing; staff read the emails at /EmailTest. */
export const outboxTransport: MailTransport = {
  deliver: async () => "kept",
};
