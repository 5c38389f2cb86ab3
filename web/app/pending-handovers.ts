import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { HANDOVERS_KEY } from "../lib/local-keys.ts";
import { useSession } from "../lib/session.ts";
import { toast } from "../ui/toast.tsx";

/**
 * Sends handovers that were verified without network: on every visit, and when the network is back. Runs with the
 * footer, whose code comes after the first screen, and loads the orders' code only if there is something to send.
 */
export function usePendingHandovers(): void {
  const client = useQueryClient();
  const owner = useSession().user?.id;
  useEffect(() => {
    if (owner === undefined) return;
    const send = async () => {
      if (!anyWaiting(owner)) return;
      const { flushHandovers } = await import("../features/orders/handover-queue.ts");
      await flushHandovers(owner, (order) => {
        toast({ title: "Handed over", description: `"${order.item.title}" is complete. Thank you!` });
        void client.invalidateQueries({ queryKey: ["orders"] });
      });
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
    return localStorage.getItem(`${HANDOVERS_KEY}:${owner}`) !== null;
  } catch {
    return false;
  }
}
