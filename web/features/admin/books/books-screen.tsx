import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { BooksMonth } from "#contract/admin/books";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatDate, formatDollars, formatMonth } from "../../../lib/format.ts";
import { pages } from "../../../lib/query-client.ts";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { AdminList } from "../admin-list.tsx";
import { Differences } from "./differences.tsx";

const COLUMNS: readonly { key: keyof Omit<BooksMonth, "month">; label: string }[] = [
  { key: "sales", label: "Card sales" },
  { key: "topups", label: "Ad credit sold" },
  { key: "refunded", label: "Refunded" },
  { key: "chargebacks", label: "Taken by banks" },
  { key: "stripe_fees", label: "Stripe's fees" },
  { key: "paid_to_sellers", label: "Paid to sellers" },
  { key: "platform_fees", label: "Platform fees kept" },
  { key: "gst", label: "GST in your invoices" },
];

/** /Books, for staff: whose the card money is, and the sums of each month (D75). */
export default function BooksScreen() {
  const books = useQuery({
    queryKey: ["admin", "books"],
    queryFn: ({ signal }) => unwrap(api.api.admin.books.$get({}, { init: { signal } })),
  });
  if (!books.data) {
    return (
      <PageBody>
        <PageHeader title="Books" />
        {books.error ? <ErrorState query={books} /> : <Skeleton className="h-52" />}
      </PageBody>
    );
  }
  const { data } = books;
  // This month, and those in which money moved.
  const months = data.months.filter((month, index) => index === 0 || COLUMNS.some(({ key }) => month[key] !== 0));
  const facts = [
    { name: "Owed to buyers", amount: data.owed_to_buyers, hint: "Before pickup, and refunds on their way" },
    { name: "Owed to sellers", amount: data.owed_to_sellers, hint: "Due and not paid out" },
    { name: "Ad credit", amount: data.ad_credit, hint: "Bought and not spent" },
    {
      name: "Yours",
      amount: data.yours,
      hint: data.yours < 0 ? "Top up your Stripe balance by this" : "The rest of your Stripe balance",
    },
  ];
  return (
    <PageBody>
      <PageHeader title="Books" description="Card money in the ledger. Months are in Sydney time." />
      <Section title={`${formatDollars(data.at_stripe)} should be at Stripe`}>
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {facts.map(({ name, amount, hint }) => (
            <div key={name} className="rounded-lg bg-surface p-4">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="mt-1 text-2xl font-extrabold tabular-nums">{formatDollars(amount)}</dd>
              <dd className="mt-1 text-sm text-muted">{hint}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-muted">
          Not at Stripe: sellers owe you {formatDollars(data.owed_by_sellers)}, and banks hold{" "}
          {formatDollars(data.at_banks)} in open disputes.
        </p>
      </Section>
      <Differences books={data} />
      <Section title="By month">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard */}
        <section className="relative overflow-x-auto" tabIndex={0} aria-label="Sums by month">
          <table className="w-full text-left tabular-nums">
            <thead>
              <tr className="border-b border-line text-sm text-muted">
                <th scope="col" className="py-2 pr-3 font-normal">
                  Month
                </th>
                {COLUMNS.map(({ key, label }) => (
                  <th key={key} scope="col" className="px-3 py-2 text-right font-normal">
                    {label}
                  </th>
                ))}
                <th scope="col" className="py-2 pl-3">
                  <span className="sr-only">Download</span>
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {months.map((month) => (
                <tr key={month.month}>
                  <th scope="row" className="py-2.5 pr-3 font-semibold whitespace-nowrap">
                    {formatMonth(Date.parse(`${month.month}-15`))}
                  </th>
                  {COLUMNS.map(({ key }) => (
                    <td key={key} className="px-3 py-2.5 text-right">
                      {formatDollars(month[key])}
                    </td>
                  ))}
                  <td className="py-2.5 pl-3 text-right">
                    <a
                      href={`/api/admin/books/export.csv?month=${month.month}`}
                      download
                      className="inline-flex min-h-tap items-center font-semibold underline underline-offset-4"
                    >
                      CSV
                      <span className="sr-only"> of {formatMonth(Date.parse(`${month.month}-15`))}</span>
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Section>
      <HeldPayouts />
    </PageBody>
  );
}

/** Every hold in force, of all sellers; staff release or extend one on the seller's page (D71). */
function HeldPayouts() {
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
