/** A change of one item, told to a thousand viewers: from the moment the object sends until each of them has it. */
import { type Figures, quantile } from "./load.ts";
import { type Headers, strangerAt } from "./people.ts";
import type { Runtime } from "./runtime.ts";

export const VIEWERS = 1_000;
const CONNECT_AT_ONCE = 25;
const PATIENCE_MS = 20_000;

/** undici's WebSocket takes headers, which the standard one does not know. */
const Socket = WebSocket as unknown as new (url: string, options: { headers: Headers }) => WebSocket;

interface Audience {
  /** Causes one message to everybody. @returns ms until each had it, counted from the first word of the object. */
  tell: (cause: () => Promise<void>) => Promise<number[]>;
  leave: () => void;
}

async function audience(url: string, headersOf: (index: number) => Headers): Promise<Audience> {
  const sockets: WebSocket[] = [];
  let arrived: { at: number; text: string }[] = [];
  let full: (() => void) | undefined;
  const join = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = new Socket(url, { headers: headersOf(index) });
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error(`${url}: a viewer was not let in`)));
      socket.addEventListener("message", ({ data }) => {
        arrived.push({ at: performance.timeOrigin + performance.now(), text: String(data) });
        if (arrived.length === VIEWERS) full?.();
      });
      sockets.push(socket);
    });
  for (let first = 0; first < VIEWERS; first += CONNECT_AT_ONCE) {
    await Promise.all(Array.from({ length: CONNECT_AT_ONCE }, (_, index) => join(first + index)));
  }
  // What greets a newcomer is not the change.
  await new Promise((wait) => setTimeout(wait, 1_000));
  return {
    tell: async (cause) => {
      arrived = [];
      const complete = new Promise<void>((resolve) => {
        full = resolve;
      });
      await cause();
      await Promise.race([complete, new Promise((wait) => setTimeout(wait, PATIENCE_MS))]);
      const sentAt = Math.min(...arrived.map(({ text }) => (JSON.parse(text) as { server_now: number }).server_now));
      return arrived.map(({ at }) => at - sentAt);
    },
    leave: () => {
      for (const socket of sockets) socket.close();
    },
  };
}

/** @returns the app's figures and the bare ones; a viewer who was not told is an error. */
export async function fanOut(
  runtime: Runtime,
  itemId: string,
  buyers: readonly Headers[],
  rounds: number,
): Promise<{ app: Figures; bare: Figures }> {
  const live = (origin: string, path: string) => origin.replace("http", "ws") + path;
  const viewers = await audience(live(runtime.app, `/api/items/${itemId}/live`), (index) => ({
    ...strangerAt(index + 1),
    Origin: runtime.app,
  }));
  const bareViewers = await audience(live(runtime.bare, `/live?name=fan-out`), () => ({}));
  const seen = { app: [] as number[], bare: [] as number[] };
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
    const took = {
      app: [...(await viewers.tell(hold))],
      bare: [...(await bareViewers.tell(tellAll))],
    };
    took.app.push(...(await viewers.tell(release)));
    took.bare.push(...(await bareViewers.tell(tellAll)));
    if (round < 0) continue; // warm
    seen.app.push(...took.app);
    seen.bare.push(...took.bare);
  }
  viewers.leave();
  bareViewers.leave();
  const figures = (times: number[]): Figures => {
    const sorted = Float64Array.from(times).sort();
    return {
      requests: times.length,
      rps: Number.NaN,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      cpu: Number.NaN,
      errors: rounds * 2 * VIEWERS - times.length,
    };
  };
  return { app: figures(seen.app), bare: figures(seen.bare) };
}
