import type { BulkReply } from "#contract/selling/my-items";
import { ApiError } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast.tsx";

/** Formats "1 item", "12 items". */
export const itemCountLabel = (n: number) => `${n.toLocaleString("en-AU")} ${n === 1 ? "item" : "items"}`;

/** Returns the message of a refusal, or the fallback for other errors. */
export function refusalOr(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : fallback;
}

/** Texts of an operation: its past participle, and the toast when some items failed. */
interface Operation {
  done: string;
  failedTitle: string;
  someFailed: string;
}

export const OPERATIONS = {
  prices: { done: "repriced", failedTitle: "Update Failed", someFailed: "Some price updates failed" },
  delete: { done: "deleted", failedTitle: "Delete Failed", someFailed: "Failed to delete items" },
  active: { done: "back on sale", failedTitle: "Update Failed", someFailed: "Some items couldn't be put on sale" },
  inactive: {
    done: "taken off sale",
    failedTitle: "Update Failed",
    someFailed: "Some items couldn't be taken off sale",
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** Shows a toast with the result; the report lists skipped items. */
export function showResult(operation: OperationName, { done, skipped }: BulkReply): void {
  const { done: word, failedTitle, someFailed } = OPERATIONS[operation];
  if (skipped === 0) toast({ title: `${itemCountLabel(done)} ${word}` });
  else toast({ title: failedTitle, description: someFailed, variant: "destructive" });
}
