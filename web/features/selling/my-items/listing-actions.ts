import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "../../../ui/toast.tsx";
import { deleteItem, refreshListings, updateItem } from "../listing-form/api.ts";
import { useRelist, useUndoSold } from "./api.ts";
import { refusalOr } from "./bulk-result.ts";

/** A toast with the message of a refusal; other errors have no useful message. */
const failed = (title: string) => (error: unknown) => {
  const why = refusalOr(error, "");
  toast({ title, ...(why && { description: why }), variant: "destructive" });
};

/** Takes a listing off sale or puts it back. */
export function useListingStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; title: string; status: "active" | "inactive" }) =>
      updateItem(id, { status }),
    onSuccess: ({ review }, { title, status }) => {
      refreshListings(client);
      const back = review?.state === "open" ? "Sent for review. We'll let you know." : "Back on sale";
      toast({ title: status === "active" ? back : "Taken off sale", description: title });
    },
    onError: failed("Error updating item. Please try again."),
  });
}

/** Puts a listing back on sale, or back to the top of the newest. */
export function useListingRelist() {
  const relist = useRelist();
  const { mutateAsync } = relist;
  const mutate = useCallback(
    (item: { id: string; title: string }) =>
      void mutateAsync(item).then(
        ({ moved_up }) => toast({ title: moved_up ? "Back at the top" : "Back on sale", description: item.title }),
        failed("Error updating item. Please try again."),
      ),
    [mutateAsync],
  );
  return { ...relist, mutate };
}

/** Deletes a listing after a browser confirmation, as specified. */
export function useListingDelete() {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => deleteItem(id),
    onSuccess: (_, { title }) => {
      refreshListings(client);
      toast({ title: "Listing deleted", description: title });
    },
    onError: failed("Error deleting item. Please try again."),
  });
  const { mutateAsync } = mutation;
  const confirmAndDelete = useCallback(
    async (item: { id: string; title: string }): Promise<boolean> => {
      if (!window.confirm(`Delete "${item.title}"? You can't undo this.`)) return false;
      return mutateAsync(item).then(
        () => true,
        () => false,
      );
    },
    [mutateAsync],
  );
  return { ...mutation, confirmAndDelete };
}

/** Undoes a sale marked by mistake, within ten minutes (D36). */
export function useSoldUndo() {
  const mutation = useUndoSold();
  const { mutateAsync } = mutation;
  const undo = useCallback(
    // Uses the promise, because callbacks of `mutate` do not run after the page unmounts, and the toast with Undo
    // outlives it.
    (item: { id: string; title: string }) =>
      void mutateAsync(item).then(
        () => toast({ title: "Sale undone", description: item.title }),
        failed("Error updating item. Please try again."),
      ),
    [mutateAsync],
  );
  return { ...mutation, undo };
}
