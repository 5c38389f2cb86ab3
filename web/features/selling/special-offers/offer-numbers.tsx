import type { ReactNode } from "react";
import { Field } from "../../../ui/field.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { OfferValues } from "./offer-values.ts";

/** The number inputs of the chosen offer type. */
export function OfferNumbers({
  values,
  problem,
  onChange,
}: {
  values: OfferValues;
  problem: (name: keyof OfferValues) => string | undefined;
  onChange: (change: Partial<OfferValues>) => void;
}) {
  switch (values.offer_type) {
    case "percentage_off":
      return (
        <Percent value={values.percent} error={problem("percent")} onChange={(percent) => onChange({ percent })} />
      );
    case "bogo":
      return (
        <Row>
          <Count label="Buy" value={values.buy} error={problem("buy")} onChange={(buy) => onChange({ buy })} />
          <Count label="Get free" value={values.get} error={problem("get")} onChange={(get) => onChange({ get })} />
        </Row>
      );
    case "bulk_discount":
      return (
        <div className="grid gap-4 sm:grid-cols-3">
          <Count
            label="Minimum items"
            value={values.from}
            error={problem("from")}
            onChange={(from) => onChange({ from })}
          />
          <Field label="Discount">
            <Select
              value={values.discount}
              onChange={(event) => onChange({ discount: event.target.value === "dollar" ? "dollar" : "percentage" })}
              options={[
                { value: "percentage", label: "Percentage" },
                { value: "dollar", label: "Dollars off the total" },
              ]}
            />
          </Field>
          {values.discount === "dollar" ? (
            <Field label="Amount" error={problem("dollars")} required>
              <MoneyInput value={values.dollars} onChange={(event) => onChange({ dollars: event.target.value })} />
            </Field>
          ) : (
            <Percent value={values.percent} error={problem("percent")} onChange={(percent) => onChange({ percent })} />
          )}
        </div>
      );
    case "bundle":
      return (
        <Field label="Price for the lot" error={problem("price")} required className="max-w-60">
          <MoneyInput value={values.price} onChange={(event) => onChange({ price: event.target.value })} />
        </Field>
      );
  }
}

function Row({ children }: { children: ReactNode }) {
  return <div className="grid max-w-80 grid-cols-2 gap-4">{children}</div>;
}

interface NumberProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Count({ label, value, error, onChange }: NumberProps & { label: string }) {
  return (
    <Field label={label} error={error} required>
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="tabular-nums"
      />
    </Field>
  );
}

function Percent({ value, error, onChange }: NumberProps) {
  return (
    <Field label="Percentage" error={error} required className="max-w-60">
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        after={
          <span aria-hidden="true" className="mr-3 text-muted">
            %
          </span>
        }
        className="tabular-nums"
      />
    </Field>
  );
}
