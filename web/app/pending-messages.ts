import type { QueryClient } from "@tanstack/react-query";
import { OUTBOX_KEY } from "../lib/storage-keys.ts";
import { usePending } from "./use-pending.ts";

async function send(owner: string, client: QueryClient): Promise<void> {
  const { flushOutbox } = await import("../features/messages/use-outbox.ts");
  await flushOutbox(owner, client);
}

/** Sends messages that an earlier visit could not send, on any page. */
export function usePendingMessages(): void {
  usePending(OUTBOX_KEY, send);
}
