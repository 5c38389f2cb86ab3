import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { OUTBOX_KEY } from "../lib/local-keys.ts";
import { useSession } from "../lib/session.ts";

/** Sends messages that an earlier visit could not, wherever in the app one is; loads their code only if there are any. */
export function usePendingMessages(): void {
  const client = useQueryClient();
  const owner = useSession().user?.id;
  useEffect(() => {
    if (owner === undefined) return;
    const send = async () => {
      if (!anyWaiting(owner)) return;
      const { flushOutbox } = await import("../features/messages/use-outbox.ts");
      await flushOutbox(owner, client);
    };
    // Code that cannot be had now is asked for again with the next sign of a network.
    const quietly = () => void send().catch(() => undefined);
    quietly();
    window.addEventListener("online", quietly);
    return () => window.removeEventListener("online", quietly);
  }, [client, owner]);
}

function anyWaiting(owner: string): boolean {
  try {
    return localStorage.getItem(`${OUTBOX_KEY}:${owner}`) !== null;
  } catch {
    return false;
  }
}
