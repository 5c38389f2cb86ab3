import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { EnterGiveawayInput, ItemGiveawayReply, SetGiveawayInput } from "#contract/giveaways";
import { MINUTE_MS } from "#domain/deadlines";
import { api, unwrap } from "../../lib/api-client.ts";
import { onUserEvent } from "../../lib/user-channel.ts";

const itemKey = (itemId: string) => ["giveaways", "item", itemId] as const;

/** Loads the giveaway of an item, and again after every notification and once a minute while one runs. */
export function useItemGiveaway(itemId: string, enabled: boolean) {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type === "notification" || event.type === "connected")
          void client.invalidateQueries({ queryKey: ["giveaways"] });
      }),
    [client],
  );
  return useQuery({
    queryKey: itemKey(itemId),
    queryFn: ({ signal }) =>
      unwrap(api.api.items[":id"].giveaway.$get({ param: { id: itemId } }, { init: { signal } })),
    enabled,
    refetchInterval: MINUTE_MS,
  });
}

/** Loads a draw with what anyone needs to check it. */
export function useDraw(id: string) {
  return useQuery({
    queryKey: ["giveaways", "draw", id],
    queryFn: ({ signal }) => unwrap(api.api.giveaways[":id"].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: MINUTE_MS,
  });
}

/** Loads the people behind a giveaway's entries, for staff. */
export function useStaffGiveaway(id: string, enabled: boolean) {
  return useQuery({
    queryKey: ["giveaways", "staff", id],
    queryFn: ({ signal }) => unwrap(api.api.admin.giveaways[":id"].$get({ param: { id } }, { init: { signal } })),
    enabled,
  });
}

/** The steps of a giveaway. Each answers with its new state, and each may be repeated. */
export function useGiveawaySteps(itemId: string) {
  const client = useQueryClient();
  const param = { id: itemId };
  const options = {
    onSuccess: (reply: ItemGiveawayReply) => client.setQueryData(itemKey(itemId), reply),
    // A refusal usually means that the giveaway has changed.
    onSettled: () => client.invalidateQueries({ queryKey: ["giveaways"] }),
  };
  const route = api.api.items[":id"].giveaway;
  return {
    set: useMutation({
      mutationFn: (json: SetGiveawayInput) => unwrap(route.$put({ param, json })),
      ...options,
    }),
    enter: useMutation({
      mutationFn: (json: EnterGiveawayInput) => unwrap(route.entry.$put({ param, json })),
      ...options,
    }),
    leave: useMutation({
      mutationFn: (giveaway_id: string) => unwrap(route.entry.$delete({ param, json: { giveaway_id } })),
      ...options,
    }),
    pick: useMutation({
      mutationFn: (json: { giveaway_id: string; entry_id: string }) => unwrap(route.pick.$post({ param, json })),
      ...options,
    }),
  };
}

/** Makes a random entry code. The browser makes it, so that the server cannot choose one that suits a seed. */
export function newEntryCode(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
