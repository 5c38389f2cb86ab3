/** Flood protection and close handling for hibernating sockets. */
import { LIVE_CLOSE } from "#contract/holds/live";

const MESSAGE_MAX_BYTES = 4 * 1024;
const FLOOD_PER_SECOND = 10;
const FLOOD_BURST = 20;

/** Closes sockets that send too much or too long messages (A97). */
export class FloodGuard {
  readonly #now: () => number;
  /** Message budgets. Lost in hibernation, but only an idle socket hibernates. */
  readonly #budgets = new WeakMap<WebSocket, { tokens: number; at: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the message may be read; otherwise the socket is closed. */
  message(socket: WebSocket, message: string | ArrayBuffer): boolean {
    if (bytesOf(message) > MESSAGE_MAX_BYTES) {
      closeSocket(socket, LIVE_CLOSE.tooLong, "message too long");
      return false;
    }
    const now = this.#now();
    const budget = this.#budgets.get(socket) ?? { tokens: FLOOD_BURST, at: now };
    const refilled = Math.min(FLOOD_BURST, budget.tokens + ((now - budget.at) / 1_000) * FLOOD_PER_SECOND);
    if (refilled < 1) {
      closeSocket(socket, LIVE_CLOSE.flood, "too many messages");
      return false;
    }
    this.#budgets.set(socket, { tokens: refilled - 1, at: now });
    return true;
  }
}

function bytesOf(message: string | ArrayBuffer): number {
  return typeof message === "string" ? new TextEncoder().encode(message).byteLength : message.byteLength;
}

/**
 * Answers a close, which this runtime does not do for hibernating sockets. Codes 1005 and 1006 must not be echoed
 * (InvalidAccessError).
 */
export function answerClose(socket: WebSocket, code: number): void {
  closeSocket(socket, code === 1000 || (code >= 3000 && code <= 4999) ? code : 1000, "");
}

export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Already closed.
  }
}
