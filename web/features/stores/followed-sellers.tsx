import type { UseQueryResult } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { Link } from "react-router-dom";
import type { FollowingReply } from "#contract/stores";
import { Avatar } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { QueryState, RowSkeletons } from "../../ui/placeholders.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { FollowButton } from "./follow-button.tsx";
import { sellerName } from "./seller-label.ts";

/** The sellers that the viewer follows, with a button to stop following each. */
export function FollowedSellers({ following }: { following: UseQueryResult<FollowingReply> }) {
  if (!following.data) {
    return (
      <QueryState query={following} title="Your sellers didn't load">
        <RowSkeletons count={3} />
      </QueryState>
    );
  }
  if (following.data.items.length === 0) {
    return (
      <EmptyState
        icon={<UserPlus className="size-7" />}
        title="You don't follow anyone yet"
        description="Tap Follow on a seller's page, and we'll tell you when they list something."
        action={<LinkButton to="/Store">Browse stores</LinkButton>}
      />
    );
  }
  return (
    <ul className="max-w-prose divide-y divide-line">
      {following.data.items.map((seller) => {
        const name = sellerName(seller);
        return (
          <li key={seller.id} className="flex items-center gap-4 py-3.5">
            <Avatar name={name} />
            <div className="min-w-0 flex-1">
              <Link to={`/Store/${seller.id}`} className="block truncate font-semibold hover:underline">
                {name}
              </Link>
              <p className="text-sm text-muted">
                {seller.listed_count === 1 ? "1 item for sale" : `${seller.listed_count} items for sale`}
              </p>
            </div>
            <FollowButton seller={{ id: seller.id, name }} />
          </li>
        );
      })}
    </ul>
  );
}
