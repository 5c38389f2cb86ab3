import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import type { StatementLine, StatementReply, StatementSupply } from "#contract/payments/statements";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatDate, formatDollars, formatMonth } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Select } from "../../../ui/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";

const monthName = (month: string) => formatMonth(Date.parse(`${month}-15`));

/** /Statement: a month of card sales, fees, ad credit and payouts, to print or to save as PDF (D75). */
export default function StatementScreen() {
  const [search, setSearch] = useSearchParams();
  const month = search.get("month") ?? undefined;
  const statement = useQuery({
    queryKey: ["statement", month ?? ""],
    queryFn: ({ signal }) => unwrap(api.api.statement.$get({ query: month ? { month } : {} }, { init: { signal } })),
  });
  const { data } = statement;
  return (
    <PageBody>
      <PageHeader
        title="Statement"
        description={data ? `${data.seller} · ${monthName(data.month)}` : undefined}
        back={{ to: "/Connect", label: "Seller Hub" }}
        actions={
          data ? (
            <div className="flex flex-wrap items-end gap-3 print:hidden">
              <Field label="Month">
                <Select
                  value={data.month}
                  onChange={(event) => setSearch({ month: event.target.value })}
                  options={data.months.map((value) => ({ value, label: monthName(value) }))}
                />
              </Field>
              <Button variant="secondary" onClick={() => window.print()}>
                <Printer className="size-4" />
                Print or save as PDF
              </Button>
            </div>
          ) : null
        }
      />
      {data ? (
        <Statement statement={data} />
      ) : statement.error ? (
        <ErrorState query={statement} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </PageBody>
  );
}

function Statement({ statement }: { statement: StatementReply }) {
  const { operator, seller, month, sales, fees, credit, payouts } = statement;
  const supplies = [...fees, ...credit];
  const gst = sum(supplies.map((line) => line.gst));
  const taxed = operator.abn !== null && supplies.some((line) => line.gst !== 0);
  return (
    <>
      <Section title="Card sales" description="Due to you after pickup. Refunds and chargebacks come off.">
        <Lines lines={sales} empty="No card sales this month." total="Due to you, after platform fees" />
      </Section>
      <Section
        title={taxed ? "Tax invoice" : "Receipt"}
        description={`${operator.name}${operator.abn ? ` · ABN ${operator.abn}` : ""} · to ${seller} · ${monthName(month)}`}
      >
        <Lines
          lines={supplies}
          label={(line) => (fees.includes(line) ? `Platform fee: ${line.text}` : `Ad credit: ${line.text}`)}
          empty="Nothing charged this month."
          total="Total"
        />
        {supplies.length === 0 ? null : (
          <p className="mt-2 text-right text-sm text-muted">
            {taxed ? `Includes GST of ${formatDollars(gst)}.` : "No GST."}
          </p>
        )}
      </Section>
      <Section title="Payouts" description="Sent to your account at Stripe, less what we claimed back.">
        <Lines lines={payouts} empty="No payouts this month." total="Paid out" />
      </Section>
    </>
  );
}

const sum = (dollars: readonly number[]) => Math.round(dollars.reduce((all, one) => all + one * 100, 0)) / 100;

interface LinesProps<L extends StatementLine | StatementSupply> {
  lines: readonly L[];
  empty: string;
  total: string;
  label?: (line: L) => string;
}

function Lines<L extends StatementLine>({ lines, empty, total, label = ({ text }) => text }: LinesProps<L>) {
  if (lines.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <table className="w-full text-left tabular-nums">
      <thead className="sr-only">
        <tr>
          <th scope="col">Date</th>
          <th scope="col">For</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids, and their order is that of the ledger
          <tr key={index}>
            <td className="w-36 py-2 pr-4 text-sm whitespace-nowrap text-muted">{formatDate(line.at)}</td>
            <td className="py-2 pr-4 wrap-anywhere">
              {line.order_id === null ? (
                label(line)
              ) : (
                <Link to={`/MyOrders/${line.order_id}`} className="hover:underline">
                  {label(line)}
                </Link>
              )}
            </td>
            <td className="py-2 text-right">{formatDollars(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2} className="py-2 pr-4 font-semibold">
            {total}
          </th>
          <td className="py-2 text-right font-extrabold">{formatDollars(sum(lines.map(({ amount }) => amount)))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
