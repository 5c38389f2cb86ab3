import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError } from "../../../lib/api-client.ts";
import { toast } from "../../../ui/toast.tsx";
import { deleteItem, refreshListings, updateItem } from "../listing-form/api.ts";
import { useRelist, useUndoSold } from "./api.ts";

/** Returns the message of a refusal for the toast; other errors have no useful message. */
function reasonOf(error: unknown): { description?: string } {
  return error instanceof ApiError && error.status > 0 && error.status < 500 ? { description: error.message } : {};
}

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
    onError: (error) =>
      toast({ title: "Error updating item. Please try again.", ...reasonOf(error), variant: "destructive" }),
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
        (error: unknown) =>
          toast({ title: "Error updating item. Please try again.", ...reasonOf(error), variant: "destructive" }),
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
    onError: (error) =>
      toast({ title: "Error deleting item. Please try again.", ...reasonOf(error), variant: "destructive" }),
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
        (error: unknown) =>
          toast({ title: "Error updating item. Please try again.", ...reasonOf(error), variant: "destructive" }),
      ),
    [mutateAsync],
  );
  return { ...mutation, undo };
}
