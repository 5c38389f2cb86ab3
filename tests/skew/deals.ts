/**
 * Deals over HTTP in two halves, so that one release begins them and another finishes them: an order by bank transfer, a
 * hold with a waitlist, a negotiation, messages, and the live channels. Uses only what the previous release has, too.
 */
import { strictEqual } from "node:assert";
import { ApiUser } from "../support/node/api-user.ts";
import type { Front } from "./side-by-side.ts";

export type People = Awaited<ReturnType<typeof createPeople>>;
export type Deal = Awaited<ReturnType<typeof begin>>;

const BANK = { account_name: "Sam Seller", bsb: "062-000", account_number: "12345678" };
/** More commands than any request sends to a room. */
const REFUSALS_MAX = 8;

/** Commands that rooms did not know. They were refused, and worked when they were repeated. */
export const refused = { commands: 0 };

const about = ({ release, rooms }: Front) => `${release.name} Worker, ${rooms.name} rooms`;

/** Sends a request, and fails unless it gets this status. The newer Worker repeats what a room does not know yet. */
async function send<T>(
  front: Front,
  user: ApiUser,
  call: `${"GET" | "POST" | "PATCH" | "DELETE"} /${string}`,
  body?: unknown,
  expected = 200,
): Promise<T> {
  const [method = "", path = ""] = call.split(" ");
  user.origin = front.origin;
  for (let attempt = 0; ; attempt++) {
    const reply = await user.request<T>(method, path, body);
    if (reply.status === expected) return reply.body;
    if (reply.status !== 503 || front.release.change !== "newer" || attempt === REFUSALS_MAX) {
      throw new Error(`${about(front)}: ${call} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    }
    refused.commands++;
  }
}

/** Opens a live channel, and returns its next message that has these fields. */
async function listen(front: Front, user: ApiUser, path: string) {
  const url = front.origin.replace("http", "ws") + path;
  // Node's class takes headers, which the browser's does not.
  const init = { headers: { Origin: front.origin, Cookie: user.cookie } } as unknown as string[];
  const socket = new WebSocket(url, init);
  const received: Record<string, unknown>[] = [];
  const until = (fields: Record<string, unknown>) =>
    new Promise<void>((found, failed) => {
      const fail = () =>
        failed(new Error(`${about(front)}: ${path} sent no ${JSON.stringify(fields)}: ${JSON.stringify(received)}`));
      const check = () => {
        if (received.some((frame) => Object.entries(fields).every(([name, value]) => frame[name] === value))) found();
      };
      socket.addEventListener("message", check);
      socket.addEventListener("close", fail);
      setTimeout(fail, 20_000).unref();
      check();
    });
  socket.addEventListener("message", ({ data }) => {
    received.push(JSON.parse(String(data)) as Record<string, unknown>);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener("open", opened);
    socket.addEventListener("error", () => failed(new Error(`${about(front)}: ${path} did not open.`)));
  });
  return { until, close: () => socket.close() };
}

export async function createPeople(front: Front) {
  const create = async (name: string, index: number) => {
    const user = new ApiUser(front.origin, `198.51.100.${index}`);
    await user.signUp(`skew-${index}@example.com`, name);
    return user;
  };
  const seller = await create("Sam Seller", 1);
  await send(front, seller, "PATCH /api/profile", { bank_details: BANK, suburb: "Brunswick", city: "Melbourne" });
  return { seller, buyer: await create("Bo Buyer", 2), waiting: await create("Wendy Waiting", 3) };
}

export async function begin(front: Front, { seller, buyer, waiting }: People) {
  const list = async (title: string, more: object = {}) => {
    const listing = { title, price: 40, category: "other", condition: "good", ...more };
    return (await send<{ id: string }>(front, seller, "POST /api/items", listing, 201)).id;
  };
  const hold = (user: ApiUser, item_id: string) =>
    send(front, user, "POST /api/rpc/reserve_item", { item_id, reservation_type: "buy_now" });

  const held = await list("Held lamp");
  const live = await listen(front, buyer, `/api/items/${held}/live`);
  await hold(buyer, held);
  await live.until({ type: "snapshot", status: "reserved", reserved_by_you: true });
  await send(front, buyer, `DELETE /api/items/${held}/reservation`);
  await live.until({ type: "snapshot", status: "active" });
  live.close();
  await hold(buyer, held);
  await send(front, waiting, `POST /api/items/${held}/line`);

  const negotiated = await list("Negotiated lamp", { negotiation_enabled: true, minimum_price: 20 });
  const said = { itemId: negotiated, userMessage: "Would you take $30?", amount: 30 };
  const negotiation = await send<Answer>(front, buyer, "POST /api/agent-negotiate", said);

  const ordered = await list("Ordered lamp");
  const thread = await send<{ id: string }>(front, buyer, "POST /api/conversations", { item_id: ordered }, 201);
  await message(front, buyer, seller, thread.id);
  await hold(buyer, ordered);
  await send(front, buyer, `POST /api/items/${ordered}/checkout/acknowledgement`, { acknowledged: true });
  const buying = { itemId: ordered, paymentMethod: "bank_transfer" };
  const order = await send<{ order_id: string }>(front, buyer, "POST /api/transactions", buying, 201);

  return { held, negotiated, order: order.order_id, negotiation: negotiation.conversationId, thread: thread.id };
}

/** Sends a message, and waits until the other user's live channel has announced it. */
async function message(front: Front, from: ApiUser, to: ApiUser, thread: string): Promise<void> {
  const live = await listen(front, to, "/api/live");
  const sent = { client_id: crypto.randomUUID(), text: `Is it still there? ${crypto.randomUUID()}` };
  await send(front, from, `POST /api/conversations/${thread}/messages`, sent, 201);
  await live.until({ type: "message" });
  live.close();
}

interface Answer {
  conversationId: string;
}

interface Asked {
  items: { id: string; order_id: string }[];
}

interface Order {
  status: string;
  reference_number: string;
  handover: { code: string } | null;
}

export async function finish(front: Front, { seller, buyer, waiting }: People, deal: Deal): Promise<void> {
  const order = (user: ApiUser) => send<Order>(front, user, `GET /api/orders/${deal.order}`);
  const placed = await order(buyer);
  strictEqual(placed.status, "awaiting_payment", about(front));
  const evidence = { referenceNumber: placed.reference_number };
  await send(front, buyer, `POST /api/orders/${deal.order}/evidence`, evidence);
  const asked = await send<Asked>(front, seller, "GET /api/payment-confirmations?status=pending");
  const confirmation_id = asked.items.find(({ order_id }) => order_id === deal.order)?.id;
  await send(front, seller, "POST /api/rpc/confirm_payment_received", { confirmation_id });
  const { handover } = await order(buyer);
  await send(front, seller, `POST /api/orders/${deal.order}/handover`, { code: handover?.code });
  strictEqual((await order(seller)).status, "completed", about(front));

  const live = await listen(front, waiting, `/api/items/${deal.held}/live`);
  await live.until({ type: "snapshot", line_place: 1 });
  await send(front, buyer, `DELETE /api/items/${deal.held}/reservation`);
  await live.until({ type: "snapshot", your_turn: true, reserved_by_you: true });
  live.close();
  await send(front, waiting, `DELETE /api/items/${deal.held}/line`);

  const counted = { item_id: deal.negotiated };
  // The older rooms of changed.ts lack this method.
  const status = front.rooms.change === "older" ? 503 : 200;
  await send(front, buyer, "POST /api/rpc/get_active_negotiations_count", counted, status);
  const said = { itemId: deal.negotiated, userMessage: "And $32?", amount: 32 };
  const answer = await send<Answer>(front, buyer, "POST /api/agent-negotiate", said);
  strictEqual(answer.conversationId, deal.negotiation, about(front));
  const read = await send<{ messages: unknown[] }>(front, buyer, `GET /api/items/${deal.negotiated}/negotiation`);
  strictEqual(read.messages.length, 4, about(front));
  await message(front, seller, buyer, deal.thread);
}
