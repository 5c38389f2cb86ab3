import type { MailTransport } from "../ports/mail.ts";

/** The embedded default: nothing leaves the machine, staff read it at /EmailTest. */
export const outboxTransport: MailTransport = {
  deliver: async () => "kept",
};
