import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderView } from "#contract/orders";
import { ApiError, errorMessage } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast.tsx";
import { storeOrder } from "./api.ts";
import { isTransient, queueHandover, sendHandover } from "./handover-queue.ts";

const DONE = { title: "Handed over", description: "The order is complete. Thank you!" };

/** The seller's handover of an order. Not a React Query mutation, because being offline is a regular case here. */
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
      await storeOrder(client, done);
      return null;
    } catch (error) {
      return error;
    } finally {
      setBusy(false);
    }
  }

  /** Only the server can verify the digits. */
  async function typed(code: string): Promise<void> {
    const error = await finish(() => sendHandover(order.id, { code }));
    if (error === null) return;
    if (error instanceof ApiError && error.code === "offline") {
      setProblem("You need to be online to enter the code. Scanning the QR code works offline.");
      return;
    }
    setProblem(errorMessage(error));
    await refresh();
  }

  /** Returns the error message of a scanned code, or null when the handover was sent or queued. */
  async function scanned(text: string): Promise<string | null> {
    const found = await checkScan(text, order);
    if (!found.ok) return found.message;
    const { secret } = found;
    const error = await finish(() => sendHandover(order.id, { secret }));
    if (error === null) return null;
    // Without the stored hash nothing was verified here, so the handover must not be queued as verified.
    if (isTransient(error) && order.handover_check !== null) {
      queueHandover(owner, order.id, secret);
      return null;
    }
    await refresh();
    return errorMessage(error);
  }

  return { busy, problem, typed, scanned, forgive: () => setProblem(undefined) };
}

/** Parses the buyer's QR code; null for any other code. */
function parseHandoverQr(text: string): { orderId: string; secret: string } | null {
  const match = /^GS1\.(ord_[\w-]{1,40})\.([\w-]{22})$/.exec(text.trim());
  return match?.[1] && match[2] ? { orderId: match[1], secret: match[2] } : null;
}

/**
 * Verifies the buyer's secret offline. The server sent its SHA-256 to the seller when the order was paid; the secret
 * has 128 bits and cannot be guessed from it.
 */
async function isSecretOf(orderId: string, secret: string, check: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${orderId}.${secret}`));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === check;
}

type ScanOutcome = { ok: true; secret: string } | { ok: false; message: string };

/** Checks a scanned text for this order. Every failure has a message that says what to do. */
async function checkScan(
  text: string,
  order: Pick<OrderView, "id" | "handover_check" | "counterparty">,
): Promise<ScanOutcome> {
  const code = parseHandoverQr(text);
  if (!code) return { ok: false, message: "That isn't a Goodstreet pickup code." };
  if (code.orderId !== order.id) {
    return { ok: false, message: "That code is for another order. Ask the buyer to open this one." };
  }
  // Without the stored hash the server decides.
  if (order.handover_check !== null && !(await isSecretOf(order.id, code.secret, order.handover_check))) {
    return {
      ok: false,
      message: `That code isn't right. Ask ${order.counterparty.display_name} to reload their page.`,
    };
  }
  return { ok: true, secret: code.secret };
}
