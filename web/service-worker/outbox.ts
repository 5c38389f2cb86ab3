import type { WaitingMessages } from "../lib/kept.ts";

export interface OutboxDeps {
  waiting(): Promise<WaitingMessages | null>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Sends what waits when no page is there to do it. The page sends it once more when it opens next, and is told that the
 * server has it: the `client_id` makes both the same message (decision 0052), so nothing has to be written down here.
 * Throws when the network is not there after all: the browser then asks again later.
 */
export async function sendWaiting({ waiting, fetch }: OutboxDeps): Promise<void> {
  const outbox = await waiting();
  if (!outbox || outbox.messages.length === 0) return;
  // The words of one person must never go out in the name of the one who signed in after them.
  const session = (await (await fetch("/api/auth/session")).json()) as { user: { id: string } | null };
  if (session.user?.id !== outbox.owner) return;
  const stopped = new Set<string>();
  for (const { conversation_id, ...message } of outbox.messages) {
    // Of one conversation they stay in order: what comes after a refused one is its author's to decide.
    if (stopped.has(conversation_id)) continue;
    const reply = await fetch(`/api/conversations/${conversation_id}/messages`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
    });
    if (reply.status >= 500) throw new Error(`messages: ${reply.status}`);
    if (!reply.ok) stopped.add(conversation_id);
  }
}
