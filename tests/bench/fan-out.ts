/**
 * Delivery of one change of an item to a thousand viewers: from the moment the Durable Object sends until each has
 * received it.
 */
import type { Socket } from "node:net";
import { type Figures, quantile } from "./load.ts";
import type { Runtime } from "./runtime.ts";
import { type Headers, visitorHeaders } from "./signed-in-users.ts";
import { type Arrival, collectGarbage, textOf, watch } from "./viewer-socket.ts";

export const VIEWERS = 1_000;
const CONNECT_AT_ONCE = 25;
const PATIENCE_MS = 20_000;
/** Time for deferred work after a change to finish. */
const SETTLE_MS = 30;

interface Audience {
  /** Triggers one message to every viewer. @returns the ms until each received it, from the moment of sending. */
  tell: (cause: () => Promise<void>) => Promise<number[]>;
  leave: () => void;
}

async function connectViewers(url: string, headersOf: (index: number) => Headers): Promise<Audience> {
  const sockets: Socket[] = [];
  let arrived: Arrival[] = [];
  let full: (() => void) | undefined;
  const heard = (arrival: Arrival) => {
    arrived.push(arrival);
    if (arrived.length === VIEWERS) full?.();
  };
  for (let first = 0; first < VIEWERS; first += CONNECT_AT_ONCE) {
    const joining = Array.from({ length: CONNECT_AT_ONCE }, (_, index) => watch(url, headersOf(first + index), heard));
    sockets.push(...(await Promise.all(joining)));
  }
  // Waits for the first snapshots to arrive, which are not part of the measurement.
  await new Promise((wait) => setTimeout(wait, 1_000));
  return {
    tell: async (cause) => {
      await new Promise((wait) => setTimeout(wait, SETTLE_MS));
      collectGarbage();
      arrived = [];
      const complete = new Promise<void>((resolve) => {
        full = resolve;
      });
      await cause();
      await Promise.race([complete, new Promise((wait) => setTimeout(wait, PATIENCE_MS))]);
      const sentAt = Math.min(
        ...arrived.map(({ bytes }) => (JSON.parse(textOf(bytes)) as { server_now: number }).server_now),
      );
      return arrived.map(({ at }) => at - sentAt);
    },
    leave: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** @returns the figures of the app and of the bare Worker; a viewer without the message counts as an error. */
export async function fanOut(
  runtime: Runtime,
  itemId: string,
  buyers: readonly Headers[],
  rounds: number,
): Promise<{ app: Figures; bare: Figures }> {
  const viewers = await connectViewers(`${runtime.app}/api/items/${itemId}/live`, (index) => ({
    ...visitorHeaders(index + 1),
    Origin: runtime.app,
  }));
  const bareViewers = await connectViewers(`${runtime.bare}/live?name=fan-out`, () => ({}));
  const seen = { app: [] as number[][], bare: [] as number[][] };
  const call = async (url: string, method: string, headers: Headers = {}, body?: string) => {
    const reply = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
    await reply.body?.cancel();
  };
  const tellAll = () => call(`${runtime.bare}/tell-all?name=fan-out`, "POST");
  const held = JSON.stringify({ item_id: itemId, reservation_type: "buy_now" });
  for (let round = -1; round < rounds; round++) {
    const headers = buyers[(round + 1) % buyers.length] ?? {};
    const hold = () => call(`${runtime.app}/api/rpc/reserve_item`, "POST", headers, held);
    const release = () => call(`${runtime.app}/api/items/${itemId}/reservation`, "DELETE", headers);
    const told = { app: [[...(await viewers.tell(hold))]], bare: [[...(await bareViewers.tell(tellAll))]] };
    told.app.push([...(await viewers.tell(release))]);
    told.bare.push([...(await bareViewers.tell(tellAll))]);
    if (round < 0) continue; // warm
    seen.app.push(...told.app);
    seen.bare.push(...told.bare);
  }
  viewers.leave();
  bareViewers.leave();
  return { app: figuresOfTellings(seen.app), bare: figuresOfTellings(seen.bare) };
}

/**
 * Returns the figures of the median telling. Over all messages, one telling in sixty that met other work on the machine
 * would decide the slowest percent.
 */
function figuresOfTellings(tellings: readonly number[][]): Figures {
  const sorted = tellings.map((times) => Float64Array.from(times).sort());
  const typical = (share: number) =>
    quantile(Float64Array.from(sorted.map((times) => quantile(times, share))).sort(), 0.5);
  const messages = tellings.reduce((sum, times) => sum + times.length, 0);
  return {
    requests: messages,
    rps: Number.NaN,
    p50: typical(0.5),
    p99: typical(0.99),
    cpu: Number.NaN,
    errors: tellings.length * VIEWERS - messages,
  };
}
