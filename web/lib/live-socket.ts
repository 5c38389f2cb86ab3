export interface LiveSocket {
  send(text: string): void;
  reconnect(): void;
  /** @returns when nothing of it is under way any more. */
  close(): Promise<void>;
}

export interface SocketHandlers {
  onMessage(text: string): void;
  onClose(code: number): void;
  /** Each time the connection stands, the first as well as every one after a drop. */
  onOpen?(): void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

/** Opens a live channel. Reconnects by itself, ever more slowly; its code is not part of the page's own. */
export async function openLiveSocket(
  path: string,
  { onMessage, onClose, onOpen }: SocketHandlers,
): Promise<LiveSocket> {
  const { default: ReconnectingSocket } = await import("partysocket/ws");
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new ReconnectingSocket(url.href, [], {
    // Spread out: after a release every open page reconnects at once.
    minReconnectionDelay: FIRST_RETRY_MS * (1 + Math.random()),
    maxReconnectionDelay: LAST_RETRY_MS,
    reconnectionDelayGrowFactor: 2,
    // The four seconds of the library are less than a weak mobile network takes to get there.
    connectionTimeout: 10_000,
    // A ping from before the drop must not open the next connection.
    maxEnqueuedMessages: 0,
  });
  socket.addEventListener("open", () => onOpen?.());
  socket.addEventListener("message", (event) => {
    if (typeof event.data === "string") onMessage(event.data);
  });
  socket.addEventListener("close", (event) => onClose(event.code));
  return {
    send: (text) => void socket.send(text),
    reconnect: () => socket.reconnect(),
    close: async () => {
      // Closed while it is being opened, the browser would complain of it in the console. Soon it is one or the other.
      if (socket.readyState === socket.CONNECTING) {
        await new Promise<void>((resolve) => {
          for (const outcome of ["open", "error"] as const) {
            socket.addEventListener(outcome, () => resolve(), { once: true });
          }
        });
      }
      socket.close();
    },
  };
}
