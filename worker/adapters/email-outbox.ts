import type { EmailTransport } from "../ports/email.ts";

/** Default transport: sends nothing; staff read the emails at /EmailTest. */
export const outboxTransport: EmailTransport = {
  deliver: async () => "kept",
};
