/** Client of a user's live channel. */
import { exports } from "cloudflare:workers";
import type { UserSocketMessage } from "#contract/account/user-live";
import { ORIGIN, type TestAccount } from "./accounts.ts";
import { PATIENCE_MS } from "./clock.ts";

export interface ChannelClient {
  socket: WebSocket;
  frames: UserSocketMessage[];
  /** All received texts, including pongs. */
  texts: string[];
  closed: Promise<CloseEvent>;
  /** Returns the first frame of this type that meets the condition; waits up to three seconds for it. */
  until<T extends UserSocketMessage["type"]>(
    type: T,
    condition?: (frame: Extract<UserSocketMessage, { type: T }>) => boolean,
  ): Promise<Extract<UserSocketMessage, { type: T }>>;
}

export function requestChannel(headers: Record<string, string | undefined>) {
  const all = Object.entries({ Upgrade: "websocket", Origin: ORIGIN, ...headers });
  const sent = all.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
  return exports.default.fetch(`${ORIGIN}/api/live`, { headers: sent });
}

export async function openChannel(who: TestAccount): Promise<ChannelClient> {
  const response = await requestChannel(who.headers);
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status} ${await response.text()}`);
  const frames: UserSocketMessage[] = [];
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  socket.addEventListener("message", (event) => {
    const text = String(event.data);
    texts.push(text);
    if (text.startsWith("{")) frames.push(JSON.parse(text) as UserSocketMessage);
    for (const check of waiting) check();
  });
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  socket.accept();
  return {
    socket,
    frames,
    texts,
    closed,
    until: (type, condition = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no such ${type} in ${JSON.stringify(frames)}`)), PATIENCE_MS);
        const check = () => {
          const found = frames.find(
            (frame): frame is Extract<UserSocketMessage, { type: typeof type }> =>
              frame.type === type && condition(frame as Extract<UserSocketMessage, { type: typeof type }>),
          );
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}
