import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderView } from "#contract/orders";
import { ApiProblem, problemMessage } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast.tsx";
import { adoptOrder } from "./api.ts";
import { checkScan } from "./handover-check.ts";
import { isPassing, queueHandover, sendHandover } from "./handover-queue.ts";
import * as words from "./words.ts";

const DONE = { title: words.handedOver, description: words.orderIsCompleteThank };

/** The seller's side of the door. Not a mutation: those wait for the network, and here its absence is an answer. */
export function useHandover(order: OrderView, owner: string) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const refresh = () => client.invalidateQueries({ queryKey: ["orders", "one", order.id] });

  async function finish(work: () => Promise<OrderView>): Promise<unknown> {
    setBusy(true);
    setProblem(undefined);
    try {
      const done = await work();
      toast(DONE);
      await adoptOrder(client, done);
      return null;
    } catch (error) {
      return error;
    } finally {
      setBusy(false);
    }
  }

  /** The digits can only be checked by the service. */
  async function typed(code: string): Promise<void> {
    const error = await finish(() => sendHandover(order.id, { code }));
    if (error === null) return;
    if (error instanceof ApiProblem && error.code === "offline") {
      setProblem(words.typingCodeNeedsConnection);
      return;
    }
    setProblem(problemMessage(error));
    await refresh();
  }

  /** Answers what is wrong with the scanned code, or null when it has done its work (now or as soon as there is network). */
  async function scanned(text: string): Promise<string | null> {
    const found = await checkScan(text, order);
    if (!found.ok) return found.message;
    const { secret } = found;
    const error = await finish(() => sendHandover(order.id, { secret }));
    if (error === null) return null;
    // Without the check nothing has been verified here, so nothing may be promised.
    if (isPassing(error) && order.handover_check !== null) {
      queueHandover(owner, order.id, secret);
      return null;
    }
    await refresh();
    return problemMessage(error);
  }

  return { busy, problem, typed, scanned, forgive: () => setProblem(undefined) };
}
