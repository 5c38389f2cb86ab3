import type { MessageView, SendMessageInput } from "#contract/conversations";
import type { Photo } from "#contract/items";
import { ApiProblem, problemMessage } from "../../lib/api-client.ts";
import { OUTBOX_KEY } from "../../lib/local-keys.ts";
import { serverNow } from "../../lib/server-clock.ts";

/** A message on its way. It stays in this browser until the server has it, through a lost network, a reload or a crash. */
export interface Unsent {
  client_id: string;
  conversation_id: string;
  text: string;
  photo: Photo | null;
  at: number;
  /** Why it was refused: it goes again only when its author says so. */
  refused: string | null;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

export interface OutboxDeps {
  send(conversationId: string, message: SendMessageInput): Promise<MessageView>;
  /** The server has it. Said before the message leaves the outbox, so that it is never nowhere. */
  onSent(message: MessageView): void;
}

/**
 * The unsent messages of one account. Of one conversation they go one after the other, in the order they were written. A
 * retry carries the same `client_id`, so what arrived although no answer did is not said twice; that holds as well for
 * another tab that sends the same outbox.
 */
export class Outbox {
  private readonly key: string;
  private readonly deps: OutboxDeps;
  private readonly listeners = new Set<() => void>();
  private messages: readonly Unsent[] = [];
  private sending: Promise<void> | null = null;
  private again = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: string, deps: OutboxDeps) {
    this.key = `${OUTBOX_KEY}:${owner}`;
    this.deps = deps;
    this.messages = this.stored();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): readonly Unsent[] => this.messages;

  add(conversationId: string, text: string, photo: Photo | null): void {
    const message: Unsent = {
      client_id: crypto.randomUUID(),
      conversation_id: conversationId,
      text,
      photo,
      at: serverNow(),
      refused: null,
    };
    this.keep((known) => [...known, message]);
    void this.flush();
  }

  retry(clientId: string): void {
    this.keep((known) => known.map((one) => (one.client_id === clientId ? { ...one, refused: null } : one)));
    void this.flush();
  }

  discard(clientId: string): void {
    this.keep((known) => known.filter((one) => one.client_id !== clientId));
  }

  /** Sends what waits. Called again meanwhile, it goes round once more, for what was added. */
  flush(): Promise<void> {
    this.again = true;
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  /** The page closes or somebody else signs in. What waits stays where it is. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private async sendAll(): Promise<void> {
    clearTimeout(this.timer);
    while (this.again) {
      this.again = false;
      if (!(await this.round())) {
        this.timer = setTimeout(
          () => void this.flush(),
          Math.min(FIRST_RETRY_MS * 2 ** this.failures++, LAST_RETRY_MS),
        );
        return;
      }
    }
    this.failures = 0;
  }

  /** False when the service could not be reached: all the others wait with it. */
  private async round(): Promise<boolean> {
    for (const { client_id } of this.stored()) {
      const one = this.stored().find((message) => message.client_id === client_id);
      if (!one || one.refused !== null) continue;
      try {
        const sent = await this.deps.send(one.conversation_id, {
          client_id,
          ...(one.text !== "" && { text: one.text }),
          ...(one.photo && { image_id: one.photo.id }),
        });
        this.deps.onSent(sent);
        this.discard(client_id);
      } catch (error) {
        if (isPassing(error)) return false;
        const refused = problemMessage(error);
        this.keep((known) =>
          known.map((message) => (message.client_id === client_id ? { ...message, refused } : message)),
        );
      }
    }
    return true;
  }

  /** Takes in what another tab has done. */
  refresh(): void {
    this.messages = this.stored();
    this.tell();
  }

  private stored(): readonly Unsent[] {
    try {
      const known: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(known) ? (known as Unsent[]) : [];
    } catch {
      // A browser that keeps nothing: the page's own memory has to do.
      return this.messages;
    }
  }

  /** Read, change and write in one go: another tab may have written since. */
  private keep(change: (known: readonly Unsent[]) => readonly Unsent[]): void {
    this.messages = change(this.stored());
    try {
      if (this.messages.length === 0) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(this.messages));
    } catch {}
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** May pass by itself: no network, a service that is busy, a session that is being renewed. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500 || error.status === 401;
}
