/** Threads and messages between two users, through the routes that the browser calls. */
import { expect } from "vitest";
import type { MessagesReply, MessageView, ThreadView } from "#contract/messages";
import type { TestAccount } from "./accounts.ts";
import { createBuyer, createSeller, insertItem, reply } from "./deals.ts";

export interface Thread {
  buyer: TestAccount;
  seller: TestAccount;
  itemId: string;
  id: string;
}

/** Creates a thread about an item, as "Message seller" does, without messages. */
export async function createThread(): Promise<Thread> {
  const [buyer, seller] = [await createBuyer(), await createSeller()];
  const itemId = await insertItem(seller);
  const { id } = await openThread(buyer, { item_id: itemId });
  return { buyer, seller, itemId, id };
}

/** Starts a thread through the API, about an item or with a user. */
export async function openThread(who: TestAccount, about: Record<string, string>, status = 201): Promise<ThreadView> {
  return reply(await who.request("POST", "/api/conversations", about), status);
}

/** Posts a message with a new client id and returns the response. */
export const postMessage = (who: TestAccount, id: string, body: Record<string, unknown>) =>
  who.request("POST", `/api/conversations/${id}/messages`, { client_id: crypto.randomUUID(), ...body });

/** Sends a text message and returns the stored message. */
export async function sendText(who: TestAccount, id: string, text: string): Promise<MessageView> {
  return reply(await postMessage(who, id, { text }), 201);
}

/** Reads the messages of a thread as this user. */
export async function readMessages(who: TestAccount, id: string, query = ""): Promise<MessagesReply> {
  return reply(await who.request("GET", `/api/conversations/${id}/messages${query}`), 200);
}

/** Reads a thread with its last message and unread count. */
export async function readThread(who: TestAccount, id: string): Promise<ThreadView> {
  return reply(await who.request("GET", `/api/conversations/${id}`), 200);
}

export const texts = (messages: { items: MessageView[] }) => messages.items.map(({ text }) => text);

/** Marks the messages up to this sequence number as read. */
export async function markRead(who: TestAccount, id: string, upTo: number) {
  const response = await who.request("POST", `/api/conversations/${id}/read`, { up_to_seq: upTo });
  expect(response.status).toBe(200);
}
