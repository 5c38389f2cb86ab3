import type { QueryClient } from "@tanstack/react-query";
import { HANDOVERS_KEY } from "../lib/storage-keys.ts";
import { toast } from "../ui/toast.tsx";
import * as words from "./handover-words.ts";
import { usePending } from "./use-pending.ts";

async function send(owner: string, client: QueryClient): Promise<void> {
  const { flushHandovers } = await import("../features/orders/handover-queue.ts");
  await flushHandovers(owner, (order) => {
    toast({ title: words.handedOver, description: words.isCompleteThank(order.item.title) });
    void client.invalidateQueries({ queryKey: ["orders"] });
  });
}

/** Sends handovers that were verified offline, on any page. */
export function usePendingHandovers(): void {
  usePending(HANDOVERS_KEY, send);
}
