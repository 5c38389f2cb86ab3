/**
 * Frames of negotiations over the item's sockets (contract/negotiation-live.ts). Who sends a frame comes from the socket's
 * attachment, which the Worker set at the upgrade; the calls check that session against D1 again, and so does every frame
 * that is pushed to a buyer's other sockets. Nothing is stored here: the negotiation is, and clients repeat what has no
 * answer yet.
 */
import { LIVE_CLOSE } from "#contract/holds/live";
import type { AcceptOfferReply, NegotiationView } from "#contract/negotiation";
import {
  NegotiationClientFrame,
  type NegotiationServerFrame,
  type NegotiationSocketMessage,
} from "#contract/negotiation-live";
import { type Refusal, type Result, refuse } from "#domain/result";
import { errorText } from "../../worker/log.ts";
import { closeSocket } from "../socket-guard.ts";
import type { Viewers } from "./sockets.ts";

/** The user and session that a socket was opened with. */
export interface SocketUser {
  userId: string;
  sessionId: string;
}

export interface Answered {
  conversation: NegotiationView;
  /** The buyer's message. */
  message_seq: number;
}

/** The Worker's commands. Each checks session and account status, and refuses like the HTTP routes. */
export interface NegotiationCalls {
  negotiate(who: SocketUser, sent: { id: string; text: string; amountCents: number | null }): Promise<Result<Answered>>;
  accept(who: SocketUser, sent: { conversationId: string; amountCents: number }): Promise<Result<AcceptOfferReply>>;
  read(who: SocketUser): Promise<Result<NegotiationView | null>>;
}

interface SocketPorts {
  calls(): NegotiationCalls | null;
  liveSessions(userId: string, ids: readonly string[]): Promise<Set<string>>;
  report(problem: string, details: Record<string, unknown>): void;
}

/** Frames of one buyer that may wait for their turn. */
const WAITING_MAX = 10;
const BUSY = refuse("too_many_requests", "Please wait for Knowzee's answer first.", { retry_after: 2 });
const FAILED = refuse("unavailable", "Something went wrong. Please try again.", { retry_after: 2 });
const INVALID = refuse("invalid", "We couldn't read that message. Please try again.");

export class NegotiationSockets {
  readonly #viewers: Viewers;
  readonly #ports: SocketPorts;
  /** The last frame of each buyer: frames of a buyer are handled in the order they arrive. */
  readonly #turns = new Map<string, { last: Promise<void>; waiting: number }>();

  constructor(viewers: Viewers, ports: SocketPorts) {
    this.#viewers = viewers;
    this.#ports = ports;
  }

  /** Handles one text. What is no frame of a signed-in buyer is ignored. */
  async receive(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const viewer = this.#viewers.who(socket);
    if (typeof message !== "string" || !viewer?.userId || !viewer.sessionId) return;
    const { userId, sessionId } = viewer;
    const sent = parse(message);
    if (sent === null) return;
    const { frame, id } = sent;
    if (frame === null) {
      if (id !== null) send(socket, refusal(id, INVALID));
      return;
    }
    const turn = this.#turns.get(userId) ?? { last: Promise.resolve(), waiting: 0 };
    if (turn.waiting >= WAITING_MAX) {
      if (id !== null) send(socket, refusal(id, BUSY));
      return;
    }
    turn.waiting++;
    turn.last = turn.last
      .then(() => this.#answer(socket, { userId, sessionId }, frame))
      .then(() => {
        turn.waiting--;
        if (turn.waiting === 0) this.#turns.delete(userId);
      });
    this.#turns.set(userId, turn);
    await turn.last;
  }

  /** Sends the negotiation to the buyer's sockets whose session is still live, and closes the others. */
  async push(userId: string, frame: NegotiationSocketMessage): Promise<void> {
    const open = this.#viewers.ofUser(userId);
    if (open.length === 0) return;
    try {
      const live = await this.#ports.liveSessions(userId, [...new Set(open.map(({ sessionId }) => sessionId))]);
      for (const { socket, sessionId } of open) {
        if (live.has(sessionId)) send(socket, frame);
        else closeSocket(socket, LIVE_CLOSE.session, "signed out");
      }
    } catch (error) {
      // Not sent rather than sent to an ended session; the buyer gets it with their next frame or request.
      this.#ports.report("negotiation not sent", { error: errorText(error) });
    }
  }

  /** Never throws. */
  async #answer(socket: WebSocket, who: SocketUser, frame: NegotiationClientFrame): Promise<void> {
    const calls = this.#ports.calls();
    if (!calls) return;
    try {
      switch (frame.type) {
        case "negotiate":
          return await this.#negotiate(socket, who, frame, calls);
        case "negotiation_accept": {
          const reply = await calls.accept(who, { conversationId: frame.conversation_id, amountCents: frame.amount });
          if (reply.ok) send(socket, { type: "negotiation_accepted", id: frame.id, reply: reply.value });
          else this.#refuse(socket, frame.id, reply);
          return;
        }
        case "negotiation_resume": {
          const read = await calls.read(who);
          const { since } = frame;
          if (read.ok) send(socket, { type: "negotiation", conversation: from(read.value, since), since });
          else this.#refuse(socket, null, read);
        }
      }
    } catch (error) {
      this.#ports.report("negotiation frame failed", { frame: frame.type, error: errorText(error) });
      if (frame.type !== "negotiation_resume") send(socket, refusal(frame.id, FAILED));
    }
  }

  async #negotiate(
    socket: WebSocket,
    who: SocketUser,
    { id, text, amount }: Extract<NegotiationClientFrame, { type: "negotiate" }>,
    calls: NegotiationCalls,
  ): Promise<void> {
    const said = await calls.negotiate(who, { id, text, amountCents: amount ?? null });
    if (!said.ok) {
      this.#refuse(socket, id, said);
      return;
    }
    const { conversation, message_seq: since } = said.value;
    const view = from(conversation, since);
    send(socket, { type: "negotiation_reply", id, conversation: view, since });
  }

  #refuse(socket: WebSocket, id: string | null, refused: Refusal): void {
    if (id !== null) send(socket, refusal(id, refused));
    if (refused.code === "not_authenticated") closeSocket(socket, LIVE_CLOSE.session, "signed out");
  }
}

/** Returns the frame, or null with its id when it is one but not valid, or null when it is no frame at all. */
function parse(text: string): { frame: NegotiationClientFrame | null; id: string | null } | null {
  if (!text.startsWith("{")) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  const named = typeof id === "string" && id.length <= 64 ? id : null;
  const parsed = NegotiationClientFrame.safeParse(value);
  return { frame: parsed.success ? parsed.data : null, id: named };
}

function from<View extends NegotiationView | null>(view: View, since: number): View {
  return view && { ...view, messages: view.messages.filter(({ id }) => Number(id) >= since) };
}

function refusal(id: string, { code, message, details }: Refusal): NegotiationServerFrame {
  return { type: "negotiation_refused", id, error: { code, message, ...(details && { details }) } };
}

function send(socket: WebSocket, frame: NegotiationServerFrame): void {
  try {
    socket.send(JSON.stringify(frame));
  } catch {
    // The socket closed meanwhile; the client asks again when it has another one.
  }
}
