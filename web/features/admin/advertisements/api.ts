import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Advertisement, ChangeAdvertisementInput, NewAdvertisementInput } from "#contract/ads";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["admin", "ads"] as const;
const ads = api.api.admin.ads;

export interface AdFilters {
  from: "staff" | "sellers";
  state: string;
  placement: string;
}

export function useAdvertisements({ from, state, placement }: AdFilters) {
  return useInfiniteQuery({
    queryKey: [...KEY, "list", from, state, placement],
    ...pages((cursor, init) => {
      const query = { from, ...(state && { state }), ...(placement && { placement }), ...cursor };
      return unwrap(ads.$get({ query: query as { from: "staff" } }, init));
    }),
  });
}

export function useAdvertisement(id: string | null) {
  return useQuery({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => unwrap(ads[":id"].$get({ param: { id: id ?? "" } }, { init: { signal } })),
    enabled: id !== null,
    // Another admin's change must not replace the values being edited; saving detects a conflict.
    refetchOnWindowFocus: false,
  });
}

export type AdCommand =
  | { kind: "place"; ad: NewAdvertisementInput; key: string }
  | { kind: "change"; id: string; change: ChangeAdvertisementInput }
  | { kind: "end"; id: string };

function send(command: AdCommand): Promise<Advertisement> {
  switch (command.kind) {
    case "place":
      return unwrap(ads.$post({ json: command.ad }, withIdempotencyKey(command.key)));
    case "change":
      return unwrap(ads[":id"].$patch({ param: { id: command.id }, json: command.change }));
    case "end":
      return unwrap(ads[":id"].end.$post({ param: { id: command.id } }));
  }
}

/** Creates, changes or ends an ad and reloads the ads. */
export function useAdCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Reloads the ads after a version conflict. */
export function useReloadAds(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: KEY });
}
