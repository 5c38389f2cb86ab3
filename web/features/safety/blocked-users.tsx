import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BlockView } from "#contract/safety";
import { api, unwrap } from "../../lib/api-client.ts";
import { formatDate } from "../../lib/format.ts";
import { pages } from "../../lib/query-client.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { BLOCKS_KEY } from "./blocks.ts";
import { BlockDialog } from "./dialogs.ts";

/** Users the viewer has blocked, each with an unblock button. */
export function BlockedUsers() {
  const blocks = useInfiniteQuery({
    queryKey: [...BLOCKS_KEY, "list"],
    ...pages((cursor, init) => unwrap(api.api.blocks.$get({ query: cursor }, init))),
  });
  const [chosen, setChosen] = useState<BlockView | null>(null);
  const [open, setOpen] = useState(false);
  const items = blocks.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title="Blocked people" description="They can't message you or offer you trades. We won't tell them.">
      {blocks.isPending ? (
        <Skeleton className="h-16" />
      ) : blocks.data === undefined ? (
        <ErrorState title="The list didn't load" query={blocks} />
      ) : items.length === 0 ? (
        <p className="text-muted">
          You haven't blocked anyone. You can block someone from their store page or a conversation.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {items.map((block) => (
              <li key={block.user_id} className="flex items-center gap-4 py-3">
                <Avatar name={block.display_name} />
                <div className="min-w-0 flex-1">
                  <p dir="auto" className="truncate font-semibold">
                    {block.display_name}
                  </p>
                  <p className="text-sm text-muted">Blocked {formatDate(block.at)}</p>
                </div>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Unblock ${block.display_name}`}
                  onClick={() => {
                    setChosen(block);
                    setOpen(true);
                  }}
                >
                  Unblock
                </Button>
              </li>
            ))}
          </ul>
          <LoadMore what="people" list={blocks} />
        </>
      )}
      {chosen ? (
        <BlockDialog
          open={open}
          onClose={() => setOpen(false)}
          person={{ id: chosen.user_id, name: chosen.display_name }}
          blocked
          onDone={() => undefined}
        />
      ) : null}
    </Section>
  );
}
