export interface LiveSocket {
  send(text: string): void;
  reconnect(): void;
  /** @returns when the socket is closed and nothing is pending. */
  close(): Promise<void>;
}

export interface SocketHandlers {
  onMessage(text: string): void;
  onClose(code: number): void;
  /** Called after the first connection and after every reconnection. */
  onOpen?(): void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

/**
 * Opens a live channel that reconnects with growing delays. The socket library loads separately from the page's code.
 */
export async function openLiveSocket(
  path: string,
  { onMessage, onClose, onOpen }: SocketHandlers,
): Promise<LiveSocket> {
  const { default: ReconnectingSocket } = await import("partysocket/ws");
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new ReconnectingSocket(url.href, [], {
    // Random delays, because after a release every open page reconnects at once.
    minReconnectionDelay: FIRST_RETRY_MS * (1 + Math.random()),
    maxReconnectionDelay: LAST_RETRY_MS,
    reconnectionDelayGrowFactor: 2,
    // The library's default of four seconds is too short for a weak mobile network.
    connectionTimeout: 10_000,
    // Do not queue pings: one from before a drop must not be the first message of the next connection.
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
      // Closing a socket that is still connecting logs an error in the console, so wait until it opens or fails.
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
