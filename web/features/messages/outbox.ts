import type { Photo } from "#contract/items";
import type { MessageView, SendMessageInput } from "#contract/messages";
import { ApiError, errorMessage } from "../../lib/api-client.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { OUTBOX_KEY } from "../../lib/storage-keys.ts";

/**
 * A message being sent. It stays in localStorage until the server has it, and survives a reload or a crash.
 */
export interface UnsentMessage {
  client_id: string;
  conversation_id: string;
  text: string;
  photo: Photo | null;
  at: number;
  /** Why the server refused it; only the author can send it again. */
  refused: string | null;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

export interface OutboxDeps {
  send(conversationId: string, message: SendMessageInput): Promise<MessageView>;
  /**
   * Called when the server has the message, before it leaves the outbox, so that it never disappears from the screen.
   */
  onSent(message: MessageView): void;
}

/**
 * The unsent messages of one account. Messages of one conversation are sent one at a time, in order. Retries carry the
 * same `client_id`, so the server stores a message once, even if its reply was lost or another tab sends the same
 * outbox.
 */
export class Outbox {
  private readonly key: string;
  private readonly deps: OutboxDeps;
  private readonly listeners = new Set<() => void>();
  private messages: readonly UnsentMessage[] = [];
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

  readonly read = (): readonly UnsentMessage[] => this.messages;

  add(conversationId: string, text: string, photo: Photo | null): void {
    const message: UnsentMessage = {
      client_id: crypto.randomUUID(),
      conversation_id: conversationId,
      text,
      photo,
      at: serverNow(),
      refused: null,
    };
    this.update((known) => [...known, message]);
    void this.flush();
  }

  retry(clientId: string): void {
    this.update((known) => known.map((one) => (one.client_id === clientId ? { ...one, refused: null } : one)));
    void this.flush();
  }

  discard(clientId: string): void {
    this.update((known) => known.filter((one) => one.client_id !== clientId));
  }

  /** Sends the waiting messages. A call during sending starts another round for messages added since. */
  flush(): Promise<void> {
    this.again = true;
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  /** Stops retrying, when the page closes or another user signs in. Waiting messages stay stored. */
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

  /** False when the server could not be reached; the remaining messages then wait too. */
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
        if (isTransient(error)) return false;
        const refused = errorMessage(error);
        this.update((known) =>
          known.map((message) => (message.client_id === client_id ? { ...message, refused } : message)),
        );
      }
    }
    return true;
  }

  /** Reads changes made by another tab. */
  refresh(): void {
    this.messages = this.stored();
    this.notify();
  }

  private stored(): readonly UnsentMessage[] {
    try {
      const known: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(known) ? (known as UnsentMessage[]) : [];
    } catch {
      // Without storage, uses the messages in memory.
      return this.messages;
    }
  }

  /** Reads before each write, because another tab may have written since. */
  private update(change: (known: readonly UnsentMessage[]) => readonly UnsentMessage[]): void {
    this.messages = change(this.stored());
    try {
      if (this.messages.length === 0) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(this.messages));
    } catch {}
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Whether a retry may succeed: after no network, a busy server or a session that is being renewed. */
function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 401;
}
