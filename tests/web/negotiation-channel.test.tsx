/** The negotiation over the item page's socket: repeats after a cut, resumption, refusals. */
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import type { NegotiationMessage, NegotiationView } from "#contract/negotiation";
import type { NegotiationReplyFrame } from "#contract/negotiation-live";
import { storeNegotiation } from "../../web/features/negotiation/negotiation.ts";
import {
  answeredElsewhere,
  negotiationConnected,
  negotiationDisconnected,
  negotiationReceived,
  sendOverSocket,
} from "../../web/features/negotiation/negotiation-channel.ts";

const ITEM = "itm_bike";
const KEY = ["items", "negotiation", ITEM];

const message = (id: number, text = `text ${id}`): NegotiationMessage => ({
  id: String(id),
  from: id % 2 === 1 ? "buyer" : "knowzee",
  text,
  at: id,
  amount: null,
  act: null,
  counter_no: null,
  item: null,
  ask_seller: null,
});

function view(rev: number, messages: NegotiationMessage[]): NegotiationView {
  return {
    id: "neg_1",
    item_id: ITEM,
    rev,
    messages,
    standing_amount: null,
    expires_at: null,
    counter_no: null,
    final: false,
    final_until: null,
    accepted: null,
    server_now: rev,
  };
}

const shown = (client: QueryClient) => client.getQueryData<NegotiationView>(KEY)?.messages.map(({ id }) => id);
const replyTo = (id: string, rev: number, ids: number[]): NegotiationReplyFrame => ({
  type: "negotiation_reply",
  id,
  conversation: view(
    rev,
    ids.map((n) => message(n)),
  ),
  since: ids[0] ?? 1,
});

afterEach(() => negotiationDisconnected(ITEM));

it("sends a message again with its id on the next socket, and takes the first answer", async () => {
  const client = new QueryClient();
  const first = vi.fn();
  negotiationConnected(client, ITEM, first);
  const frame = { type: "negotiate" as const, id: "message-0001", text: "$150?" };
  const answer = sendOverSocket<NegotiationReplyFrame>(ITEM, frame);
  expect(first).toHaveBeenCalledExactlyOnceWith(JSON.stringify(frame));
  negotiationDisconnected(ITEM);
  expect(sendOverSocket(ITEM, { ...frame, id: "message-0002" })).toBeNull();

  const second = vi.fn();
  negotiationConnected(client, ITEM, second);
  expect(second).toHaveBeenCalledExactlyOnceWith(JSON.stringify(frame));
  negotiationReceived(client, ITEM, replyTo("message-0001", 1, [1, 2]));
  expect((await answer)?.conversation.rev).toBe(1);
  expect(shown(client)).toEqual(["1", "2"]);
  // Answered, so a third socket gets only the resumption.
  const third = vi.fn();
  negotiationConnected(client, ITEM, third);
  expect(third).toHaveBeenCalledExactlyOnceWith(JSON.stringify({ type: "negotiation_resume", since: 2 }));
});

it("adds what it missed to what it has, without repeating a message", () => {
  const client = new QueryClient();
  storeNegotiation(client, ITEM, view(1, [message(1), message(2)]));
  negotiationReceived(client, ITEM, {
    type: "negotiation",
    since: 2,
    conversation: view(3, [message(2, "reworded"), message(3), message(4)]),
  });
  expect(shown(client)).toEqual(["1", "2", "3", "4"]);
  expect(client.getQueryData<NegotiationView>(KEY)?.messages[1]?.text).toBe("reworded");
  // An older frame changes nothing, and a part whose beginning is missing is not shown as the whole.
  negotiationReceived(client, ITEM, { type: "negotiation", conversation: view(2, [message(1)]) });
  negotiationReceived(client, ITEM, { type: "negotiation", since: 9, conversation: view(9, [message(9)]) });
  expect(shown(client)).toEqual(["1", "2", "3", "4"]);
});

it("turns a refusal into the error that HTTP gives", async () => {
  const client = new QueryClient();
  negotiationConnected(client, ITEM, () => undefined);
  const answer = sendOverSocket(ITEM, { type: "negotiate", id: "message-0001", text: "$150?" });
  negotiationReceived(client, ITEM, {
    type: "negotiation_refused",
    id: "message-0001",
    error: { code: "too_many_requests", message: "Slow down.", details: { retry_after: 5 } },
  });
  await expect(answer).rejects.toMatchObject({ status: 429, code: "too_many_requests", message: "Slow down." });
});

it("ignores the answer to a message that was answered another way", () => {
  const client = new QueryClient();
  const sent = vi.fn();
  negotiationConnected(client, ITEM, sent);
  void sendOverSocket(ITEM, { type: "negotiate", id: "message-0001", text: "$150?" });
  answeredElsewhere("message-0001");
  negotiationConnected(client, ITEM, sent);
  expect(sent).toHaveBeenCalledOnce();
});
