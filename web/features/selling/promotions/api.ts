import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewPromotionInput, PromotionReply, PromotionsReply } from "#contract/selling/promotions";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages, SESSION_KEY } from "../../../lib/query-client.ts";

export const PROMOTIONS_KEY = ["promotions"] as const;

/** Loads the viewer's promotions page by page. The first page also has the balance, today's date and the prices. */
export function usePromotions() {
  return useInfiniteQuery({
    queryKey: PROMOTIONS_KEY,
    ...pages((cursor, init): Promise<PromotionsReply> => unwrap(api.api.promotions.$get({ query: cursor }, init))),
  });
}

export type PromotionCommand =
  | { kind: "buy"; promotion: NewPromotionInput; key: string }
  | { kind: "cancel"; id: string; key: string };

/** Buys or cancels a promotion and reloads the balance, which the top bar shows too. */
export function usePromotionCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (command: PromotionCommand): Promise<PromotionReply> =>
      command.kind === "buy"
        ? unwrap(api.api.promotions.$post({ json: command.promotion }, withIdempotencyKey(command.key)))
        : unwrap(
            api.api.promotions[":id"].cancel.$post({ param: { id: command.id } }, withIdempotencyKey(command.key)),
          ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: PROMOTIONS_KEY }),
        client.invalidateQueries({ queryKey: SESSION_KEY }),
      ]),
  });
}
