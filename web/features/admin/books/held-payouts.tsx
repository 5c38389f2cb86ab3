import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatDate, formatDollars } from "../../../lib/format.ts";
import { pages } from "../../../lib/query-client.ts";
import { Section } from "../../../ui/layout.tsx";
import { AdminList } from "../admin-list.tsx";

/** Every hold in force, of all sellers; staff release or extend one on the seller's page (D71). */
export function HeldPayouts() {
  const holds = useInfiniteQuery({
    queryKey: ["admin", "books", "holds"],
    ...pages((cursor, init) => unwrap(api.api.admin.books.holds.$get({ query: cursor }, init))),
  });
  return (
    <Section title="Payouts on hold" description="The one that ends first is at the top.">
      <AdminList list={holds} what="holds" empty={<p className="text-muted">No payouts are on hold.</p>}>
        {(rows) => (
          <ul className="divide-y divide-line border-y border-line">
            {rows.map(({ id, seller, order, reason, held, ends_at: ends }) => (
              <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
                <div className="min-w-0 flex-1 basis-64">
                  <Link to={`/Users/${seller.id}`} className="font-semibold underline-offset-4 hover:underline">
                    {seller.full_name}
                  </Link>
                  <p className="text-sm wrap-anywhere text-muted">
                    {order === null ? "All payouts" : order.title} · {reason}
                  </p>
                </div>
                <p className="tabular-nums sm:text-right">
                  <span className="font-extrabold">{formatDollars(held)}</span>
                  <span className="block text-sm text-muted">until {formatDate(ends)}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </Section>
  );
}
