/** The support form. The server looks up an order's item, so `item_name` is not used for orders. */
import * as z from "zod/mini";
import { MESSAGES } from "../copy.ts";
import { email, id, normaliseText, text } from "../fields.ts";

/** An empty address gets the message for a missing one, not for an invalid one. */
const contactAddress = z.pipe(
  z.pipe(z.string(), z.transform(normaliseText)),
  z.pipe(z.string().check(z.minLength(1, MESSAGES.supportEmail)), email),
);

/** POST /api/support-requests */
export const NewSupportRequest = z.strictObject({
  order_id: z.optional(z.nullable(id)),
  item_name: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  issue_description: text(1, 4_000, MESSAGES.supportDescription),
  user_email: contactAddress,
});
export type NewSupportRequestInput = z.output<typeof NewSupportRequest>;

export interface SupportRequestReply {
  id: string;
  order_id: string | null;
  item_name: string | null;
  created_at: number;
}

export const CONTACT_TOPICS = ["account", "buying", "selling", "safety", "privacy", "idea", "other"] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** POST /api/contact: the contact form; no session needed. */
export const ContactMessage = z.strictObject({
  topic: z.enum(CONTACT_TOPICS, "Please choose what it's about."),
  name: z.optional(text(0, 80)),
  message: text(1, 4_000, "Please write your message."),
  email: contactAddress,
});
export type ContactMessageInput = z.output<typeof ContactMessage>;

export interface ContactReply {
  id: string;
  created_at: number;
}
