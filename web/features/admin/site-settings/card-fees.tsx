import type { FeeMonth } from "#contract/site/settings";
import { parseRate } from "#domain/payments/platform-fee";
import { formatDollars, formatMonth } from "../../../lib/format.ts";
import { Field } from "../../../ui/field.tsx";
import { Section } from "../../../ui/layout.tsx";
import { TextInput } from "../../../ui/text-input.tsx";

interface CardFeesProps {
  /** Percent, as typed. */
  rate: string;
  error: string | undefined;
  canEdit: boolean;
  /** The last and the current month. */
  fees: readonly FeeMonth[];
  onChange: (rate: string) => void;
}

/** The platform fee of card sales, and the card provider's costs. */
export function CardFees({ rate, error, canEdit, fees, onChange }: CardFeesProps) {
  const none = parseRate(rate) === 0;
  const months = fees.toReversed();
  const rows = [
    { name: "Stripe's card fees", of: ({ card }: FeeMonth) => card },
    { name: "Stripe's dispute fees", of: ({ disputes }: FeeMonth) => disputes },
    { name: "Platform fees kept", of: ({ platform }: FeeMonth) => platform },
  ];
  const shown = none && fees.every(({ platform }) => platform === 0) ? rows.slice(0, 2) : rows;
  return (
    <Section
      title="Card sales"
      description={
        none
          ? "There's no platform fee, so sellers get the full price and Stripe's fees come out of your balance."
          : "Sellers see the fee before they list and on each card order. Stripe's fees come out of your share."
      }
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Platform fee (%)"
          required
          error={error}
          hint={
            canEdit
              ? "Taken from each card sale. 0 to 20, in steps of 0.1. Applies to new orders only."
              : "Only a super admin can change this."
          }
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            className="tabular-nums"
            value={rate}
            disabled={!canEdit}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      </div>
      <table className="mt-5 w-full text-left tabular-nums">
        <caption className="sr-only">Fees by month (Sydney time)</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <td />
            {months.map(({ month }) => (
              <th key={month} scope="col" className="py-2 pl-3 text-right font-normal">
                {formatMonth(Date.parse(`${month}-15`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {shown.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row" className="py-2.5 font-normal">
                {name}
              </th>
              {months.map((month) => (
                <td key={month.month} className="py-2.5 pl-3 text-right font-bold">
                  {formatDollars(of(month))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
