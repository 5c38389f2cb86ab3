import type { Outbox } from "../lib/offline-cache.ts";

export interface OutboxDeps {
  waiting(): Promise<Outbox | null>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Sends the waiting messages when no page does. The page sends them again when it opens; the `client_id` makes both one
 * message (decision 0026), so no result is stored here. Throws when the network fails, so that the browser retries
 * later.
 */
export async function sendOutbox({ waiting, fetch }: OutboxDeps): Promise<void> {
  const outbox = await waiting();
  if (!outbox || outbox.messages.length === 0) return;
  // Never send one user's messages in the session of another user who signed in later.
  const session = (await (await fetch("/api/auth/session")).json()) as { user: { id: string } | null };
  if (session.user?.id !== outbox.owner) return;
  const stopped = new Set<string>();
  for (const { conversation_id, ...message } of outbox.messages) {
    // Keeps the order within a conversation: after a refused message the author decides about the rest.
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
