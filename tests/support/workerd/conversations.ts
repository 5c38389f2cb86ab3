/** Threads and messages between two users, through the routes that the browser calls. */
import { expect } from "vitest";
import type { ConversationView, MessagesReply, MessageView } from "#contract/conversations";
import type { TestAccount } from "./accounts.ts";
import { createBuyer, createSeller, insertItem, reply } from "./deals.ts";

export interface Talk {
  buyer: TestAccount;
  seller: TestAccount;
  itemId: string;
  id: string;
}

/** Creates a thread about an item, as "Message seller" does, without messages. */
export async function talk(): Promise<Talk> {
  const [buyer, seller] = [await createBuyer(), await createSeller()];
  const itemId = await insertItem(seller);
  const { id } = await open(buyer, { item_id: itemId });
  return { buyer, seller, itemId, id };
}

/** Starts a thread through the API, about an item or with a user. */
export async function open(who: TestAccount, about: Record<string, string>, status = 201): Promise<ConversationView> {
  return reply(await who.request("POST", "/api/conversations", about), status);
}

/** Posts a message with a new client id and returns the response. */
export const post = (who: TestAccount, id: string, body: Record<string, unknown>) =>
  who.request("POST", `/api/conversations/${id}/messages`, { client_id: crypto.randomUUID(), ...body });

/** Sends a text message and returns the stored message. */
export async function say(who: TestAccount, id: string, text: string): Promise<MessageView> {
  return reply(await post(who, id, { text }), 201);
}

/** Reads the messages of a thread as this user. */
export async function read(who: TestAccount, id: string, query = ""): Promise<MessagesReply> {
  return reply(await who.request("GET", `/api/conversations/${id}/messages${query}`), 200);
}

/** Reads a thread with its last message and unread count. */
export async function look(who: TestAccount, id: string): Promise<ConversationView> {
  return reply(await who.request("GET", `/api/conversations/${id}`), 200);
}

export const texts = (messages: { items: MessageView[] }) => messages.items.map(({ text }) => text);

/** Marks the messages up to this sequence number as read. */
export async function seen(who: TestAccount, id: string, upTo: number) {
  const response = await who.request("POST", `/api/conversations/${id}/read`, { up_to_seq: upTo });
  expect(response.status).toBe(200);
}
