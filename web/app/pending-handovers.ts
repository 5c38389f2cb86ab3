import type { QueryClient } from "@tanstack/react-query";
import { HANDOVERS_KEY } from "../lib/storage-keys.ts";
import { toast } from "../ui/toast.tsx";
import { usePending } from "./use-pending.ts";

async function send(owner: string, client: QueryClient): Promise<void> {
  const { flushHandovers } = await import("../features/orders/handover-queue.ts");
  await flushHandovers(owner, (order) => {
    toast({ title: "Handed over", description: `"${order.item.title}" is complete. Thank you!` });
    void client.invalidateQueries({ queryKey: ["orders"] });
  });
}

/** Sends handovers that were verified offline, on any page. */
export function usePendingHandovers(): void {
  usePending(HANDOVERS_KEY, send);
}
