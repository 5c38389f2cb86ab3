import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { UserSocketMessage } from "#contract/account/user-live";
import { applyEvent } from "../../web/features/messages/cache.ts";
import { messageView } from "../support/web/messages.ts";

const notificationFrame = (kind: string): UserSocketMessage => ({
  type: "notification",
  notification: { id: "ntf_1", kind, title: "Order placed", body: "", link: "/MyOrders", at: 0 },
  notifications: 1,
});

it("a message that staff removed disappears from the open thread", () => {
  const client = new QueryClient();
  const thread = { messages: [messageView(1), messageView(2)], lastSeq: 2, older: false, lastRead: 0, otherRead: 0 };
  const { id, conversation_id } = messageView(2);
  client.setQueryData(["conversations", "thread", conversation_id], thread);
  applyEvent(client, { type: "removed", conversation_id, message_id: id, unread_messages: 0 });
  expect(client.getQueryData(["conversations", "thread", conversation_id])).toEqual({
    ...thread,
    messages: [messageView(1)],
  });
});

it.each([
  ["order", 1],
  ["trade", 1],
  ["offer", 1],
  ["price_drop", 0],
])("a notification of kind %s makes the open thread reload %i times", (kind, times) => {
  const client = new QueryClient();
  const reload = vi.spyOn(client, "invalidateQueries");
  applyEvent(client, notificationFrame(kind));
  expect(reload).toHaveBeenCalledTimes(times);
});
