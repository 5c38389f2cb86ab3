import { CalendarDays, MapPin } from "lucide-react";
import { Link } from "react-router-dom";
import type { PublicProfile } from "#contract/profiles";
import { formatMonth } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Rating } from "../../ui/rating.tsx";
import { placeOf, sellerName } from "./seller-words.ts";

/** Who sells: exactly what everybody may know (D5). */
export function SellerHeader({ seller }: { seller: PublicProfile }) {
  const { user } = useSession();
  const name = sellerName(seller);
  const place = placeOf(seller);
  return (
    <header>
      <nav aria-label="Breadcrumb" className="mb-2">
        <Link
          to="/Store"
          className="-ml-2 inline-flex min-h-10 items-center rounded-full px-2 font-semibold text-muted hover:text-ink"
        >
          All stores
        </Link>
      </nav>
      <div className="flex items-center gap-5">
        <Avatar name={name} size="lg" />
        <div className="min-w-0 flex-1">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-extrabold">
            {name}
            {seller.account_type === "business" ? <Badge tone="brand">Business</Badge> : null}
          </h1>
          <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-muted">
            <li>
              <Rating average={seller.average_rating} count={seller.rating_count} />
            </li>
            {place ? (
              <li className="inline-flex items-center gap-1.5">
                <MapPin className="size-4" aria-hidden="true" />
                {place}
              </li>
            ) : null}
            <li className="inline-flex items-center gap-1.5">
              <CalendarDays className="size-4" aria-hidden="true" />
              Member since {formatMonth(seller.member_since)}
            </li>
          </ul>
        </div>
        {user?.id === seller.id ? (
          <LinkButton to="/MyItems" variant="soft" className="max-sm:hidden">
            Manage my items
          </LinkButton>
        ) : null}
      </div>
    </header>
  );
}
