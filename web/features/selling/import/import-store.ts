/** Stores a running import, so that it can continue after the page was closed. */
import * as z from "zod/mini";
import { IMPORT_KEY } from "../../../lib/storage-keys.ts";

const storedSchema = z.object({
  name: z.string(),
  text: z.string(),
  on_sale: z.boolean(),
  again: z.optional(z.string()),
});
export type StoredImport = z.output<typeof storedSchema>;

const keyOf = (owner: string) => `${IMPORT_KEY}:${owner}`;

export function storedImport(owner: string): StoredImport | null {
  try {
    const stored = z.safeParse(storedSchema, JSON.parse(localStorage.getItem(keyOf(owner)) ?? "null"));
    return stored.success ? stored.data : null;
  } catch {
    return null;
  }
}

/** Stores the import. Without storage the seller chooses the file again; the server recognises rows listed before. */
export function storeImport(owner: string, started: StoredImport): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(started));
  } catch {
    clearImport(owner);
  }
}

export function clearImport(owner: string): void {
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}
